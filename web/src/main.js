// The page: asks for state, frames, history and log again and again, and passes orders on. Nothing that it keeps grows.
import 'uplot/dist/uPlot.min.css';
import './style.css';
import { getFrame, getJson, order } from './api.js';
import { mapNames } from './colours.js';
import { Curves, lineColours, ProbeChart } from './curves.js';
import { History, Table } from './table.js';
import { seconds, short, typed } from './text.js';
import { FieldView } from './view.js';

const $ = (id) => document.getElementById(id);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const mostProbes = 8;
const logLetters = 40000;

const view = new FieldView($('canvas'), $('picture-canvas'), $('drift'), $('overlay'));
const history = new History();
const curves = new Curves($('abscissa'), $('chips'), $('charts'));
const probeChart = new ProbeChart($('probe-chart'));
const probeTable = new Table(2000);
let state = null;
let speed = null; // steps per second
let lastStep = -1;
let atState = null; // step of a stored state; null: the newest

const timed = (t) => `${short(t)} ${state.units.time}`;
// ---- what is shown of a field
const plane = () => ({ axis: $('axis').value, slice: state.dimensions === 3 ? sliceAt() : null });
const sliceAt = () => {
  const [low, high] = state.ends[Number($('axis').value)];
  return low + (Number($('slice').value) / 1000) * (high - low);
};
const look = () => ({ low: typed($('low')) ?? null, high: typed($('high')) ?? null, map: $('map').value, smooth: $('smooth').checked, lines: $('lines').checked, particles: $('particles').checked });
const again = () => (lastStep = -1);

function say(text, bad = false) {
  const box = $('message');
  box.hidden = !text;
  box.textContent = text;
  box.className = bad ? 'bad' : '';
  clearTimeout(say.timer);
  if (text && !bad) say.timer = setTimeout(() => (box.hidden = true), 6000);
}

async function send(words) {
  try {
    const answer = await order(words);
    say(answer.text, !answer.done);
    refreshState().catch(() => {});
    if (words.startsWith('picture')) refreshPictures().catch(() => {});
  } catch (error) {
    say(error.message, true);
  }
}

function fillChoices(select, names, labels = names) {
  const before = select.value;
  select.replaceChildren(...names.map((n, i) => new Option(labels[i], n)));
  if (names.includes(before)) select.value = before;
}

function showState() {
  $('title').textContent = state.title;
  document.title = `${state.title} – eddy`;
  $('facts').textContent = [state.solver, `${state.cells} cells`, state.device, state.folder].filter(Boolean).join(' · ');
  const status = state.paused ? 'paused' : state.running ? 'running' : 'ended';
  $('status').textContent = status;
  $('status').className = `pill ${status}`;
  const end = state.options['run.end_time'];
  const left = end && speed && state.dt && !state.paused ? (end - state.time) / state.dt / speed : null;
  $('moment').textContent = [`step ${state.step}`, `t = ${timed(state.time)}`, speed && state.live && !state.paused ? `${short(Number(speed.toPrecision(3)))} steps/s` : '', left > 0 ? `${seconds(left)} left` : ''].filter(Boolean).join('  ·  ');
  $('bar').hidden = !end;
  $('bar').firstChild.style.width = `${Math.min(100, (100 * state.time) / (end || 1))}%`;
  $('pause').textContent = state.paused ? 'Go on' : 'Pause';
  for (const id of ['pause', 'step', 'checkpoint', 'stop', 'picture']) $(id).disabled = !state.running;
  if ([...$('field').options].map((o) => o.value).join() !== state.fields.join()) fillChoices($('field'), state.fields);
  $('lines-label').hidden = $('particles-label').hidden = !state.fields.includes('velocity') || state.dimensions < 2;
  $('slice-tools').hidden = state.dimensions !== 3;
  if (state.dimensions === 3) $('slice-at').textContent = `${short(sliceAt())} ${state.units.length}`;
  showStates();
  showSettings();
  if (state.fault) say(state.fault, true);
}

function showStates() {
  const states = state.states ?? [];
  $('state-tools').hidden = states.length < 2;
  const slider = $('state');
  const follows = atState === null;
  slider.max = Math.max(0, states.length - 1);
  if (follows) slider.value = slider.max;
  const [step, time] = states[Number(slider.value)] ?? [state.step, state.time];
  $('state-at').textContent = follows ? 'newest' : `step ${step}, t = ${timed(time)}`;
}

function showSettings() {
  $('settings').hidden = !state.running;
  for (const form of $('settings').querySelectorAll('form')) {
    const input = form.querySelector('input');
    const value = state.options[form.dataset.key];
    form.querySelector('span').textContent = form.dataset.measure === 'time' ? `[${state.units.time}]` : '';
    if (document.activeElement !== input && !input.dataset.changed) input.value = value === undefined ? '' : Number(value.toPrecision(12));
  }
}

