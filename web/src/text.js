// Numbers as people read them.
export function short(value) {
  if (value === null || value === undefined || !Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  return size >= 1e5 || size < 1e-3 ? Number(value.toPrecision(4)).toExponential() : String(Number(value.toPrecision(5)));
}
export const seconds = (s) => (s >= 3600 ? `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min` : s >= 60 ? `${Math.floor(s / 60)} min ${Math.floor(s % 60)} s` : `${Math.round(s)} s`);

// A number that was typed; null: nothing; undefined: no number.
export function typed(input) {
  const text = input.value.trim();
  if (text === '') return null;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

export function ticks(low, high, count) {
  const rough = (high - low) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((s) => s >= rough);
  const all = [];
  const first = Math.ceil(low / step - 1e-9);
  for (let n = first; n * step <= high + 1e-9 * step && n < first + 100; ++n) all.push(Number((n * step).toPrecision(12)));
  return all;
}
