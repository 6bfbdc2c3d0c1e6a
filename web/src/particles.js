// Particles that drift with the flow: they live in the page alone, and move by the newest velocity that it has.
import { velocityOf } from './streamlines.js';

const most = 1500;
const room = 190; // square pixels of the page for each
const life = 5; // s
const crossing = 6; // s that the fastest needs for the longer side

export class Particles {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d');
    this.x = new Float32Array(most);
    this.y = new Float32Array(most);
    this.age = new Float32Array(most).map(() => life * Math.random());
    this.flow = null;
    this.step = (now) => this.frame(now);
  }
  // A frame of the velocity with two parts, and the area of the picture; null: none are to be seen.
  show(frame, place, ratio) {
    const before = this.flow;
    Object.assign(this, { place, ratio });
    if (!frame || !place || frame.height < 2) {
      this.flow = null;
      this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
      return;
    }
    const fastest = Math.max(Math.abs(frame.low), Math.abs(frame.high)) || 1;
    const longer = Math.max(frame.x[1] - frame.x[0], frame.y[1] - frame.y[0]);
    const pixels = [frame.width / (frame.x[1] - frame.x[0]), frame.height / (frame.y[1] - frame.y[0])];
    const speed = longer / crossing / fastest; // shown seconds per second of the flow
    this.flow = { velocity: velocityOf(frame), width: frame.width, height: frame.height, perX: pixels[0] * speed, perY: pixels[1] * speed };
    this.count = Math.min(most, Math.round((place.width * place.height) / (room * ratio * ratio)));
    if (before) return;
    for (let n = 0; n < most; ++n) this.anew(n);
    this.last = null;
    requestAnimationFrame(this.step);
  }
  anew(n) {
    this.x[n] = Math.random() * this.flow.width;
    this.y[n] = Math.random() * this.flow.height;
  }
  frame(now) {
    if (!this.flow) return;
    requestAnimationFrame(this.step);
    if (this.last !== null && now - this.last < 30) return;
    const dt = this.last === null ? 0.033 : Math.min(0.1, (now - this.last) / 1000);
    this.last = now;
    this.fade();
    this.move(dt);
  }
  fade() {
    const { context: c, canvas } = this;
    c.globalCompositeOperation = 'destination-in';
    c.fillStyle = 'rgba(0, 0, 0, 0.88)';
    c.fillRect(0, 0, canvas.width, canvas.height);
    c.globalCompositeOperation = 'source-over';
  }
  move(dt) {
    const { context: c, flow, place, ratio } = this;
    const [across, up] = [place.width / flow.width, place.height / flow.height];
    c.beginPath();
    for (let n = 0; n < this.count; ++n) {
      const v = flow.velocity(this.x[n] - 0.5, this.y[n] - 0.5);
      const [x, y] = v ? [this.x[n] + v[0] * flow.perX * dt, this.y[n] + v[1] * flow.perY * dt] : [-1, -1];
      this.age[n] += dt;
      if (this.age[n] > life || !(x >= 0 && y >= 0 && x < flow.width && y < flow.height)) {
        this.age[n] = life * 0.3 * Math.random();
        this.anew(n);
        continue;
      }
      c.moveTo(place.x + this.x[n] * across, place.y + place.height - this.y[n] * up);
      c.lineTo(place.x + x * across, place.y + place.height - y * up);
      this.x[n] = x;
      this.y[n] = y;
    }
    for (const [colour, width] of [['rgba(10, 14, 18, 0.35)', 2.6], ['rgba(255, 255, 255, 0.95)', 1.3]]) {
      c.strokeStyle = colour;
      c.lineWidth = width * ratio;
      c.stroke();
    }
  }
}
