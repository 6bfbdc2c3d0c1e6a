// Colour maps: a few anchors each, blended into tables of 256 colours.
const anchors = {
  viridis: '440154 482878 3e4989 31688e 26828e 1f9e89 35b779 6ece58 b5de2b fde725',
  inferno: '000004 1b0c41 4a0c6b 781c6d a52c60 cf4446 ed6925 fb9b06 f7d13d fcffa4',
  'blue-red': '053061 2166ac 4393c3 92c5de d1e5f0 f7f7f7 fddbc7 f4a582 d6604d b2182b 67001f',
  grey: '0c0c0c f4f4f4',
};
export const mapNames = ['auto', ...Object.keys(anchors)];
export const solidColour = [168, 168, 173];

const channels = (hex) => [0, 2, 4].map((n) => parseInt(hex.slice(n, n + 2), 16));

function table(name) {
  const colours = anchors[name].split(' ').map(channels);
  const all = new Uint8Array(256 * 4);
  for (let n = 0; n < 256; ++n) {
    const at = (n / 255) * (colours.length - 1);
    const first = Math.min(Math.floor(at), colours.length - 2);
    for (let c = 0; c < 3; ++c) {
      const [a, b] = [colours[first][c], colours[first + 1][c]];
      all[4 * n + c] = Math.round(a + (at - first) * (b - a));
    }
    all[4 * n + 3] = 255;
  }
  return all;
}

const tables = {};
export const tableOf = (name) => (tables[name] ??= table(name));

// Values around zero get two colours that meet there.
export function chosenMap(name, low, high) {
  if (name !== 'auto') return name;
  const both = low < 0 && high > 0 && Math.min(-low, high) > 0.1 * Math.max(-low, high);
  return both ? 'blue-red' : 'viridis';
}

// The ends of the colours: what was typed, else those of the frame, with zero in the middle of a diverging map.
export function rangeOf(frame, typed, name) {
  let [low, high] = [typed.low ?? frame.low, typed.high ?? frame.high];
  if (typed.low === null && typed.high === null && chosenMap(name, low, high) === 'blue-red' && low < 0 && high > 0) {
    high = Math.max(-low, high);
    low = -high;
  }
  if (!(high > low)) {
    const middle = low;
    const half = Math.abs(middle) * 1e-3 || 1e-12;
    [low, high] = [middle - half, middle + half];
  }
  return { low, high };
}
