import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll } from 'vitest';
import { imagePullMachine } from '../../../machines/pull/image-pull.ts';
import { chartLayouts } from '../../../scripts/build/chart-layouts.mjs';
import { StepHistory } from '../../../src/charts/inspector/step-history.ts';
import { chartOf } from '../../../src/charts/statechart/chart-of.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import type { ActorHistory } from '../../../src/interfaces/page/worker/worker-protocol.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { root } from '../../tidy/sources.ts';
import type { Mounted } from './statechart-harness.tsx';

const folder = mkdtempSync(join(tmpdir(), 'windlass-statechart-'));

function buildHere(entry: string, file: string, name: string): Promise<unknown> {
  return build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [chartLayouts()],
    define: { 'process.env.NODE_ENV': '"production"' },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'es2022',
      cssCodeSplit: false,
      lib: {
        entry: join(root, entry),
        formats: ['iife'],
        name,
        fileName: () => `${file}.js`,
        cssFileName: file,
      },
    },
  });
}

/** Builds a page with the panels alone, before the tests of a file. */
export function withPanels(): void {
  beforeAll(async () => {
    await buildHere('test/browser/statechart/statechart-harness.tsx', 'harness', 'harness');
    await buildHere('src/interfaces/page/statechart/charts-part.ts', 'part-charts', 'windlass_charts');
    writeFileSync(
      join(folder, 'index.html'),
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Statechart</title><link rel="stylesheet" href="harness.css"></head>
<body><div id="app"></div><script src="harness.js"></script></body></html>`,
    );
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));
}

const file = 'examples/web-rollout.yaml';
const read = readInput([{ name: file, text: readFileSync(join(root, file), 'utf8') }], {});
export const recorded = new StepHistory({ node: 'node-1' });
if (read.ok) simulate(read.input, { inspect: recorded.inspect });

/** The busiest image pull: it waits, fails, backs off, and pulls. */
export const pull = recorded
  .actors()
  .filter(({ machine }) => machine === 'imagePull')
  .reduce((most, one) => (one.steps > most.steps ? one : most));
export const pullHistory = historyOf(pull.actor);
export const pullChart = chartOf(imagePullMachine);

export function historyOf(actor: string): ActorHistory {
  const history = recorded.steps(actor);
  if (history === undefined) throw new Error(`no steps of ${actor}`);
  return history;
}

export function mounted(more: Partial<Mounted> = {}): Mounted {
  const histories = Object.fromEntries(
    [pull.actor, 'node-1/kubelet/pullSlots', 'node-1/kubelet/pullBackOff', 'node-1/disk'].map((actor) => [
      actor,
      historyOf(actor),
    ]),
  );
  return { entries: recorded.actors(), histories, playheadMs: 0, ...more };
}

/** Returns what opens a panel in a page of its own. */
export function opener(browser: () => Browser) {
  return async (given: Mounted, size = { width: 1280, height: 900 }): Promise<Page> => {
    const page = await browser().newPage({ viewport: size });
    await page.goto(`file://${join(folder, 'index.html')}`);
    await mountIn(page, given);
    return page;
  };
}

/** Shows another panel in the same page. */
export async function mountIn(page: Page, given: Mounted): Promise<void> {
  await page.evaluate((text) => window.mount(JSON.parse(text) as Mounted), JSON.stringify(given));
}
