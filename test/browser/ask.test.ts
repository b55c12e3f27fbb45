import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { splitWords } from '../../src/interfaces/cli/files/examples.ts';
import type { PageServer } from '../../src/interfaces/web/serve.ts';
import { runInProcess } from '../interfaces/cli/run-in-process.ts';
import { root } from '../tidy/sources.ts';
import { describeInBrowser } from './chromium.ts';
import { seriousFindings } from './serious-findings.ts';
import { bootOf, openDrawer, servePage } from './served-page.ts';
import { runShown, watchedPage } from './watched-page.ts';

const file = 'examples/web-rollout.yaml';
const kinds = [
  'compare',
  'sweep',
  'recommend',
  'container',
  'fleet',
  'fix',
  'lint',
  'upgrade',
  'worst',
] as const;

describeInBrowser('questions that are asked on the page', (browser) => {
  let server: PageServer;
  beforeAll(async () => {
    server = await servePage(bootOf(readFileSync(join(root, file), 'utf8'), file));
  });
  afterAll(async () => server?.close());

  const opened = async (options = {}) => {
    const watched = await watchedPage(browser(), server.url, options);
    await runShown(watched.page);
    await openDrawer(watched.page, 'Ask');
    return watched;
  };
  const choose = (page: Page, kind: string) =>
    page.getByRole('combobox', { name: 'Question', exact: true }).selectOption(kind);
  const ask = async (page: Page, kind: string): Promise<void> => {
    await choose(page, kind);
    await page.locator('.ask-submit').click();
    await page.locator(`.ask-answer[data-command="${kind}"]`).waitFor();
  };
  const saved = async (page: Page, name: string): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return readFileSync(await pathOf(download), 'utf8');
  };

  test('are answered with the words of their commands, which can be saved and copied; nobody is shut out', async () => {
    const { page, complaints } = await opened();
    for (const kind of kinds) {
      await ask(page, kind);
      const command = (await page.locator('.ask-command code').textContent()) ?? '';
      expect(await page.locator('.ask-preview').textContent()).toBe(command);
      const [, ...words] = splitWords(command);
      const printed = await runInProcess(words, { cwd: root });
      expect(await page.locator('.ask-text pre').textContent(), command).toBe(printed.stdout);
      const first = (await page.locator('.ask-first').textContent()) ?? '';
      expect(first.length).toBeGreaterThan(10);
      expect(printed.stdout.replace(/\s+/g, ' ')).toContain(first);
      // test/interfaces/page/worker holds the JSON of each question against its command's.
      const json = await saved(page, 'Save as JSON');
      if (kind === 'compare')
        expect(json).toBe((await runInProcess([...words, '-o', 'json'], { cwd: root })).stdout);
      else expect(JSON.parse(json)).toMatchObject({ apiVersion: 'windlass.dev/v1alpha1' });
      const html = await saved(page, 'Save as HTML');
      expect(html).toContain('<!doctype html>');
      expect(html.match(/<figure/g)?.length ?? 0).toBe(await page.locator('.ask-charts figure svg').count());
      expect(await page.locator('.ask-charts figure').count(), kind).toBe(
        // From what runs here to the newest release nothing differs that could be drawn.
        { compare: 1, sweep: 3, recommend: 1, container: 2, fleet: 5, worst: 1 }[kind as string] ?? 0,
      );
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect.soft(await seriousFindings(page), `${kind}, ${colorScheme}`).toEqual([]);
      }
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('can be cancelled, and tell then what is known; a finding opens its file; keys suffice', async () => {
    const { page, complaints } = await opened();
    await page.getByRole('spinbutton', { name: 'Seeds' }).fill('1000');
    await page.locator('.ask-submit').click();
    // With no seed run whole nothing is known yet.
    await page.locator('.ask-waiting', { hasText: /\b[1-9]\d+ of 2000 runs/ }).waitFor();
    await page.keyboard.press('Escape');
    await page
      .locator('.ask-interrupted', {
        hasText: /^Cancelled: \d+ of 1000 seeds\. This is what is known so far\.$/,
      })
      .waitFor();
    await page.getByRole('combobox', { name: 'variant B, field 1', exact: true }).fill('maxParallelPulls');
    await page.locator('.ask-old').waitFor();
    await page.keyboard.press('Enter');
    await page
      .locator('.ask-result .ask-problem', { hasText: 'did you mean maxParallelImagePulls?' })
      .waitFor();
    await ask(page, 'lint');
    await page.locator('.ask-table tbody button').first().press('Enter');
    const text = readFileSync(join(root, file), 'utf8').split('\n');
    const place = ((await page.locator('.ask-table tbody button').first().textContent()) ?? '')
      .split(':')
      .map(Number);
    const marked = (await page.locator('.ask-excerpt-line').textContent()) ?? '';
    expect(marked).toContain(text[(place.at(-2) ?? 0) - 1]);
    // The run stays in sight, and the answer is there again when the drawer is.
    await runShown(page);
    await page.locator('.ask-result').focus();
    await page.keyboard.press('q');
    await page.locator('.drawer').waitFor({ state: 'detached' });
    await page.keyboard.press('q');
    await page.locator('.ask-answer').waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('about what is selected take one press, in the drawer and in the search; Back, a reload and a link show them again', async () => {
    const { page, complaints } = await watchedPage(browser(), server.url, {
      viewport: { width: 1440, height: 900 },
    });
    await runShown(page);
    await page.keyboard.press('i');
    expect.soft(await seriousFindings(page), 'questions about it').toEqual([]);
    const about = page.getByRole('list', { name: 'Questions about it' });
    await about.getByRole('button', { name: 'Why not sooner?' }).click();
    await page.locator('.ask-answer[data-command="container"] h2', { hasText: 'recommender' }).waitFor();
    const why = (await page.locator('.ask-first').textContent()) ?? '';
    // Nothing but the drawer is scrolled.
    expect(
      await page.evaluate(() => document.querySelector('.shell-header')?.getBoundingClientRect().top),
    ).toBe(0);
    await expect.poll(() => hash(page)).toMatch(/&question=container&fields=.*recommender.*&asked=yes$/);
    const link = await hash(page);

    await page.keyboard.press('/');
    await page.keyboard.type('worst');
    await page
      .getByRole('listbox', { name: 'Found' })
      .getByRole('option', { name: /^What is the worst/ })
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('.ask-question') !== null))
      .toBe(true);
    await page.getByRole('spinbutton', { name: 'Runs' }).fill('7');
    await expect.poll(() => hash(page)).toMatch(/&question=worst&fields=.*%22budget%22:%227%22/);
    // What is typed is no step of its own.
    await page.goBack();
    await page.locator('.ask-answer[data-command="container"]').waitFor();
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Question', exact: true }).inputValue())
      .toBe('container');
    await page.goForward();
    await expect.poll(() => page.getByRole('spinbutton', { name: 'Runs' }).inputValue()).toBe('7');
    await page.reload();
    await runShown(page);
    await expect.poll(() => page.getByRole('spinbutton', { name: 'Runs' }).inputValue()).toBe('7');
    expect(await page.locator('.ask-answer').count()).toBe(0);

    const other = await browser().newPage({ viewport: { width: 1440, height: 900 } });
    await other.goto(server.url + link);
    await other.locator('.ask-answer[data-command="container"]').waitFor();
    expect(await other.locator('.ask-first').textContent()).toBe(why);
    expect(await hash(other)).toBe(link);
    await other.close();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('fit on a phone', async () => {
    const { page, complaints } = await watchedPage(browser(), server.url, {
      viewport: { width: 390, height: 844 },
    });
    await runShown(page);
    await page.getByRole('tab', { name: 'Details', exact: true }).click();
    await page.getByRole('tab', { name: 'Ask', exact: true }).click();
    for (const kind of ['compare', 'upgrade', 'lint']) {
      await ask(page, kind);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), kind).toBeLessThanOrEqual(390);
      expect(
        await page.locator('.ask').evaluate((panel) => panel.scrollWidth - panel.clientWidth),
        kind,
      ).toBe(0);
      expect.soft(await seriousFindings(page), kind).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });
});

const hash = (page: Page) => page.evaluate(() => location.hash);

async function pathOf(download: Download): Promise<string> {
  const path = await download.path();
  if (path === null) throw new Error('nothing was saved');
  return path;
}
