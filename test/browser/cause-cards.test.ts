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

  test('the timeline and the resources have one axis', async () => {
    const page = await openRun(browser(), server.url, { viewport: { width: 1440, height: 900 } });
    const [bars, slots] = await Promise.all(
      ['.timeline-canvas', '.resources-slots .resources-picture'].map((one) =>
        page.locator(one).boundingBox(),
      ),
    );
    expect(Math.abs((bars?.x ?? 0) - (slots?.x ?? 99))).toBeLessThanOrEqual(2);
    expect(Math.abs((bars?.width ?? 0) - (slots?.width ?? 99))).toBeLessThanOrEqual(2);
    await page.close();
  });
});
