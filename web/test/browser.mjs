// The page in a real browser: what a user sees and does.   node browser.mjs EDDY CASES CHROMIUM PICTURES [MINUTES]
// With MINUTES the page is also left open for so long, and what it keeps is measured.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const [eddy, cases, browserFile, pictures, minutes] = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'eddy-page-'));
let failures = 0;
const check = (is, text) => {
  if (is) return;
  ++failures;
  console.log(`FAIL: ${text}`);
};
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
async function until(call, text, patience = 20000) {
  const end = Date.now() + patience;
  while (Date.now() < end) {
    try {
      if (await call()) return;
    } catch {
      // not yet
    }
    await pause(100);
  }
  check(false, text);
}

function launch(words, folder) {
  const process = spawn(eddy, words, { stdio: 'ignore' });
  process.over = new Promise((done) => process.on('exit', done));
  return { process, folder };
}
async function watched(name, path, set = []) {
  const folder = join(scratch, name);
  const run = launch(['run', join(cases, path), '--out', folder, '--watch', ...set.flatMap((s) => ['-s', s])], folder);
  await until(() => existsSync(join(folder, '.page')), `${name}: no address came`);
  run.address = readFileSync(join(folder, '.page'), 'utf8').trim();
  return run;
}

const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const browser = await chromium.launch({ executablePath: browserFile, headless: true, args: flags });
mkdirSync(pictures, { recursive: true });

// Opens a page that complains about nothing.
async function open(address, size = { width: 1280, height: 860 }) {
  const page = await browser.newPage({ viewport: size, colorScheme: 'dark' });
  page.on('pageerror', (error) => check(false, `the page says: ${error.stack ?? error.message}`));
  page.on('console', (m) => m.type() === 'error' && !/Failed to load resource|ERR_CONNECTION/.test(m.text()) && check(false, `the console says: ${m.text()}`));
  page.on('dialog', (dialog) => dialog.accept());
  await page.goto(address);
  return page;
}
const text = (page, id) => page.locator(`#${id}`).textContent();
const stepOf = async (page) => Number(/step (\d+)/.exec(await text(page, 'moment'))?.[1] ?? -1);
const colours = (page) =>
  page.evaluate(() => {
    const from = document.querySelector('#canvas canvas');
    const small = document.createElement('canvas');
    [small.width, small.height] = [64, 64];
    const c = small.getContext('2d');
    c.drawImage(from, 0, 0, 64, 64);
    return new Set(Array.from(new Uint32Array(c.getImageData(0, 0, 64, 64).data.buffer))).size;
  });
// Pixels of a canvas that are not clear.
const inked = (page, id) =>
  page.evaluate((name) => {
    const from = document.getElementById(name);
    const data = from.getContext('2d').getImageData(0, 0, from.width, from.height).data;
    let count = 0;
    for (let n = 3; n < data.length; n += 4) count += data[n] > 0;
    return count;
  }, id);
const shot = (page, name) => page.screenshot({ path: join(pictures, `${name}.png`) });

