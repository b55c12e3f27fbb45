import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunContents } from '../../src/interfaces/page/worker/worker-protocol.ts';
import type { PageServer } from '../../src/interfaces/web/serve.ts';
import { root } from '../tidy/sources.ts';
import { describeInBrowser } from './chromium.ts';
import { scriptWorker, simulatedRun } from './scripted-worker.ts';
import { bootOf, servePage } from './served-page.ts';

// A screenshot is compared as a grid of how light its parts are: fonts, and a pixel here and there, may
// differ; a panel that is missing, a colour scheme that is mixed up or an empty picture may not. A file of
// test/browser/fixtures that is deleted is written anew, after someone has looked at the page.
const columns = 32;
const lines = 20;
/** Of 255: how much one part may differ, and all on average. */
const partMax = 90;
const averageMax = 9;

const example = readFileSync(join(root, 'examples/head-of-line-blocking/manifests.yaml'), 'utf8');

const looks: readonly (readonly [
  string,
  { readonly width: number; readonly height: number },
  'light' | 'dark',
])[] = [
  ['light', { width: 1280, height: 800 }, 'light'],
  ['dark', { width: 1280, height: 800 }, 'dark'],
  ['phone', { width: 390, height: 844 }, 'light'],
];

describeInBrowser('the page looks as it did', (browser) => {
  let server: PageServer;
  let run: RunContents;
  beforeAll(async () => {
    server = await servePage(bootOf(example, 'manifests.yaml'));
    run = simulatedRun(example);
  });
  afterAll(async () => server.close());

  test.each(looks)('%s', async (name, viewport, colorScheme) => {
    const context = await browser().newContext({ viewport, colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    await scriptWorker(page, run);
    await page.goto(server.url);
    await page.locator('.timeline-canvas[data-bars]').waitFor();
    await page.waitForTimeout(300);
    const grid = await lightness(page);
    const path = join(root, 'test/browser/fixtures', `${name}.txt`);
    if (!existsSync(path)) {
      expect(process.env.CI, `${path} is missing`).toBeUndefined();
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, textOf(grid));
    }
    const kept = gridOf(readFileSync(path, 'utf8'));
    expect(grid.length).toBe(kept.length);
    const differences = grid.map((value, place) => Math.abs(value - (kept[place] ?? 0)));
    const average = differences.reduce((sum, value) => sum + value, 0) / differences.length;
    expect(average).toBeLessThan(averageMax);
    expect(Math.max(...differences)).toBeLessThan(partMax);
    await context.close();
  });

  test('another colour scheme would be noticed', async () => {
    const [light, dark] = ['light', 'dark'].map((name) =>
      gridOf(readFileSync(join(root, 'test/browser/fixtures', `${name}.txt`), 'utf8')),
    );
    const differences = (light ?? []).map((value, place) => Math.abs(value - (dark?.[place] ?? 0)));
    expect(differences.reduce((sum, value) => sum + value, 0) / differences.length).toBeGreaterThan(
      averageMax * 5,
    );
  });
});

/** How light each part of the screenshot is, 0 to 255, line by line. */
async function lightness(page: Page): Promise<number[]> {
  const image = (await page.screenshot()).toString('base64');
  // Drawn in a page of its own: the one that is tested forbids images.
  const canvas = await page.context().newPage();
  const grid = await canvas.evaluate(
    async ([data, across, down]) => {
      const bitmap = await createImageBitmap(
        new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))]),
      );
      const small = new OffscreenCanvas(across, down);
      const context = small.getContext('2d');
      if (context === null) throw new Error('no canvas');
      context.imageSmoothingQuality = 'high';
      context.drawImage(bitmap, 0, 0, across, down);
      const { data: pixels } = context.getImageData(0, 0, across, down);
      const values: number[] = [];
      for (let at = 0; at < pixels.length; at += 4)
        values.push(
          Math.round(
            0.299 * (pixels[at] ?? 0) + 0.587 * (pixels[at + 1] ?? 0) + 0.114 * (pixels[at + 2] ?? 0),
          ),
        );
      return values;
    },
    [image, columns, lines] as const,
  );
  await canvas.close();
  return grid;
}

function textOf(grid: readonly number[]): string {
  const rows: string[] = [];
  for (let line = 0; line < lines; line++)
    rows.push(
      grid
        .slice(line * columns, (line + 1) * columns)
        .map((value) => String(value).padStart(3))
        .join(' '),
    );
  return `${rows.join('\n')}\n`;
}

function gridOf(text: string): number[] {
  return text.trim().split(/\s+/).map(Number);
}