let before = null; // step and moment of the last state
async function refreshState() {
  state = await getJson('state');
  const now = performance.now() / 1000;
  if (before && now > before.now + 0.2) speed = Math.max(0, (state.step - before.step) / (now - before.now));
  before = { now, step: state.step };
  showState();
}

async function refreshHistory() {
  while (history.take(await getJson(`history?from=${history.from}`)));
  curves.draw(history.table);
}

let logFrom = -logLetters;
async function refreshLog() {
  const answer = await getJson(`log?from=${logFrom}`);
  const box = $('log');
  const begins = logFrom >= 0 && answer.from < logFrom;
  logFrom = answer.from + new TextEncoder().encode(answer.text).length;
  if (!answer.text) return;
  const below = box.scrollTop + box.clientHeight > box.scrollHeight - 30;
  box.textContent = ((begins ? '' : box.textContent) + answer.text).slice(-logLetters);
  if (below) box.scrollTop = box.scrollHeight;
}

let pictures = '';
async function refreshPictures() {
  const names = (await getJson('pictures')).slice(-24).reverse();
  if (names.join() === pictures || !names.length) return;
  pictures = names.join();
  $('pictures').replaceChildren(
    ...names.map((name) => {
      const link = document.createElement('a');
      link.href = `picture/${encodeURIComponent(name)}`;
      link.target = '_blank';
      link.title = name;
      const image = new Image();
      image.src = link.href;
      image.alt = name;
      image.loading = 'lazy';
      link.append(image, name);
      return link;
    }),
  );
}

// ---- probes
function showProbes(values = [], unit = '') {
  $('probes-box').hidden = !view.probes.length;
  $('probes').replaceChildren(
    ...view.probes.map((probe, n) => {
      const item = document.createElement('li');
      const dot = document.createElement('i');
      dot.style.background = lineColours[n % lineColours.length];
      const place = document.createElement('span');
      place.textContent = `(${probe.at.slice(0, state.dimensions).map(short).join(', ')}) ${state.units.length}`;
      const value = document.createElement('b');
      value.textContent = `${short(values[n])} ${unit}`;
      const remove = document.createElement('button');
      remove.textContent = '×';
      remove.title = 'Remove this probe';
      remove.onclick = () => {
        view.probes.splice(n, 1);
        restartProbes();
      };
      item.append(dot, place, value, remove);
      return item;
    }),
  );
}
function restartProbes() {
  probeTable.begin(['time', ...view.probes.map((_, n) => `probe ${n}`)]);
  showProbes();
  view.drawOver();
  again();
}
function takeProbes(frame) {
  if (!view.probes.length || frame.probes.length !== view.probes.length) return;
  const times = probeTable.data[0];
  const at = state.options.steady ? frame.step : frame.time;
  if (times?.length && at < times[times.length - 1]) probeTable.begin(probeTable.columns);
  if (!times?.length || at > times[times.length - 1]) probeTable.add([at, ...frame.probes]);
  probeChart.draw(probeTable);
  showProbes(frame.probes, frame.unit);
}

// ---- frames
function showFrame(frame) {
  const parts = frame.components > 1 ? ['', ...'xyz'.slice(0, frame.components)] : [''];
  $('part-label').hidden = parts.length === 1;
  if ($('part').options.length !== parts.length) fillChoices($('part'), parts, parts.map((p) => p || 'length'));
  view.show(frame, look());
  view.drawScale($('scale'));
  $('scale-low').textContent = short(view.range.low);
  $('scale-high').textContent = short(view.range.high);
  $('scale-unit').textContent = `${frame.field} [${frame.unit || '–'}] · step ${frame.step}`;
  takeProbes(frame);
  showPointer();
}

async function oneFrame() {
  const { width, height } = view.size;
  const probes = view.probes.map((p) => p.at.join(',')).join(';');
  const part = $('part-label').hidden ? '' : $('part').value;
  const frame = await getFrame({ field: $('field').value, part, ...plane(), width, height, smooth: $('smooth').checked ? 1 : 0, probes, after: lastStep, at: atState });
  if (!frame) return;
  await takeShapes(frame);
  lastStep = frame.step;
  showFrame(frame);
}

let shapesOf = ''; // what the outlines of the view belong to
async function takeShapes(frame) {
  if (state.shapes === 'none' || frame.height === 1) return;
  const words = { axis: 3 - frame.across - frame.up, slice: frame.slice, time: state.shapes === 'moving' ? frame.time : 0 };
  const key = JSON.stringify(words);
  if (key === shapesOf) return;
  view.shapes = await getJson(`shapes?${new URLSearchParams(words)}`);
  shapesOf = key;
}

