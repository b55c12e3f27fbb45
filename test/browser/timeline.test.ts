import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RunContents } from '../../src/interfaces/page/worker/worker-protocol.ts';
import type { PageServer } from '../../src/interfaces/web/serve.ts';
import { root } from '../tidy/sources.ts';
import { complaintsOf, describeInBrowser } from './chromium.ts';
import { manyNodes, scriptWorker, simulatedRun } from './scripted-worker.ts';
import { seriousFindings } from './serious-findings.ts';
import { bootOf, servePage } from './served-page.ts';
import { podRowCount, podsStage } from './watched-page.ts';

const rollout = readFileSync(join(root, 'examples/web-rollout.yaml'), 'utf8');

describeInBrowser('the timeline', (browser) => {
  let server: PageServer;
  let run: RunContents;
  beforeAll(async () => {
    server = await servePage(bootOf(rollout, 'web-rollout.yaml'));
    run = simulatedRun(rollout);
  });
  afterAll(async () => server.close());

  const open = async (
    shown: RunContents,
    width = 1280,
    height = 800,
  ): Promise<{ page: Page; complaints: readonly string[] }> => {
    const page = await browser().newPage({ viewport: { width, height } });
    const complaints = complaintsOf(page);
    await scriptWorker(page, shown);
    await page.goto(server.url);
    await page.locator('.timeline-canvas[data-bars]').waitFor();
    return { page, complaints };
  };
  const windowOf = async (page: Page): Promise<number[]> =>
    page.$$eval('.timeline-overview-handle', (handles) =>
      handles.map((handle) => Number(handle.getAttribute('aria-valuenow'))),
    );

  test('is zoomed and moved by wheel, drag and keys, and fits again', async () => {
    const { page, complaints } = await open(run);
    const stage = await page.locator('.timeline-stage').boundingBox();
    if (stage === null) throw new Error('no stage');
    const [x, y] = [stage.x + stage.width / 2, stage.y + 60];
    const whole = await windowOf(page);
    const changed = async (deed: () => Promise<unknown>): Promise<number[]> => {
      const before = String(await windowOf(page));
      await deed();
      await expect.poll(async () => String(await windowOf(page))).not.toBe(before);
      return windowOf(page);
    };
    await page.mouse.move(x, y);
    await page.keyboard.down('Control');
    const zoomed = await changed(() => page.mouse.wheel(0, -240));
    await page.keyboard.up('Control');
    expect((zoomed[1] ?? 0) - (zoomed[0] ?? 0)).toBeLessThan(((whole[1] ?? 0) - (whole[0] ?? 0)) * 0.8);
    const dragged = await changed(async () => {
      await page.mouse.down();
      await page.mouse.move(x - 80, y, { steps: 3 });
      await page.mouse.up();
    });
    expect(dragged[0]).toBeGreaterThan(zoomed[0] ?? 0);
    expect(await changed(() => page.keyboard.press('f'))).toEqual(whole);
    const near = await changed(() => page.keyboard.press('w'));
    expect((near[1] ?? 0) - (near[0] ?? 0)).toBeLessThan(((whole[1] ?? 0) - (whole[0] ?? 0)) * 0.6);
    const right = await changed(() => page.keyboard.press('d'));
    expect(right[0]).toBeGreaterThan(near[0] ?? 0);
    expect(await changed(() => page.keyboard.press('a'))).toEqual(near);
    expect(await changed(() => page.keyboard.press('s'))).toEqual(whole);
    await changed(() => page.keyboard.press('+'));
    await changed(() => page.keyboard.press('-'));
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('tells the totals of a range that is drawn, zooms to it, and has it in the address', async () => {
    const { page, complaints } = await open(run);
    const stage = await page.locator('.timeline-stage').boundingBox();
    if (stage === null) throw new Error('no stage');
    const whole = await windowOf(page);
    const at = (share: number) => stage.x + stage.width * share;
    await page.keyboard.down('Shift');
    await page.mouse.move(at(0.1), stage.y + 60);
    await page.mouse.down();
    await page.mouse.move(at(0.3), stage.y + 60, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.up('Shift');
    const card = page.getByRole('region', { name: 'Totals of the range' });
    expect(await card.textContent()).toMatch(
      /^6\.\d s – 2\d s \(14 s\)\d pulls begun, .* waited together: .*2 of 2 slots in use at the most/,
    );
    expect(await windowOf(page)).toEqual(whole);
    const drawn = await page.locator('.timeline-brush-picked').boundingBox();
    expect(Math.abs((drawn?.x ?? 0) - at(0.1))).toBeLessThan(3);
    expect(Math.abs((drawn?.width ?? 0) - stage.width * 0.2)).toBeLessThan(4);
    await expect.poll(() => page.url()).toMatch(/[#&]range=6\.\d+-2\d(?:\.\d+)?/);
    const told = await card.textContent();
    await card.getByRole('button', { name: 'Zoom to it' }).click();
    await expect.poll(async () => (await windowOf(page))[0]).toBeGreaterThan(6_000);
    await page.keyboard.press('Escape');
    await expect.poll(() => card.count()).toBe(0);
    await expect.poll(() => page.url()).not.toContain('range=');
    await page.goBack();
    await expect.poll(() => card.textContent()).toBe(told);
    await page.reload();
    await expect.poll(() => card.textContent()).toBe(told);
    await card.getByRole('button', { name: 'Remove the range' }).click();
    await expect.poll(() => page.url()).not.toContain('range=');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('picks a range by keys from the playhead on, wherever the focus is', async () => {
    const { page } = await open(run);
    const card = page.getByRole('region', { name: 'Totals of the range' });
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => card.textContent()).toMatch(/^0 s – 6\.\d s/);
    await page.getByRole('treegrid').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => card.textContent()).toMatch(/^0 s – 10 s/);
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => card.textContent()).toMatch(/^0 s – 6\.\d s/);
    await page.getByRole('button', { name: 'Totals of what is in sight' }).click();
    await expect.poll(() => card.textContent()).toMatch(/^0 s – 69 s/);
    await page.keyboard.press('Escape');
    await expect.poll(() => card.count()).toBe(0);
    await page.close();
  });

  test('has its buttons beside the overview and not under it, however narrow it is', async () => {
    const { page } = await open(run, 768, 900);
    await page.getByRole('button', { name: 'Details' }).click();
    await page.locator('.drawer').waitFor();
    const [select, overview, more] = await Promise.all(
      ['.timeline-toolbar select', '.timeline-overview', '[data-band=more] .timeline-band-name'].map((one) =>
        page.locator(one).boundingBox(),
      ),
    );
    expect((select?.x ?? 0) + (select?.width ?? 999)).toBeLessThanOrEqual(overview?.x ?? 0);
    // What can be unfolded says so by a sign at the end of its name.
    const name = page.locator('[data-band=more] .timeline-band-name');
    expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(more?.width).toBeGreaterThan(30);
    await page.close();
  });

  test('lets no line cross the words of a header', async () => {
    const { page } = await open(run);
    const title = page.locator('.timeline-group:not(.timeline-band) .timeline-node-title').first();
    const stage = await page.locator('.timeline-stage').boundingBox();
    const words = await title.boundingBox();
    if (stage === null || words === null) throw new Error('no header');
    const underWords = words.x + words.width - 10;
    expect(underWords).toBeGreaterThan(stage.x + 5);
    // Its box ends within a pixel, in which the line may be.
    const clip = { ...words, y: words.y + 2, height: words.height - 4 };
    const pictured = () => page.screenshot({ clip });
    await page.keyboard.press('End');
    const before = await pictured();
    await page.mouse.click(underWords, stage.y - 8);
    await expect
      .poll(async () => {
        const line = await page.locator('.timeline-playhead').boundingBox();
        return Math.abs((line?.x ?? 0) - underWords);
      })
      .toBeLessThan(3);
    await page.mouse.move(0, 0);
    expect((await pictured()).equals(before)).toBe(true);
    await page.close();
  });

  test('is read by keyboard alone: rows, bars, what is picked, what is said', async () => {
    const { page, complaints } = await open(run);
    const grid = page.getByRole('treegrid');
    await grid.focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'ArrowRight'])
      await page.keyboard.press(key);
    await expect
      .poll(() => page.locator('.timeline > [role=status]').textContent())
      .toContain('Waited for the test.');
    const active = await grid.getAttribute('aria-activedescendant');
    expect(await page.locator(`[id="${active}"]`).textContent()).toContain('web-');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Selected' }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('region', { name: 'Selected' }).count()).toBe(0);
    await page.keyboard.press('.');
    await expect.poll(() => page.locator('.shell-clock').textContent()).not.toMatch(/^0 s/);
    await page.keyboard.press(' ');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys and gestures' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    await page.keyboard.type('redis');
    await expect.poll(() => page.locator('.timeline-found').textContent()).toBe('1 of 9 rows');
    await expect.poll(() => page.locator('.timeline-name mark').textContent()).toBe('redis');
    await page.keyboard.press('Escape');
    await page.keyboard.press('t');
    await page.getByRole('region', { name: 'Table of pods' }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('says what a bar is and why when the pointer rests on it; a click selects it and takes the playhead there', async () => {
    const { page } = await open(run);
    const playhead = page.getByRole('slider', { name: 'Playhead' });
    expect(Number(await playhead.getAttribute('aria-valuenow'))).toBe(0);
    const stage = await podsStage(page);
    await page.mouse.move(stage.x + stage.width * 0.15, stage.y + 28 + 24 + 12);
    await expect
      .poll(() => page.locator('.timeline-tooltip').textContent())
      .toContain('Waited for the test.');
    await expect.poll(() => page.locator('.timeline-tooltip').textContent()).toContain('backing off');
    await page.mouse.click(stage.x + stage.width * 0.15, stage.y + 28 + 24 + 12);
    await expect.poll(() => page.locator('.timeline-row[aria-selected=true]').count()).toBe(1);
    const details = page.locator('.timeline-details-phase');
    await expect.poll(() => details.textContent()).toContain('backing off');
    const placed = async () => Number(await playhead.getAttribute('aria-valuenow')) / run.view.endMs;
    await expect.poll(async () => Math.abs((await placed()) - 0.15)).toBeLessThan(0.02);
    // The details are those of the bar at the playhead, wherever it goes.
    await playhead.press('End');
    await expect.poll(() => details.textContent()).not.toContain('backing off');
    await page.close();
  });

  test('keeps every letter of a search, however fast it is typed', async () => {
    const { page } = await open(run);
    const field = page.getByRole('combobox', { name: /^Search/ });
    for (let round = 0; round < 5; round++) {
      // Each letter in a task of its own, all within a frame or two.
      await field.evaluate(async (input: HTMLInputElement) => {
        input.focus();
        for (const letter of 'redis') {
          document.execCommand('insertText', false, letter);
          await new Promise((resolve) => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = resolve;
            port2.postMessage(null);
          });
        }
      });
      await expect.poll(() => page.locator('.timeline-name mark').textContent()).toBe('redis');
      expect(await field.inputValue()).toBe('redis');
      await page.keyboard.press('Escape');
      await expect.poll(() => field.inputValue()).toBe('');
    }
    await page.close();
  });

  test('has no more rows in the document than are in sight, however many there are', async () => {
    const { page } = await open(manyNodes(run, 560));
    // So many rows begin by cause: its three headers, and no node's.
    expect(await podRowCount(page)).toBe(560 * 9 + 3);
    await page.getByLabel('Group rows by').selectOption('node');
    await expect.poll(() => podRowCount(page)).toBe(560 * 10);
    expect(await page.locator('.timeline-row').count()).toBeLessThan(60);
    await page.locator('.timeline-body').evaluate((body) => body.scrollTo(0, body.scrollHeight));
    await page
      .getByText('node-1-559')
      .or(page.locator('.timeline-group[aria-label="node-1-559"]'))
      .first()
      .waitFor();
    expect(await page.locator('.timeline-row').count()).toBeLessThan(60);
    await page.close();
  });

  test.each([
    ['wide', 1280, 800],
    ['on a phone', 390, 844],
  ])('has no serious finding of axe, and nothing hangs over the edge: %s', async (_, width, height) => {
    const { page } = await open(run, width, height);
    const pods = await podsStage(page);
    await page.mouse.click(pods.x + 60, pods.y + 60);
    expect(await seriousFindings(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.close();
  });
});
