import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readExampleSources } from '../../../src/interfaces/cli/pages/show-page.ts';
import type { PageServer } from '../../../src/interfaces/web/serve.ts';
import { root } from '../../tidy/sources.ts';
import { describeInBrowser } from '../chromium.ts';
import { scriptWorker } from '../scripted-worker.ts';
import { seriousFindings } from '../serious-findings.ts';
import { openDrawer, servePage } from '../served-page.ts';
import { dropFiles, openDetails, podsStage, runShown, watchedPage } from '../watched-page.ts';

const rollout = readFileSync(join(root, 'examples/web-rollout.yaml'), 'utf8');

describeInBrowser('nobody is shut out of the whole page', (browser) => {
  let server: PageServer;
  beforeAll(async () => {
    server = await servePage({ examples: await readExampleSources() });
  });
  afterAll(async () => server?.close());

  const looked = async (
    page: Page,
    state: string,
    schemes: readonly ('light' | 'dark')[] = ['light', 'dark'],
  ): Promise<void> => {
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await seriousFindings(page), `${state}, ${colorScheme}`).toEqual([]);
    }
  };

  test('empty, refused, shown with all panels, a row selected, menus, table, what-if compared, help', async () => {
    const { page, complaints } = await watchedPage(browser(), server.url, {
      viewport: { width: 1600, height: 1000 },
      reducedMotion: 'reduce',
    });
    await page.getByRole('heading', { name: 'Why does that pod wait?' }).waitFor();
    await looked(page, 'empty');
    await dropFiles(page, { 'broken.yaml': 'kind: Pod\nmetadata: [' });
    await page.locator('.shell-refused').waitFor();
    await looked(page, 'refused');
    await dropFiles(page, { 'rollout.yaml': rollout });
    await runShown(page);
    await openDrawer(page, 'Chart');
    await page.locator('.statechart-state').first().waitFor();
    await page.keyboard.press('End');
    const pods = await podsStage(page);
    await page.mouse.click(pods.x + 60, pods.y + 60);
    await page.locator('.timeline-details p').first().waitFor();
    await looked(page, 'a bar selected');
    await page.locator('[data-band=more] .timeline-label').click();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.getByRole('region', { name: 'Totals of the range' }).waitFor();
    await looked(page, 'all rows above the pods, a range');
    for (const name of ['Open', 'Share']) {
      await page.getByRole('button', { name, exact: true }).click();
      await page.locator('.shell-menu-panel button').first().waitFor();
      await looked(page, `the menu ${name}`, ['dark']);
      await page.keyboard.press('Escape');
    }
    await page.getByRole('combobox', { name: 'Actor' }).click();
    await looked(page, 'the list of actors', ['light']);
    await page.keyboard.press('Escape');
    await openDetails(page);
    await openDrawer(page, 'Change');
    await openDetails(page);
    await page.getByRole('textbox', { name: 'maxParallelImagePulls', exact: true }).fill('9');
    await page.locator('.what-if-sentences p').first().waitFor();
    await page.getByRole('textbox', { name: 'node link' }).fill('fast');
    await page.getByText('a rate above 0 such as 1Gbit/s').first().waitFor();
    await looked(page, 'a what-if compared, a setting refused');
    await page.getByRole('button', { name: 'Table' }).click();
    await looked(page, 'the table');
    await page.getByRole('button', { name: 'Keys and gestures' }).click();
    await page.getByRole('dialog').waitFor();
    await looked(page, 'help');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('each tab of a phone, and nothing hangs over the edge', async () => {
    const { page, complaints } = await watchedPage(browser(), server.url, {
      viewport: { width: 390, height: 844 },
    });
    await looked(page, 'empty on a phone');
    await dropFiles(page, { 'rollout.yaml': rollout });
    await runShown(page);
    for (const name of ['Timeline', 'Details', 'What if']) {
      await page.getByRole('tab', { name }).click();
      await page.getByRole('tabpanel', { name }).waitFor();
      if (name === 'Timeline') await page.getByText('Faults and resources').click();
      await looked(page, `${name} on a phone`);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(390);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('while a run is made', async () => {
    const page = await browser().newPage({ viewport: { width: 1280, height: 800 } });
    await scriptWorker(page);
    await page.goto(server.url);
    await dropFiles(page, { 'rollout.yaml': rollout });
    await page.getByRole('heading', { name: 'Running …' }).waitFor();
    await page.evaluate(() =>
      (window as unknown as { answer: (answer: object) => void }).answer({
        type: 'RUN.PROGRESSED',
        progress: { atMs: 30_000, horizonMs: 120_000, pods: 3, podsDone: 1 },
      }),
    );
    await page.getByText('1 of 3 pods have started; virtual time 30').waitFor();
    await looked(page, 'running');
    // The first time asks for what is known by now, which this worker never tells; the second time gives up.
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Forget it' }).click();
    await page.getByRole('heading', { name: 'Why does that pod wait?' }).waitFor();
    expect(await page.evaluate(() => (window as unknown as { awaited: () => number }).awaited())).toBe(0);
    await page.close();
  });
});
