import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withoutSecrets } from '../../src/inputs/documents/without-secrets.ts';
import { readInput } from '../../src/inputs/read-input.ts';
import { reportHtml } from '../../src/reports/html/report-html.ts';
import { simulate } from '../../src/run/simulation/simulate.ts';
import { rollout } from '../reports/rollout.ts';
import { root } from '../tidy/sources.ts';
import { complaintsOf, describeInBrowser } from './chromium.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-report-'));
const addressOf = (name: string): string => pathToFileURL(join(folder, name)).href;

beforeAll(() => {
  const name = 'examples/web-rollout.yaml';
  const sources = [{ name, text: readFileSync(join(root, name), 'utf8') }];
  const result = readInput(sources, {});
  if (!result.ok) throw new Error('the example is wrong');
  const command = `windlass run --seed 1 ${name}`;
  writeFileSync(
    join(folder, 'web.html'),
    reportHtml(simulate(result.input).records, { command, inputs: withoutSecrets(sources) }),
  );
  const evil = '<script>document.title = "owned"</script><img src=x onerror="document.title = `owned`">';
  const told = JSON.stringify(rollout()).replaceAll('nginx:1.25', JSON.stringify(evil).slice(1, -1));
  const inputs = { sources: [{ name: evil, text: evil }], leftOut: [evil] };
  writeFileSync(join(folder, 'evil.html'), reportHtml(JSON.parse(told), { command: evil, inputs }));
});
afterAll(() => rmSync(folder, { recursive: true }));

describeInBrowser('a report from disk', (use) => {
  test.each(['light', 'dark'] as const)(
    'complains of nothing, asks for nothing, and is accessible (%s)',
    async (colorScheme) => {
      const { page, complaints, requests } = await opened(use(), 'web.html', { colorScheme });
      expect(await page.locator('.answer .first').textContent()).toMatch(/^All 6 pods started/);
      expect(await page.locator('svg.timeline rect').count()).toBeGreaterThan(20);
      expect(await page.locator('svg.chart path, svg.chart rect').count()).toBeGreaterThan(20);
      expect(await seriousFindings(page)).toEqual([]);
      expect(complaints).toEqual([]);
      expect(requests).toEqual([addressOf('web.html')]);
      await page.close();
    },
  );

  test('no label of a chart is cut: the longest one fits beside its bars', async () => {
    const { page } = await opened(use(), 'web.html', {});
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll('svg.chart text')]
        .filter(
          (text) =>
            text.getBoundingClientRect().left < (text.closest('svg')?.getBoundingClientRect().left ?? 0),
        )
        .map(({ textContent }) => textContent),
    );
    expect(cut).toEqual([]);
    expect(await page.locator('svg.chart text', { hasText: 'waiting for the sandbox image' }).count()).toBe(
      1,
    );
    await page.close();
  });

  test('has its colours and patterns: the content security policy lets its own style through', async () => {
    const { page } = await opened(use(), 'web.html', { colorScheme: 'light' });
    const fill = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).fill);
    expect(await fill('.timeline .phase-downloading')).toBe('rgb(47, 111, 222)');
    expect(await fill('.timeline .phase-backingOff')).toContain('#pattern-backingOff');
    expect(await fill('.plain-backingOff')).toBe('rgb(217, 138, 0)');
    await page.close();
  });

  test('fits a phone: only the timeline and tables scroll sideways', async () => {
    const { page } = await opened(use(), 'web.html', { viewport: { width: 390, height: 844 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.close();
  });

  test('prints the whole timeline and every table on the paper', async () => {
    const { page } = await opened(use(), 'web.html', { viewport: { width: 720, height: 1000 } });
    await page.emulateMedia({ media: 'print' });
    const widths = await page.evaluate(() =>
      [...document.querySelectorAll('svg.timeline, table')].map(
        (element) => element.getBoundingClientRect().right,
      ),
    );
    expect(Math.max(...widths)).toBeLessThanOrEqual(721);
    const brokenWords = await page.evaluate(() =>
      [...document.querySelectorAll('thead th')].flatMap(({ firstChild: text }) => {
        if (text === null) return [];
        return [...(text.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return range.getClientRects().length > 1 ? [word] : [];
        });
      }),
    );
    expect(brokenWords).toEqual([]);
    await page.close();
  });

  test('runs nothing of what manifests say', async () => {
    const { page, complaints, requests } = await opened(use(), 'evil.html', {});
    for (const details of await page.locator('details').all())
      await details.evaluate((element) => element.setAttribute('open', ''));
    expect(await page.title()).toMatch(/^Windlass run/);
    expect(await page.locator('img, script').count()).toBe(0);
    expect([...complaints, ...requests.slice(1)]).toEqual([]);
    await page.close();
  });
});

async function opened(browser: Browser, name: string, options: Parameters<Browser['newPage']>[0]) {
  const page = await browser.newPage(options);
  const complaints = complaintsOf(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(addressOf(name));
  return { page, complaints, requests };
}

/**
 * What axe-core finds, serious or worse. It is put in by the browser's debugger, which no content security
 * policy stops.
 */
async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8'));
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(): Promise<{ violations: { id: string; impact: string; nodes: { target: string[] }[] }[] }>;
      };
    };
    return (await axe.run()).violations;
  });
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ target }) => target.join(' '))
          .slice(0, 5)
          .join(', ')}`,
    );
}
