import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readExampleSources } from '../../../src/interfaces/cli/pages/show-page.ts';
import type { PageServer } from '../../../src/interfaces/web/serve.ts';
import { describeInBrowser } from '../chromium.ts';
import { servePage } from '../served-page.ts';
import { runShown, type WatchedPage, watchedPage } from '../watched-page.ts';

/** More than there are things to reach. */
const tabsMax = 200;

/** More than a row has bars: the work of a runtime stands between the requests of each layer. */
const barsMax = 500;

describeInBrowser('the whole page by keyboard alone', (browser) => {
  let server: PageServer;
  let watched: WatchedPage;
  beforeAll(async () => {
    server = await servePage({ examples: await readExampleSources() });
    watched = await watchedPage(browser(), server.url, { viewport: { width: 1600, height: 1000 } });
  });
  afterAll(async () => server?.close());

  const clock = () => watched.page.locator('.shell-clock').textContent();
  /** In virtual ms, as the clock does not tell it. */
  const playhead = () => watched.page.getByRole('slider', { name: 'Playhead' }).getAttribute('aria-valuenow');
  const focus = () => focusOf(watched.page);
  /** Presses Tab until what is called so has the focus; all on the way must be seen to have it. */
  const reach = async (name: string | RegExp, key = 'Tab'): Promise<Focus> => {
    const passed: string[] = [];
    for (let tabs = 0; tabs < tabsMax; tabs++) {
      await watched.page.keyboard.press(key);
      const now = await focus();
      // Beyond the last one the focus is the browser's, for one Tab.
      if (now.name !== '(nothing)') expect(now.unseen, now.name).toBe('');
      if (typeof name === 'string' ? now.name === name : name.test(now.name)) return now;
      passed.push(now.name);
    }
    throw new Error(`${name} is not reached by ${key}; passed ${passed.join(' | ')}`);
  };
  const kept = async (): Promise<void> => expect((await focus()).name).not.toBe('(nothing)');

  test('an example is opened, played, and sought in', async () => {
    const { page } = watched;
    await reach('Skip to the run');
    await page.keyboard.press('Enter');
    expect((await focus()).name).toBe('shell-main');
    await reach('Why do my pods start late?');
    await reach(/^Why does one large image/);
    await page.keyboard.press('Enter');
    await page.getByText('One large image holds up every other pod of the node').waitFor();
    await reach('Show the run of head-of-line-blocking');
    await page.keyboard.press('Enter');
    await runShown(page);
    await kept();
    await reach('Play');
    await page.keyboard.press('Enter');
    await expect.poll(clock).not.toMatch(/^0 s/);
    await page.keyboard.press('Space');
    await expect.poll(async () => (await focus()).name).toBe('Play');
    const paused = await clock();
    await reach('Playhead');
    await page.keyboard.press('PageUp');
    await expect.poll(clock).not.toBe(paused);
  });

  test('a row and its bars are read and selected, with the why of each; closing comes back to the row', async () => {
    const { page } = watched;
    await reach('Timeline of nodes, pods and containers');
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'Enter'])
      await page.keyboard.press(key);
    const shown = page.locator('.timeline-details p').first();
    await expect.poll(() => shown.textContent()).not.toBe('');
    const why = await shown.textContent();
    await expect.poll(() => page.locator('.timeline > [role=status]').textContent()).toContain(why);
    await reach('Bar after');
    const after = page.getByRole('button', { name: 'Bar after' });
    for (let bar = 0; bar < barsMax && (await after.isEnabled()); bar++) await page.keyboard.press('Enter');
    // There is no bar after the last one: the focus is not lost with the button.
    await expect.poll(() => after.isDisabled()).toBe(true);
    await kept();
    await reach('Close');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await focus()).name).toBe('Timeline of nodes, pods and containers');
  });

  test('a statechart is chosen, its events are walked through, and the page goes there', async () => {
    const { page } = watched;
    await page.keyboard.press('i');
    await reach('Why');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.locator('.statechart-title').waitFor();
    await reach('Actor');
    await page.getByRole('listbox', { name: 'Actors of the node' }).waitFor();
    await page.keyboard.type('podWorker');
    await page.keyboard.press('Enter');
    await page.locator('.statechart-title', { hasText: 'podWorker' }).waitFor();
    await page.locator('.statechart-log-line').first().waitFor({ state: 'attached' });
    const { name: reached } = await reach(/^[\d.]+ (?:ms|s|m) ?/);
    const before = await playhead();
    await page.keyboard.press('End');
    await expect.poll(async () => (await focus()).name).not.toBe(reached);
    await page.keyboard.press('Enter');
    await expect.poll(playhead).not.toBe(before);
    expect(await clock()).toMatch(/^2 m 47 s of/);
    await kept();
  });

  test('a setting is changed, compared, shown from both sides, and put back', async () => {
    const { page } = watched;
    await reach('Chart');
    for (const tab of ['Sequence', 'Context', 'Ask', 'Change']) {
      await page.keyboard.press('ArrowRight');
      expect((await focus()).name).toBe(tab);
    }
    await reach('serializeImagePulls');
    await page.keyboard.press('Space');
    await page.locator('.what-if-sentences p').first().waitFor();
    expect((await focus()).name).toBe('serializeImagePulls');
    await reach('Reset serializeImagePulls');
    await page.keyboard.press('Enter');
    await page.locator('.what-if-sentences').waitFor({ state: 'detached' });
    await kept();
  });

  test('a table is exported and read; help is opened and closed; the focus comes back each time', async () => {
    const { page, complaints } = watched;
    await reach(/^Share/);
    await page.keyboard.press('Enter');
    await reach(/^CSV/);
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(readFileSync(await file.path(), 'utf8').split('\n').length).toBeGreaterThan(5);
    await expect.poll(async () => (await focus()).name).toMatch(/^Share/);
    await reach('Keys and gestures');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    expect((await focus()).name).toBe('Close');
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await focus()).name).toBe('Keys and gestures');
    await reach('Timeline of nodes, pods and containers');
    await page.keyboard.press('t');
    await page.getByRole('region', { name: 'Table of pods' }).waitFor();
    await kept();
    await reach(/^Longest wait/);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.shell-table [aria-sort]').count()).toBe(1);
    await reach('Open ▾');
    await page.keyboard.press('Enter');
    await reach(/^gc-thrash/);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.title()).not.toContain('head-of-line');
    await kept();
    expect(complaints).toEqual([]);
    await page.close();
  });
});

interface Focus {
  readonly name: string;
  /** Why it cannot be seen that it has the focus; empty: it can. */
  readonly unseen: string;
}

async function focusOf(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return { name: '(nothing)', unseen: '' };
    const labels =
      'labels' in element
        ? [...((element as HTMLInputElement).labels ?? [])].map((label) =>
            label.textContent?.replace('●', '').trim(),
          )
        : [];
    const name =
      element.getAttribute('aria-label') ??
      labels[0] ??
      ((element.textContent ?? '').trim().slice(0, 80) || element.id || element.className);
    const style = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const isMarked = style.outlineStyle !== 'none' || style.boxShadow !== 'none';
    const isInSight =
      box.width > 1 &&
      box.height > 1 &&
      box.right > 0 &&
      box.bottom > 0 &&
      box.left < innerWidth &&
      box.top < innerHeight;
    return {
      name: element.id === 'shell-main' ? element.id : name,
      unseen: !isInSight ? 'out of sight' : isMarked ? '' : `unmarked ${element.outerHTML.slice(0, 120)}`,
    };
  });
}
