// The picture of a field: where it lies on the canvas, its axes, streamlines and probes, and what is under the pointer.
import { chosenMap, rangeOf, tableOf } from './colours.js';
import { lineColours } from './curves.js';
import { inBody, levels, notFinite, painterFor } from './paint.js';
import { Particles } from './particles.js';
import { drawShapes, isInside } from './shapes.js';
import { streamlines } from './streamlines.js';
import { short, ticks } from './text.js';

const margin = { left: 52, right: 12, top: 20, bottom: 26 };
const axisName = (n) => 'xyz'[n];

export class FieldView {
  constructor(host, canvas, drift, overlay) {
    this.host = host;
    this.painter = painterFor(canvas);
    this.canvas = host.querySelector('canvas');
    this.overlay = overlay;
    this.drift = drift;
    this.particles = new Particles(drift);
    this.probes = [];
    this.lines = null; // its streamlines, made when they are asked for
    this.flow = null; // a frame of the velocity
    this.shapes = []; // bodies and regions in the plane of the frame
    new ResizeObserver(() => this.draw()).observe(host);
  }
  get ratio() {
    return Math.min(window.devicePixelRatio || 1, 2);
  }
  get size() {
    return { width: Math.round(this.host.clientWidth * this.ratio), height: Math.round(this.host.clientHeight * this.ratio) };
  }
  area(frame) {
    const { width, height } = this.size;
    const r = this.ratio;
    const room = { x: margin.left * r, y: margin.top * r, width: width - (margin.left + margin.right) * r, height: height - (margin.top + margin.bottom) * r };
    if (frame.height === 1) return room;
    const shape = (frame.x[1] - frame.x[0]) / (frame.y[1] - frame.y[0]);
    const shown = shape > 12 ? 12 : shape < 1 / 12 ? 1 / 12 : shape; // long channels are drawn less long than they are
    const w = Math.min(room.width, room.height * shown);
    const h = w / shown;
    return { x: room.x + (room.width - w) / 2, y: room.y + (room.height - h) / 2, width: w, height: h };
  }
  // As high as the picture needs at the width that there is.
  fit(frame) {
    const room = this.host.clientWidth - margin.left - margin.right;
    const shape = frame.height === 1 ? 2 : Math.min(12, Math.max(1 / 12, (frame.x[1] - frame.x[0]) / (frame.y[1] - frame.y[0])));
    const height = Math.round(Math.min(room / shape + margin.top + margin.bottom, Math.max(260, 0.66 * window.innerHeight)));
    if (this.high === height) return;
    this.high = height;
    this.host.style.height = `${height}px`;
  }
  show(frame, look) {
    this.frame = frame;
    this.look = look;
    this.draw();
  }
  draw() {
    const { frame, look } = this;
    if (!frame) return;
    this.fit(frame);
    const { width, height } = this.size;
    for (const c of [this.canvas, this.drift, this.overlay]) if (c.width !== width || c.height !== height) [c.width, c.height] = [width, height];
    this.range = rangeOf(frame, look, look.map);
    this.map = chosenMap(look.map, this.range.low, this.range.high);
    this.place = this.area(frame);
    if (frame.height > 1) this.painter.paint(frame, this.place, this.range, this.map, look.smooth);
    this.drawOver();
    this.drawDrift();
  }
  drawDrift() {
    const fits = this.flow && this.frame && this.cut(this.flow) === this.cut(this.frame);
    this.particles.show(this.look?.particles && fits ? this.flow : null, this.place, this.ratio);
  }
  drawOver() {
    const c = this.overlay.getContext('2d');
    c.clearRect(0, 0, this.overlay.width, this.overlay.height);
    this.drawAxes(c);
    if (this.frame.height === 1) this.drawCurve(c);
    if (this.flow && this.look.lines) this.drawLines(c);
    if (this.frame.height > 1) this.drawShapes(c);
    this.drawProbes(c);
  }
  toCanvas(x, y) {
    const { frame, place } = this;
    return [place.x + ((x - frame.x[0]) / (frame.x[1] - frame.x[0])) * place.width, place.y + (1 - (y - frame.y[0]) / (frame.y[1] - frame.y[0])) * place.height];
  }
  drawAxes(c) {
    const { frame, place, ratio } = this;
    const style = getComputedStyle(document.documentElement);
    c.strokeStyle = style.getPropertyValue('--edge');
    c.fillStyle = style.getPropertyValue('--soft');
    c.lineWidth = ratio;
    c.font = `${11 * ratio}px system-ui`;
    c.strokeRect(place.x, place.y, place.width, place.height);
    c.textAlign = 'center';
    c.textBaseline = 'top';
    const below = place.y + place.height + 5 * ratio;
    for (const t of ticks(...frame.x, Math.max(2, place.width / (90 * ratio)))) {
      const x = this.toCanvas(t, 0)[0];
      if (x < place.x + place.width - 44 * ratio) c.fillText(short(t), x, below);
    }
    c.fillText(`${axisName(frame.across)} [${frame.length}]`, place.x + place.width - 14 * ratio, below);
    c.textAlign = 'right';
    c.textBaseline = 'middle';
    if (frame.height > 1) c.fillText(`${axisName(frame.up)} [${frame.length}]`, place.x - 6 * ratio, place.y - 11 * ratio);
    const ends = frame.height === 1 ? [this.range.low, this.range.high] : frame.y;
    for (const t of ticks(...ends, Math.max(2, place.height / (60 * ratio)))) {
      const part = (t - ends[0]) / (ends[1] - ends[0]);
      c.fillText(short(t), place.x - 6 * ratio, place.y + (1 - part) * place.height);
    }
  }
  drawCurve(c) {
    const { frame, place, range, ratio } = this;
    c.beginPath();
    for (let i = 0; i < frame.width; ++i) {
      const part = (this.value(i, 0) - range.low) / (range.high - range.low);
      c.lineTo(place.x + ((i + 0.5) / frame.width) * place.width, place.y + (1 - part) * place.height);
    }
    c.strokeStyle = lineColours[0];
    c.lineWidth = 2 * ratio;
    c.stroke();
  }
  drawLines(c) {
    const { place, ratio } = this;
    const { width: across, height: up } = this.flow;
    const all = (this.lines ??= streamlines(this.flow));
    c.beginPath();
    for (const line of all)
      line.forEach(([x, y], n) => {
        const at = [place.x + ((x + 0.5) / across) * place.width, place.y + (1 - (y + 0.5) / up) * place.height];
        n ? c.lineTo(...at) : c.moveTo(...at);
      });
    for (const [colour, width] of [['rgba(0, 0, 0, 0.35)', 2.4], ['rgba(255, 255, 255, 0.85)', 1]]) {
      c.strokeStyle = colour;
      c.lineWidth = width * ratio;
      c.stroke();
    }
  }
  drawShapes(c) {
    const { x, y, width, height } = this.place;
    c.save();
    c.beginPath();
    c.rect(x, y, width, height);
    c.clip();
    drawShapes(c, this.shapes, (a, b) => this.toCanvas(a, b), x - 10, 1.5 * this.ratio);
    c.restore();
  }
  drawProbes(c) {
    const { frame, ratio } = this;
    this.probes.forEach((probe, n) => {
      if (frame.height > 1 && probe.cut !== this.cut(frame)) return;
      const [x, y] = this.toCanvas(probe.at[frame.across], frame.height === 1 ? 0.5 : probe.at[frame.up]);
      c.beginPath();
      c.arc(x, y, 5 * ratio, 0, 2 * Math.PI);
      c.fillStyle = lineColours[n % lineColours.length];
      c.strokeStyle = '#fff';
      c.lineWidth = 1.5 * ratio;
      c.fill();
      c.stroke();
    });
  }
  cut(frame) {
    return `${frame.across}${frame.up}`;
  }
  level(i, j) {
    return this.frame.values[j * this.frame.width + i];
  }
  value(i, j) {
    const { frame } = this;
    return frame.low + (this.level(i, j) / levels) * (frame.high - frame.low);
  }
  // What is under the pointer; null: nothing.
  under(event) {
    const { frame, place, ratio } = this;
    if (!frame) return null;
    const box = this.overlay.getBoundingClientRect();
    const part = [((event.clientX - box.left) * ratio - place.x) / place.width, 1 - ((event.clientY - box.top) * ratio - place.y) / place.height];
    if (part.some((p) => !(p >= 0 && p < 1))) return null;
    const at = [0, 0, 0];
    at[3 - frame.across - frame.up] = frame.slice;
    at[frame.across] = frame.x[0] + part[0] * (frame.x[1] - frame.x[0]);
    if (frame.height > 1) at[frame.up] = frame.y[0] + part[1] * (frame.y[1] - frame.y[0]);
    const cell = [Math.floor(part[0] * frame.width), Math.floor(part[1] * frame.height)];
    const level = this.level(...cell);
    const inside = level === inBody || (frame.height > 1 && this.shapes.some((s) => s.solid && isInside(s, at[frame.across], at[frame.up])));
    return { at, cut: this.cut(frame), value: inside ? 'body' : level === notFinite ? null : this.value(...cell) };
  }
  drawScale(canvas) {
    canvas.width = 256;
    const c = canvas.getContext('2d');
    const image = new ImageData(new Uint8ClampedArray(tableOf(this.map)), 256, 1);
    for (let y = 0; y < canvas.height; ++y) c.putImageData(image, 0, y);
  }
}