try {
  // ---- a flow around a body: fields, streamlines, probes, buttons
  const run = await watched('karman', 'projection/karman', ['run.end_time=1000']);
  const page = await open(run.address);
  await until(async () => (await text(page, 'status')) === 'running', 'the page never says that the run goes on');
  await until(async () => (await colours(page)) > 20, 'there is no picture');
  await until(async () => (await page.locator('#charts .uplot').count()) >= 2, 'there are no curves');
  await page.selectOption('#field', 'vorticity');
  await until(async () => /vorticity/.test(await text(page, 'scale-unit')), 'another field is not shown');
  await page.check('#lines');
  await page.check('#particles');
  await until(async () => (await inked(page, 'drift')) > 500, 'there are no particles');
  await pause(4000);
  const box = await page.locator('#overlay').boundingBox();
  await page.mouse.click(box.x + 0.6 * box.width, box.y + 0.5 * box.height);
  await until(async () => (await page.locator('#probes li').count()) === 1, 'a click places no probe');
  await until(async () => /[0-9]/.test(await page.locator('#probes b').first().textContent()), 'a probe has no value');
  await page.mouse.move(box.x + 52 + (0.2 / 2.2) * (box.width - 64), box.y + 20 + (0.21 / 0.41) * (box.height - 46)); // the middle of the cylinder
  await until(async () => /in a body/.test(await text(page, 'pointer')), 'the cylinder is no body');
  await page.mouse.click(box.x + 52 + (0.2 / 2.2) * (box.width - 64), box.y + 20 + (0.21 / 0.41) * (box.height - 46));
  check((await page.locator('#probes li').count()) === 1, 'a probe is placed in a body');
  await until(async () => (await page.locator('#log').textContent()).includes('karman'), 'there is no log');
  await pause(3000);
  await shot(page, 'watch');

  await page.click('#pause');
  await until(async () => (await text(page, 'status')) === 'paused', 'the run does not pause');
  await pause(1500);
  const at = await stepOf(page);
  await page.click('#step');
  await until(async () => (await stepOf(page)) === at + 1, 'a step is not one step');
  await page.click('#picture');
  await until(async () => (await page.locator('#pictures img').count()) > 0, 'no picture came');
  await page.click('#checkpoint');
  await until(async () => /checkpoint-/.test(await text(page, 'message')), 'no checkpoint came');
  await page.fill('form[data-key="run.end_time"] input', '1e-9');
  await page.click('form[data-key="run.end_time"] button');
  await until(async () => /is over/.test(await text(page, 'message')), 'an end in the past is not refused');
  await page.fill('form[data-key="run.cfl"] input', '0.4');
  await page.click('form[data-key="run.cfl"] button');
  await until(async () => /set run.cfl=0.4/.test(await text(page, 'message')), 'cfl is not set');
  await page.uncheck('#particles');
  await until(async () => (await inked(page, 'drift')) === 0, 'particles stay where none are wanted');
  await page.click('#theme');
  await pause(500);
  await shot(page, 'light');
  await page.setViewportSize({ width: 400, height: 800 });
  await pause(1000);
  check(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'a narrow window must be scrolled sideways');
  await shot(page, 'narrow');
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.click('#pause');
  await until(async () => (await stepOf(page)) > at + 5, 'the run does not go on');

  if (minutes) {
    const heap = async () => {
      const session = await page.context().newCDPSession(page);
      await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6;
    };
    const count = () => page.evaluate(() => document.querySelectorAll('*').length);
    await pause(20000);
    const begin = [await heap(), await count()];
    for (let n = 0; n < Number(minutes); ++n) {
      await pause(60000);
      console.log(`after ${n + 1} min: ${(await heap()).toFixed(2)} MB of heap, ${await count()} elements (at first ${begin[0].toFixed(2)} MB, ${begin[1]})`);
    }
    check((await heap()) < begin[0] + 8, 'the page grows');
  }

  await page.click('#stop');
  check((await run.process.over) === 75, 'the run does not stop cleanly');
  await until(async () => (await text(page, 'status')) === 'no connection', 'the page does not see that the run is over');
  await page.close();

  // ---- many rows of history.csv; blocks; hexahedra
  const others = [
    ['plate', 'heat/plate', ['run.theta=0', 'run.steady=', 'run.steps=100000000', 'exact=', 'expect='], 'temperature'],
    ['blocks', 'compressible/cylinder', ['run.end_time=1e9', 'mesh.cells=[48,24]', 'expect='], 'velocity'],
    ['hexahedra', 'galerkin/gmsh-cylinder', ['run.end_time=1e9', 'expect='], 'velocity'],
  ];
  for (const [name, path, set, field] of others) {
    const fast = await watched(name, path, set);
    const seen = await open(fast.address);
    await until(async () => (await colours(seen)) > 10, `${name}: there is no picture`);
    await until(async () => (await seen.locator('#charts .uplot').count()) >= 1, `${name}: there are no curves`);
    await seen.selectOption('#field', field);
    if (field === 'velocity') await seen.check('#lines');
    const place = await seen.locator('#overlay').boundingBox();
    await seen.mouse.click(place.x + 0.7 * place.width, place.y + 0.6 * place.height);
    await until(async () => /[0-9]/.test(await seen.locator('#probes b').first().textContent()), `${name}: a probe has no value`);
    await pause(1500);
    await shot(seen, name);
    await seen.click('#stop');
    check((await fast.process.over) === 75, `${name}: the run does not stop cleanly`);
    await seen.close();
  }

  // ---- in the units of the case
  const bar = await watched('bar', 'heat/plate', ['run.theta=0', 'run.steady=', 'run.end_time="2 d"', 'mesh.upper=["50 mm","20 mm"]', 'boundary.top.temperature="80 degC"', 'boundary.others.temperature="20 degC"', 'initial.temperature="20 degC"', 'exact=', 'expect=', 'output.line=[]', 'output.csv_origin=true', 'output.history_fields=["temperature"]']);
  const inUnits = await open(bar.address);
  await until(async () => /°C/.test(await text(inUnits, 'scale-unit')), 'the scale is not in °C');
  check(/^t = [0-9.e-]+ d$/m.test((await text(inUnits, 'moment')).split('·')[1].trim()), 'the time is not in days');
  const spot = await inUnits.locator('#overlay').boundingBox();
  await inUnits.mouse.click(spot.x + 0.5 * spot.width, spot.y + 0.4 * spot.height);
  await until(async () => /^(2|3|4|5|6|7)[0-9.]* °C$/.test(await inUnits.locator('#probes b').first().textContent()), 'a probe is not in °C');
  check(/mm$/.test(await inUnits.locator('#probes span').first().textContent()), 'a probe does not lie in mm');
  await until(async () => (await inUnits.locator('#charts .chart-title').allTextContents()).length > 0, 'there are no curves in units');
  await inUnits.fill('form[data-key="run.end_time"] input', '3');
  await inUnits.click('form[data-key="run.end_time"] button');
  await until(async () => /set run.end_time=3 d/.test(await text(inUnits, 'message')), 'the end is not set in days');
  await until(async () => (await inUnits.locator('form[data-key="run.end_time"] input').inputValue()) === '3', 'the new end is not shown in days');
  await pause(1500);
  await shot(inUnits, 'units');
  await inUnits.click('#stop');
  check((await bar.process.over) === 75, 'the run in units does not stop cleanly');
  await inUnits.close();

  // ---- what a run has left, in three dimensions
  const folder = join(scratch, 'slab');
  await launch(['run', join(cases, 'heat/mms-3d'), '--out', folder, '--small'], folder).process.over;
  const rows = readFileSync(join(folder, 'history.csv'), 'utf8').trim().split('\n').map((row) => row.split(','));
  const residual = rows[0].indexOf('residual');
  check(residual > 0, 'there is no residual');
  for (const row of rows.slice(1)) row[residual] = '2.3e-24'; // by decades, but too small for uPlot
  writeFileSync(join(folder, 'history.csv'), rows.map((row) => row.join(',')).join('\n') + '\n');
  const watch = spawn(eddy, ['watch', folder, '-q'], { stdio: ['ignore', 'pipe', 'ignore'] });
  const address = await new Promise((done) => watch.stdout.once('data', (data) => done(String(data).trim())));
  const other = await open(address);
  await until(async () => (await text(other, 'status')) === 'ended', 'the page does not say that the run has ended');
  await until(async () => (await colours(other)) > 10, 'there is no picture of a run that has ended');
  await until(async () => (await other.locator('#charts .chart-title').allTextContents()).includes('residual2.3e-24'), 'there is no curve of a tiny residual');
  await other.selectOption('#axis', '0');
  await other.locator('#slice').fill('300');
  await pause(1500);
  await shot(other, 'ended');
  await other.close();
  watch.kill('SIGINT');
} finally {
  await browser.close();
  rmSync(scratch, { recursive: true, force: true });
}
console.log(`${failures} failures`);
process.exit(failures ? 1 : 0);
