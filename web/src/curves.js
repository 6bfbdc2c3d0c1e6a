// Curves: one small chart per chosen column of history.csv, and one of all probes.
import uPlot from 'uplot';
import { short } from './text.js';

export const lineColours = ['#4cb3d4', '#e0a04c', '#7fc46b', '#d673b4', '#a98fe0', '#e0625a', '#5fc2b0', '#b8b35a'];
const style = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const leastOfDecades = 1e-18; // uPlot finds no end of ticks for decades below some 1e-22
const falls = (name) => /^(residual|change|error|shortfall)/.test(name) || name.includes('residual');

// At most a hundred: uPlot's own loop does not end where a step is too small for the numbers that it is added to.
function splits(_, axis, low, high, step) {
  const all = [];
  for (let n = Math.ceil(low / step - 1e-9); n * step <= high + 1e-9 * step && all.length < 100; ++n) all.push(Number((n * step).toPrecision(12)));
  return all;
}

function axis() {
  return { splits, stroke: style('--soft'), grid: { stroke: style('--edge'), width: 1 }, ticks: { stroke: style('--edge'), width: 1 }, font: '11px system-ui', values: (_, all) => all.map((v) => (v === null ? '' : short(v))) };
}

// On a scale of decades only whole ones get lines, and of many every second, third, …
function decades(_, splits) {
  const power = (v) => Math.round(Math.log10(v));
  const whole = splits.filter((v) => v > 0 && Math.abs(Math.log10(v) - power(v)) < 1e-6);
  const every = Math.max(1, Math.ceil(whole.length / 5));
  return splits.map((v) => (whole.includes(v) && power(v) % every === 0 ? v : null));
}

// The ends of an axis. Values that are all smaller than 1e-24 are drawn as 0, because uPlot finds no ticks for them.
function around(_, low, high) {
  if (low === null) return [null, null];
  return Math.max(Math.abs(low), Math.abs(high)) < 1e-24 ? [-1, 1] : uPlot.rangeNum(low, high, 0.1, true);
}

function chart(host, series, log, height) {
  const upright = { ...axis(), size: 58 };
  if (log) Object.assign(upright, { splits: undefined, filter: decades, grid: { ...upright.grid, filter: decades }, ticks: { ...upright.ticks, filter: decades } });
  const options = {
    width: Math.max(120, host.clientWidth),
    height,
    cursor: { y: false },
    legend: { show: false },
    scales: { x: { time: false }, y: log ? { distr: 3 } : { range: around } },
    axes: [{ ...axis(), size: 26 }, upright],
    series: [{}, ...series],
  };
  return new uPlot(options, [[], ...series.map(() => [])], host);
}

export class Curves {
  constructor(abscissa, chips, host) {
    Object.assign(this, { abscissa, chips, host, shown: [], charts: new Map(), columns: '' });
    new ResizeObserver(() => this.fit()).observe(host);
  }
  fit() {
    for (const c of this.charts.values()) c.plot.setSize({ width: Math.max(120, this.host.clientWidth), height: 110 });
  }
  redraw() {
    for (const c of this.charts.values()) c.plot.destroy();
    this.host.replaceChildren();
    this.charts.clear();
  }
  choose(table) {
    const names = table.columns;
    if (this.columns === names.join()) return;
    this.columns = names.join();
    const useful = names.filter((n) => !/^(step|time|dt)(\[|$)/.test(n));
    const first = useful.filter((n) => falls(n));
    this.shown = this.shown.filter((n) => names.includes(n));
    if (!this.shown.length) this.shown = [...first, ...useful.filter((n) => !first.includes(n))].slice(0, 3);
    this.chips.replaceChildren(...names.slice(1).filter((n) => !/^time(\[|$)/.test(n)).map((name) => this.chip(name)));
  }
  chip(name) {
    const button = document.createElement('button');
    button.textContent = name.replace(/\[.*/, '');
    button.title = name;
    button.setAttribute('aria-pressed', this.shown.includes(name));
    button.onclick = () => {
      this.shown = this.shown.includes(name) ? this.shown.filter((n) => n !== name) : [...this.shown, name].slice(-6);
      for (const b of this.chips.children) b.setAttribute('aria-pressed', this.shown.includes(b.title));
      this.draw(this.table);
    };
    return button;
  }
  draw(table) {
    this.table = table;
    if (!table?.length) return;
    this.choose(table);
    const time = table.data[1];
    const timed = time[time.length - 1] > time[0];
    const x = timed ? time : table.data[0];
    this.abscissa.textContent = `over ${timed ? table.columns[1].replace('[', ' [') : 'steps'}`;
    for (const [name, c] of this.charts)
      if (!this.shown.includes(name)) {
        c.plot.destroy();
        c.box.remove();
        this.charts.delete(name);
      }
    for (const name of this.shown) this.drawOne(name, x, table.data[table.columns.indexOf(name)]);
  }
  drawOne(name, x, y) {
    const log = falls(name) && y.every((v) => v === null || v > 0) && y.some((v) => v > leastOfDecades);
    const shown = log ? y.map((v) => (v > leastOfDecades ? v : null)) : y;
    let c = this.charts.get(name);
    if (c && c.log !== log) {
      c.plot.destroy();
      c.box.remove();
      c = null;
    }
    if (!c) {
      const box = document.createElement('div');
      const title = document.createElement('div');
      title.className = 'chart-title';
      title.append(document.createElement('span'), document.createElement('span'));
      box.append(title);
      this.host.append(box);
      const colour = lineColours[this.shown.indexOf(name) % lineColours.length];
      c = { box, title, log, plot: chart(box, [{ stroke: colour, width: 1.5, points: { show: false } }], log, 110) };
      this.charts.set(name, c);
    }
    c.title.firstChild.textContent = name;
    c.title.lastChild.textContent = short(y[y.length - 1]);
    c.plot.setData([x, shown]);
  }
}

export class ProbeChart {
  constructor(host) {
    Object.assign(this, { host, count: 0 });
    new ResizeObserver(() => this.plot?.setSize({ width: Math.max(120, host.clientWidth), height: 130 })).observe(host);
  }
  redraw() {
    this.plot?.destroy();
    this.plot = null;
  }
  draw(table) {
    if (!this.plot || this.count !== table.columns.length) {
      this.redraw();
      this.count = table.columns.length;
      const series = table.columns.slice(1).map((_, n) => ({ stroke: lineColours[n % lineColours.length], width: 1.5, points: { show: false } }));
      this.plot = chart(this.host, series, false, 130);
    }
    this.plot.setData(table.data);
  }
}
