// What the page takes in a real browser: to its first view, to a cause, to a move of the playhead, and in memory.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { chromiumFlags, chromiumPath } from './chromium.mjs';
import { threadTime } from './thread-time.mjs';
import { oneLayer, workload } from './workload.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const cells = (name, value, target) => `  ${name.padEnd(54)}${value.padStart(16)}${target.padStart(17)}`;
const whole = (value) => value.toFixed(0);
const middle = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Prints a line for each budget of the page, of 100 and of 3,000 pods. */
export async function printPage(print) {
  const kilobytes = (...names) =>
    `${whole(names.map((name) => gzipSync(readFileSync(here(`../dist/page/${name}`))).length).reduce((a, b) => a + b) / 1000)} kB`;
  print(cells('the page', 'now', 'budget'));
  print(cells('the app, gzipped', kilobytes('app.js', 'app.css'), '260 kB'));
  print(cells('its worker, gzipped', kilobytes('worker.js'), ''));
  if (chromiumPath === undefined) {
    print('  there is no Chromium here: set CHROMIUM for the rest');
    return;
  }
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath: chromiumPath, args: [...chromiumFlags] });
  try {
    await printRun(browser, 1, 100, { first: '0.5 s', cause: '100 ms' }, print);
    await printRun(browser, 100, 30, { first: '3 s', cause: '200 ms' }, print);
  } finally {
    await browser.close();
  }
}

async function printRun(browser, nodes, pods, budget, print) {
  const count = `${(nodes * pods).toLocaleString('en')} pods`;
  const { url, end } = await served(workload(nodes, pods, oneLayer));
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(300_000);
    await page.goto(url);
    await page.waitForSelector('.timeline-canvas[data-bars]');
    const first = await threadTime(browser);
    // What is asked in the background afterwards is not in the way of what is measured next.
    await quiet(browser);
    const cause = await causeShown(page);
    const moves = await playheadMoves(page);
    const before = await threadTime(browser);
    const chart = await chartShown(page);
    await quiet(browser);
    const after = await threadTime(browser);
    const last = await threadTime(browser);
    if (first !== undefined)
      print(
        cells(
          `${count}: CPU to the first view`,
          `${((first.page + first.worker) / 1000).toFixed(2)} s`,
          budget.first,
        ),
      );
    print(cells(`${count}: from a click to the cause`, `${whole(cause)} ms`, budget.cause));
    print(cells(`${count}: a move of the playhead`, `${moves.toFixed(1)} ms`, '8 ms'));
    print(cells(`${count}: from a click to the chart`, `${whole(chart)} ms`, ''));
    if (before !== undefined && after !== undefined)
      print(
        cells(`${count}: CPU for the chart`, `${((allOf(after) - allOf(before)) / 1000).toFixed(2)} s`, ''),
      );
    if (last !== undefined) print(cells(`${count}: memory of the page`, `${whole(last.mib)} MiB`, '300 MB'));
    await page.close();
  } finally {
    end();
  }
}

/** Starts `windlass ui` on this input, and returns its address. */
async function served(input) {
  const folder = mkdtempSync(join(tmpdir(), 'windlass-bench-'));
  const file = join(folder, 'bench.yaml');
  writeFileSync(file, input);
  const server = spawn(process.execPath, [here('../dist/command/windlass.js'), 'ui', file, '--no-open'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [url] = await new Promise((resolve) =>
    createInterface(server.stdout).once('line', (line) => resolve([line])),
  );
  return {
    url,
    end: () => {
      server.kill();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Waits until no thread of the page computes any more. */
async function quiet(browser) {
  let before = Number.NaN;
  for (let turn = 0; turn < 240; turn++) {
    const time = await threadTime(browser);
    const now = time === undefined ? 0 : allOf(time);
    if (now - before < 20) return;
    before = now;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

/** Milliseconds from a click on the slowest pod until the sentence that says why is painted. */
function causeShown(page) {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isShown = () => {
      const sentence = document.querySelector('.drawer-outcome + p')?.textContent;
      return sentence !== undefined && !sentence.endsWith('…');
    };
    const began = performance.now();
    document.querySelector('.answer-slowest').click();
    while (!isShown()) await frame();
    await frame();
    return performance.now() - began;
  });
}

/** The CPU of all threads of the page. */
const allOf = ({ page, workers }) => workers.reduce((sum, one) => sum + one, page);

/** Milliseconds from a click on its tab until the chart of the slowest pod is painted. */
function chartShown(page) {
  return page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const began = performance.now();
    [...document.querySelectorAll('[role=tab]')].find((tab) => tab.textContent === 'Chart').click();
    while (document.querySelector('.statechart-arrow') === null) await frame();
    await frame();
    return performance.now() - began;
  });
}

/** Milliseconds that the page computes for a move of the playhead. */
async function playheadMoves(page) {
  const times = await page.evaluate(async () => {
    const axis = document.querySelector('.timeline-axis');
    const box = axis.getBoundingClientRect();
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const afterTasks = () =>
      new Promise((resolve) => {
        const channel = new MessageChannel();
        channel.port1.onmessage = resolve;
        channel.port2.postMessage(null);
      });
    axis.setPointerCapture = () => undefined;
    const measured = [];
    for (let move = 0; move < 15; move++) {
      await frame();
      const place = {
        bubbles: true,
        button: 0,
        pointerId: 1,
        clientX: box.left + box.width * (0.1 + 0.05 * move),
        clientY: box.top + 5,
      };
      const began = performance.now();
      axis.dispatchEvent(new PointerEvent('pointerdown', place));
      axis.dispatchEvent(new PointerEvent('pointerup', place));
      const handled = performance.now() - began;
      await frame();
      const painting = performance.now();
      await afterTasks();
      measured.push(handled + performance.now() - painting);
    }
    return measured;
  });
  return middle(times);
}
