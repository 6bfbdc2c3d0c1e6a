// Bodies and regions: outlines as lines x0, y0, x1, y1 in no order, filled by the even-odd rule.
import { solidColour } from './colours.js';

const grey = `rgb(${solidColour.join(', ')})`;
const edge = `rgb(${solidColour.map((c) => Math.round(0.35 * c)).join(', ')})`;

// `to` places a point on the canvas, `left` lies left of all that is shown.
export function drawShapes(c, shapes, to, left, width) {
  for (const { solid, lines } of shapes) {
    const ends = [];
    for (let n = 0; n < lines.length; n += 4) ends.push([...to(lines[n], lines[n + 1]), ...to(lines[n + 2], lines[n + 3])]);
    if (solid) {
      c.beginPath(); // between each line and the left: a point is inside where an odd number of these cover it
      for (const [x0, y0, x1, y1] of ends) {
        c.moveTo(left, y0);
        c.lineTo(x0, y0);
        c.lineTo(x1, y1);
        c.lineTo(left, y1);
        c.closePath();
      }
      c.fillStyle = grey;
      c.fill('evenodd');
    }
    c.beginPath();
    for (const [x0, y0, x1, y1] of ends) {
      c.moveTo(x0, y0);
      c.lineTo(x1, y1);
    }
    c.strokeStyle = edge;
    c.lineWidth = width;
    c.lineCap = 'round';
    c.stroke();
  }
}

export function isInside({ lines }, x, y) {
  let inside = false;
  for (let n = 0; n < lines.length; n += 4) {
    const [x0, y0, x1, y1] = lines.slice(n, n + 4);
    if (y0 <= y !== y1 <= y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) inside = !inside;
  }
  return inside;
}
