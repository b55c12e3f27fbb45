import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageServer } from '../../src/interfaces/web/serve.ts';
import { root } from '../tidy/sources.ts';
import { complaintsOf, describeInBrowser } from './chromium.ts';
import { bootOf, openRun, servePage } from './served-page.ts';

const example = readFileSync(join(root, 'examples/web-rollout.yaml'), 'utf8');

describeInBrowser('the answer and its causes', (browser) => {
  let server: PageServer;
  beforeAll(async () => {
    server = await servePage(bootOf(example, 'web-rollout.yaml'));
  });
  afterAll(async () => server.close());

  test.each([
    [390, 844],
    [1440, 900],
  ])('the headline and the first cause are in sight at %i × %i', async (width, height) => {
    const page = await openRun(browser(), server.url, { viewport: { width, height } });
    const boxOf = async (selector: string) => page.locator(selector).first().boundingBox();
    for (const selector of ['.answer-result', '.answer-cause', '.timeline-canvas']) {
      const box = await boxOf(selector);
      expect(box?.y, selector).toBeLessThan(height * 0.75);
      expect(box?.x, selector).toBeGreaterThanOrEqual(0);
    }
    expect(await page.locator('.answer-result').textContent()).toBe(
      'All 6 pods started, the slowest 67 s after its arrival.',
    );
    await expect
      .poll(() => page.locator('.answer-range').textContent())
      .toMatch(/^\d+ s to \d+ s over 20 seeds$/);
    expect(await page.locator('.answer-cause h3').first().textContent()).toMatch(/^1\s+Downloading$/);
    await page.close();
  });

  test('by keyboard from the first cause to what helps, applied: the run is compared with the one before', async () => {
    const page = await openRun(browser(), server.url, { viewport: { width: 1440, height: 900 } });
    const complaints = complaintsOf(page);
    const [first] = await page.locator('.answer-cause').all();
    await first?.getByRole('button', { name: 'Show downloading' }).press('Enter');
    await page
      .getByText(/Spent 56 s downloading docker\.io\/acme\/recommender/)
      .first()
      .waitFor();
    // The window is that of what was held, and the playhead at the longest wait.
    await expect.poll(() => page.locator('.shell-clock').textContent()).not.toMatch(/^0 s/);
    const remedy = first?.locator('.answer-remedies button').first();
    await expect
      .poll(() => remedy?.textContent())
      .toMatch(/^66 s earlier with docker\.io\/acme\/recommender:2026\.11 pre-pulled$/);
    await remedy?.press('Enter');
    await page.locator('.what-if-sentences p').first().waitFor();
    expect(await page.locator('.what-if-changes').textContent()).toContain(
      'Changed: images present docker.io/acme/recommender:2026.11',
    );
    await expect.poll(() => page.locator('.answer-result').textContent()).toContain('the slowest 29 s');
    await page.getByRole('button', { name: 'Reset all' }).press('Enter');
    await expect.poll(() => page.locator('.answer-result').textContent()).toContain('the slowest 67 s');
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('faults, slots, link and disk are rows of the timeline, above the pods and on their axis', async () => {
    const page = await openRun(browser(), server.url, { viewport: { width: 1440, height: 900 } });
    const boxOf = async (selector: string) => {
      const box = await page.locator(selector).first().boundingBox();
      if (box === null) throw new Error(`no ${selector}`);
      return box;
    };
    const canvas = await boxOf('.timeline-canvas');
    const pods = await boxOf('.timeline-row[aria-level="2"][aria-posinset]');
    for (const key of ['faults 0', 'slots', 'link', 'disk']) {
      const row = await boxOf(`[data-band="${key}"]`);
      expect(row.y, key).toBeGreaterThanOrEqual(canvas.y);
      expect(row.y + row.height, key).toBeLessThanOrEqual(pods.y);
      const label = await boxOf(`[data-band="${key}"] .timeline-label`);
      expect(Math.abs(label.x + label.width - canvas.x), key).toBeLessThanOrEqual(1);
    }
    // While the playhead has not been moved, labels say what there was in the run.
    const value = (key: string) => page.locator(`[data-band="${key}"] .timeline-band-value`).textContent();
    expect([await value('faults 0'), await value('slots')]).toEqual(['1', 'up to 2 of 2 · 4 wait']);
    // The fault ends at 15 s: there its span ends on the canvas, at the axis' tick.
    const tick = await page.locator('.timeline-tick', { hasText: /^15 s$/ }).boundingBox();
    const fault = await boxOf('[data-band="faults 0"]');
    const told = async (x: number): Promise<number> => {
      await page.mouse.move(x, fault.y + fault.height / 2);
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      return page.locator('.timeline-tooltip', { hasText: 'registry.example.com down: 15 s' }).count();
    };
    expect(await told((tick?.x ?? 0) - 3)).toBe(1);
    expect(await told((tick?.x ?? 0) + 12)).toBe(0);
    // A press there moves the playhead, and the labels follow it.
    await page.mouse.click(canvas.x + canvas.width * 0.1, fault.y + fault.height / 2);
    await expect.poll(() => value('faults 0')).toBe('1 of 1');
    await page.keyboard.press('End');
    await expect.poll(() => value('faults 0')).toBe('none now');
    await expect.poll(() => value('slots')).toBe('0 of 2');
    await page.close();
  });

  test('the rows above the pods are closed by one toggle, which a later visit remembers; more of them are unfolded', async () => {
    const page = await openRun(browser(), server.url, { viewport: { width: 1440, height: 900 } });
    const rows = () => page.locator('.timeline-band [role=row]').count();
    const few = await rows();
    const label = (key: string) => page.locator(`[data-band=${key}] .timeline-label`);
    await label('more').click();
    await expect.poll(rows).toBe(few + 4);
    await label('images').click();
    await page.locator('.timeline-band-part', { hasText: 'migrate:2.4.0' }).first().waitFor();
    const grid = page.getByRole('treegrid');
    await grid.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('Enter');
    await expect.poll(rows).toBe(1);
    await page.reload();
    await page.locator('.timeline-canvas[data-bars]').waitFor();
    expect(await rows()).toBe(1);
    await grid.focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowRight');
    await expect.poll(rows).toBe(few);
    await page.close();
  });
});
