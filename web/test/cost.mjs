// What frames cost a run: steps per second with and without them, in turn, in one run.   node cost.mjs ADDRESS FIELD [ROUNDS [SECONDS]]
const [address, field, rounds = 6, length = 10] = process.argv.slice(2);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const state = async () => (await fetch(`${address}state`)).json();

async function frames(until) {
  let count = 0;
  let bytes = 0;
  for (let next = performance.now(); performance.now() < until; ++count) {
    const answer = await fetch(`${address}frame?field=${field}&width=1024&height=1024`);
    bytes += (await answer.arrayBuffer()).byteLength;
    if (answer.status !== 200) --count;
    next += 100; // ten per second
    await pause(Math.max(0, next - performance.now()));
  }
  return { count, bytes };
}
async function speed(looks) {
  const begin = performance.now();
  const first = (await state()).step;
  const seen = looks ? await frames(begin + 1000 * length) : await pause(1000 * length);
  const last = (await state()).step;
  const seconds = (performance.now() - begin) / 1000;
  return { speed: (last - first) / seconds, frames: seen ? seen.count / seconds : 0, bytes: seen ? seen.bytes / seen.count : 0 };
}
const median = (all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)];

await speed(true);
const ratios = [];
for (let n = 0; n < Number(rounds); ++n) {
  const [before, with_frames, after] = [await speed(false), await speed(true), await speed(false)];
  ratios.push((2 * with_frames.speed) / (before.speed + after.speed));
  console.log(`${with_frames.frames.toFixed(1)} frames/s of ${(with_frames.bytes / 1e6).toFixed(2)} MB: ${with_frames.speed.toFixed(2)} steps/s; without ${before.speed.toFixed(2)} and ${after.speed.toFixed(2)}`);
}
console.log(`cost: ${(100 * (1 - median(ratios))).toFixed(1)} % (median of ${rounds})`);
