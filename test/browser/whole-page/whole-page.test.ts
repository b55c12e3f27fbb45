import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageServer } from '../../../src/interfaces/web/serve.ts';
import { root } from '../../tidy/sources.ts';
import { describeInBrowser } from '../chromium.ts';
import { bootOf, openDrawer, servePage } from '../served-page.ts';
import { runShown, watchedPage } from '../watched-page.ts';

const example = readFileSync(join(root, 'examples/head-of-line-blocking/manifests.yaml'), 'utf8');

describeInBrowser('the whole page', (browser) => {
  let server: PageServer;
  beforeAll(async () => {
    server = await servePage(bootOf(example, 'manifests.yaml'));
  });
  afterAll(async () => server?.close());

  const clockOf = (page: Page) => page.locator('.shell-clock').textContent();
  const litOf = (page: Page) =>
    page.$$eval('.statechart-state-lit', (states) =>
      states.map((state) => state.getAttribute('data-state')).join(' '),
    );
  const slotsOf = (page: Page) => page.locator('[data-band=slots] .timeline-band-value').textContent();

  test('plays and seeks: the clock, the lit state and the rows above the pods follow the playhead', async () => {
    const { page, complaints } = await watchedPage(browser(), server.url);
    await runShown(page);
    await openDrawer(page, 'Chart');
    await page.locator('.statechart-state').first().waitFor();
    expect(await clockOf(page)).toMatch(/^0 s of/);
    const atFirst = [await litOf(page), await slotsOf(page)];
    await page.getByLabel('Speed').selectOption('10');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => clockOf(page)).not.toMatch(/^0 s/);
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    // A press in the middle of the axis goes there, and everything goes along.
    const axis = await page.locator('.timeline-axis').boundingBox();
    if (axis === null) throw new Error('no axis');
    await page.mouse.click(axis.x + axis.width / 2, axis.y + 8);
    await expect.poll(() => slotsOf(page)).toMatch(/^1 of 1 · \d wait$/);
    await expect.poll(() => clockOf(page)).toMatch(/^[6-9]\d s of/);
    await expect.poll(async () => [await litOf(page), await slotsOf(page)]).not.toEqual(atFirst);
    await page.keyboard.press('End');
    await expect.poll(() => slotsOf(page)).toBe('0 of 1');
    await expect.poll(() => litOf(page)).not.toBe('');
    // Played from the end it begins anew, and stops there by itself.
    await page.getByLabel('Speed').selectOption('3600');
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.getByRole('button', { name: 'Play', exact: true }).waitFor();
    await expect.poll(() => slotsOf(page)).toBe('0 of 1');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('what if: figures, sentences and the bars of the run before, beside those of the run now', async () => {
    const { page, complaints } = await watchedPage(browser(), server.url, {
      viewport: { width: 1400, height: 1000 },
    });
    await runShown(page);
    const bars = async () => page.locator('.timeline-canvas').screenshot();
    const before = await bars();
    await openDrawer(page, 'Change');
    await page.getByLabel('serializeImagePulls', { exact: true }).click();
    await page.locator('.what-if-sentences p').first().waitFor();
    await expect
      .poll(() => page.locator('.what-if-sentences').textContent())
      .toMatch(/The median pod runs after [\d ms]+ instead of [23] m/);
    await expect.poll(() => page.locator('.what-if-figures').first().textContent()).toContain('better');
    // Each row says what it gained, in words too; the bars of before are drawn above those of now.
    await expect.poll(() => page.locator('.timeline-better').count()).toBeGreaterThan(2);
    await expect
      .poll(() => page.locator('.timeline-better').first().textContent())
      .toMatch(/^−.* sooner than before$/);
    await expect.poll(async () => (await bars()).equals(before)).toBe(false);
    const lightest = await page.locator('.timeline-canvas').evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const pixels =
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ??
        new Uint8ClampedArray();
      return new Set(Array.from({ length: pixels.length / 4 }, (_, at) => pixels[at * 4 + 3])).size;
    });
    // Shadow bars are drawn half transparent.
    expect(lightest).toBeGreaterThan(1);
    await page.keyboard.press('b');
    await page.getByRole('button', { name: /^as it is/, pressed: true }).waitFor();
    await expect.poll(() => page.locator('.timeline-better').count()).toBe(0);
    await page.getByRole('button', { name: 'Table' }).click();
    await page.locator('.variants-card').nth(1).click();
    await page.locator('.shell-table thead').getByText('Before', { exact: true }).waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('remembers the colours that were chosen, and nothing moves for those who ask for that', async () => {
    const context = await browser().newContext({
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(server.url);
    await runShown(page);
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await page.getByRole('button', { name: /^Colours: system/ }).click();
    expect(await background()).toBe(light);
    await page.getByRole('button', { name: /^Colours: light/ }).click();
    await expect.poll(background).not.toBe(light);
    const dark = await background();
    await page.reload();
    await runShown(page);
    expect(await background()).toBe(dark);
    await page.getByRole('button', { name: /^Colours: dark/ }).click();
    await expect.poll(background).toBe(light);
    expect(await movingParts(page)).toEqual([]);
    await context.close();
  });
});

/** Elements whose style lets them move for longer than a blink. */
async function movingParts(page: Page): Promise<string[]> {
  return page.$$eval('*', (elements) =>
    elements
      .filter((element) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(element);
        const longest = (durations: string): number =>
          Math.max(...durations.split(',').map(Number.parseFloat));
        return (
          longest(transitionDuration) > 0.05 ||
          (animationName !== 'none' && longest(animationDuration) > 0.05)
        );
      })
      .map((element) => element.getAttribute('class') ?? element.tagName),
  );
}
