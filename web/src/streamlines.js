// Streamlines of a frame with two parts: midpoint steps both ways from seeds on a grid, so far as no other line is near.
import { levels, notFinite } from './paint.js';

export function velocityOf(frame) {
  const { width, height, values, low, high } = frame;
  const per = (high - low) / levels;
  const part = (n, i, j) => values[n * width * height + j * width + i];
  return (x, y) => {
    const [p, q] = [Math.min(Math.max(x, 0), width - 1.001), Math.min(Math.max(y, 0), height - 1.001)];
    const [i, j] = [Math.floor(p), Math.floor(q)];
    const [f, g] = [p - i, q - j];
    const blend = (n) => {
      const v = [part(n, i, j), part(n, i + 1, j), part(n, i, j + 1), part(n, i + 1, j + 1)];
      if (v.some((one) => one >= notFinite)) return null;
      return low + per * ((v[0] * (1 - f) + v[1] * f) * (1 - g) + (v[2] * (1 - f) + v[3] * f) * g);
    };
    const [u, v] = [blend(0), blend(1)];
    return u === null || v === null ? null : [u, v];
  };
}

// Points in pixels of the frame; dx, dy: the sizes of its pixels, since velocity knows lengths.
export function streamlines(frame, spacing = 10) {
  const { width, height } = frame;
  const [dx, dy] = [(frame.x[1] - frame.x[0]) / width, (frame.y[1] - frame.y[0]) / height];
  const velocity = velocityOf(frame);
  const [columns, rows] = [Math.ceil(width / (spacing / 2)), Math.ceil(height / (spacing / 2))];
  const taken = new Int32Array(columns * rows).fill(-1);
  const least = 1e-4 * Math.max(Math.abs(frame.low), Math.abs(frame.high));
  const box = (x, y) => Math.floor((y * rows) / height) * columns + Math.floor((x * columns) / width);
  const direction = (x, y) => {
    const v = velocity(x, y);
    if (!v) return null;
    const [a, b] = [v[0] / dx, v[1] / dy];
    const length = Math.hypot(a, b);
    return Math.hypot(v[0], v[1]) > least && length > 0 ? [a / length, b / length] : null;
  };
  const walk = (x, y, sign, number) => {
    const points = [];
    for (let n = 0; n < 400; ++n) {
      const first = direction(x, y);
      const second = first && direction(x + 0.5 * sign * first[0], y + 0.5 * sign * first[1]);
      if (!second) break;
      x += sign * second[0];
      y += sign * second[1];
      if (x < 0 || y < 0 || x >= width || y >= height) break;
      const at = box(x, y);
      if (taken[at] >= 0 && taken[at] !== number) break;
      taken[at] = number;
      points.push([x, y]);
    }
    return points;
  };
  const lines = [];
  for (let y = spacing / 2; y < height; y += spacing)
    for (let x = spacing / 2; x < width; x += spacing) {
      if (taken[box(x, y)] >= 0) continue;
      const number = lines.length;
      const line = [...walk(x, y, -1, number).reverse(), [x, y], ...walk(x, y, 1, number)];
      if (line.length > spacing) lines.push(line);
    }
  return lines;
}