let linesStep = -1; // of the velocity that lines and particles follow
async function oneSetOfLines() {
  const frame = await getFrame({ field: 'velocity', vector: 1, smooth: 1, ...plane(), width: 220, height: 220, after: lastStep === -1 ? -1 : linesStep, at: atState });
  if (!frame || frame.parts !== 2) return;
  linesStep = frame.step;
  view.flow = frame;
  view.lines = null;
  if (!view.frame) return;
  view.drawOver();
  view.drawDrift();
}

// ---- what is done again and again; nothing while nobody looks
async function forever(interval, call) {
  for (;;) {
    const begin = performance.now();
    let wait = interval;
    if (!document.hidden)
      try {
        await call();
        lost(false);
      } catch (error) {
        wait = 2000;
        error.answered ? say(error.message, true) : lost(true);
      }
    await pause(Math.max(wait - (performance.now() - begin), 10));
  }
}
function lost(is) {
  if (lost.is === is) return;
  lost.is = is;
  if (!is) return say('');
  $('status').textContent = 'no connection';
  $('status').className = 'pill lost';
  for (const id of ['pause', 'step', 'checkpoint', 'stop', 'picture']) $(id).disabled = true;
  say('eddy does not answer: the run has ended, or its machine is away. "eddy watch DIR" shows what it left.', true);
}

// ---- buttons
$('pause').onclick = () => send(state?.paused ? 'go' : 'pause');
$('step').onclick = () => send('step');
$('checkpoint').onclick = () => send('checkpoint');
$('picture').onclick = () => send(`picture ${$('field').value}`);
$('stop').onclick = () => confirm('Stop the run after this step? A checkpoint is written; resume goes on from it.') && send('stop');
$('theme').onclick = () => setTheme(document.documentElement.dataset.theme === 'light' ? 'dark' : 'light');
for (const form of $('settings').querySelectorAll('form')) {
  const input = form.querySelector('input');
  input.oninput = () => (input.dataset.changed = '1');
  form.onsubmit = (event) => {
    event.preventDefault();
    delete input.dataset.changed;
    const unit = form.dataset.measure === 'time' && Number.isFinite(typed(input)) && state.units.time !== 's' ? ` ${state.units.time}` : '';
    send(`set ${form.dataset.key}=${input.value.trim()}${unit}`);
  };
}
for (const id of ['field', 'part', 'axis', 'slice', 'smooth', 'lines', 'particles']) $(id).addEventListener('input', again);
$('axis').addEventListener('input', () => ($('slice').value = 500));
for (const id of ['low', 'high', 'map', 'smooth', 'lines', 'particles']) $(id).addEventListener('input', () => view.frame && showFrame(view.frame));
$('field').addEventListener('input', () => {
  $('part').replaceChildren();
  if (view.probes.length) restartProbes();
});
$('state').addEventListener('input', () => {
  const states = state.states ?? [];
  const n = Number($('state').value);
  atState = n >= states.length - 1 ? null : states[n][0];
  showStates();
  again();
});
let pointer = null; // where it was last
function showPointer() {
  const found = pointer && view.under(pointer);
  const names = 'xyz'.slice(0, state?.dimensions ?? 2).split('');
  $('pointer').textContent = found ? `${names.map((n, a) => `${n} = ${short(found.at[a])} ${state.units.length}`).join(' · ')} · ${found.value === 'body' ? 'in a body' : `${view.frame.field} = ${short(found.value)} ${view.frame.unit}`}` : 'Click into the picture to place a probe.';
}
$('overlay').onpointermove = (event) => {
  pointer = event;
  showPointer();
};
$('overlay').onpointerleave = () => {
  pointer = null;
  showPointer();
};
$('overlay').onclick = (event) => {
  const found = view.under(event);
  if (!found || found.value === 'body' || found.value === null) return;
  view.probes = [...view.probes, found].slice(-mostProbes);
  restartProbes();
};

function setTheme(name) {
  document.documentElement.dataset.theme = name;
  try {
    localStorage.setItem('eddy-theme', name);
  } catch {
    // a browser that keeps nothing
  }
  curves.redraw();
  curves.draw(history.table);
  probeChart.redraw();
  if (view.probes.length) probeChart.draw(probeTable);
  view.draw();
}
function firstTheme() {
  const system = matchMedia('(prefers-color-scheme: light)').matches ? 'light' : 'dark';
  try {
    return localStorage.getItem('eddy-theme') ?? system;
  } catch {
    return system;
  }
}

async function start() {
  setTheme(firstTheme());
  fillChoices($('map'), mapNames);
  for (;;)
    try {
      await refreshState();
      break;
    } catch {
      lost(true);
      await pause(1000);
    }
  forever(1000, refreshState);
  forever(1000, refreshHistory);
  forever(2000, refreshLog);
  forever(5000, refreshPictures);
  forever(100, () => ($('field').value ? oneFrame() : pause(200)));
  forever(500, () => (($('lines').checked || $('particles').checked) && !$('lines-label').hidden ? oneSetOfLines() : (linesStep = -1)));
}
start();
