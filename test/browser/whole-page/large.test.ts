import { existsSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageServer } from '../../../src/interfaces/web/serve.ts';
import { describeInBrowser } from '../chromium.ts';
import { PageTasks } from '../page-tasks.ts';
import { podsYaml, servePage } from '../served-page.ts';
import { dropFiles, podRowCount, runShown, type WatchedPage, watchedPage } from '../watched-page.ts';

const nodes = 50;
const pods = 5_000;
/**
 * What the page may compute at a stretch, in ms of CPU, whoever else uses the machine; one that simulates by
 * itself takes many seconds.
 */
const taskMsMax = 500;

describeInBrowser(`${pods} pods on ${nodes} nodes`, (browser) => {
  let server: PageServer;
  let watched: WatchedPage;
  const text = podsYaml(pods, nodes);
  beforeAll(async () => {
    server = await servePage({ examples: [] });
    watched = await watchedPage(browser(), server.url);
  });
  afterAll(async () => server?.close());

  const progress = () => watched.page.evaluate(() => document.querySelector('progress')?.value ?? -1);

  test('the page lives while they are run: progress moves, and another input takes its place', async () => {
    const { page } = watched;
    await dropFiles(page, { 'large.yaml': text });
    await expect.poll(progress).toBeGreaterThan(0);
    const first = await progress();
    await expect.poll(progress, { interval: 20 }).not.toBe(first);
    // It is not waited for: the small one is there at once.
    await dropFiles(page, { 'small.yaml': podsYaml(1) });
    await runShown(page);
    await expect.poll(() => podRowCount(page)).toBe(2);
    // Nothing runs any more, and the large one has not taken its place.
    await expect.poll(() => page.locator('progress').count()).toBe(0);
    expect(await podRowCount(page)).toBe(2);
  });

  test('they are shown, scrolled to the last one and searched; the page never stands still', async () => {
    const { page, complaints } = watched;
    const tasks = await PageTasks.of(browser());
    const began = Date.now();
    await dropFiles(page, { 'large.yaml': text });
    await page.locator('.shell-busy').waitFor();
    // The small run is still there, and answers.
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.shell-clock').textContent()).not.toMatch(/^0 s/);
    await page.getByLabel('Group rows by').selectOption('node');
    await expect.poll(() => podRowCount(page)).toBe(pods + nodes);
    const tookMs = Date.now() - began;
    await page.locator('.timeline-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    await page.locator(`.timeline-group[aria-label="node-${nodes}"]`).waitFor();
    expect(await page.locator('.timeline-row').count()).toBeLessThan(60);
    await page.keyboard.press('/');
    await page.keyboard.type('app-4999');
    await expect.poll(() => page.locator('.timeline-found').textContent()).toBe(`1 of ${pods} rows`);
    const taskMs = await tasks.end();
    const [longest = 0] = taskMs;
    console.log(
      `${pods} pods on ${nodes} nodes: shown ${tookMs} ms after the drop; longest task ${longest.toFixed(0)} ms; ${await memoryOf(page)}`,
    );
    expect(taskMs.length).toBeGreaterThan(100);
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThan(taskMsMax);
    expect(complaints).toEqual([]);
    await page.close();
  });
});

/**
 * What the processes of pages hold of the machine's memory, their workers included; and the heap of this page
 * alone.
 */
async function memoryOf(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  const megabytes = `heap of the page ${(usedSize / 1e6).toFixed(0)} MB`;
  const chromium = await page.context().browser()?.newBrowserCDPSession();
  if (chromium === undefined || !existsSync('/proc/self/status')) return megabytes;
  const { processInfo } = await chromium.send('SystemInfo.getProcessInfo');
  await chromium.detach();
  const resident = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => Number(/VmRSS:\s*(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0));
  return `${megabytes}; resident with its workers ${(Math.max(...resident) / 1e3).toFixed(0)} MB`;
}
