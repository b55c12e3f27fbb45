import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageServer } from '../../src/interfaces/web/serve.ts';
import { root } from '../tidy/sources.ts';
import { complaintsOf, describeInBrowser } from './chromium.ts';
import { seriousFindings } from './serious-findings.ts';
import { openDrawer, openRun, podsYaml, servePage } from './served-page.ts';

const rollout = readFileSync(join(root, 'examples/web-rollout.yaml'), 'utf8');
const examples = [
  {
    name: 'web-rollout',
    title: 'A release while the registry is down',
    story: ['The registry is down for 15 s.'],
    sources: [{ name: 'web-rollout.yaml', text: rollout }],
  },
  { name: 'small', title: 'Three pods', story: [], sources: [{ name: 'small.yaml', text: podsYaml(3) }] },
];

const four = encodeURIComponent('{"set":["maxParallelImagePulls=4"]}').replaceAll('%3A', ':');

const hash = (page: Page) => page.evaluate(() => location.hash);
const result = (page: Page) => page.locator('.answer-result').textContent();

describeInBrowser("the page's address", (browser) => {
  let server: PageServer;
  beforeAll(async () => {
    server = await servePage({ examples });
  });
  afterAll(async () => server.close());

  test('a link opens an example with a variant, a selection, a moment and a part of the run', async () => {
    const page = await openRun(
      browser(),
      `${server.url}#example=web-rollout&variant=${four}&shown=1&at=4.5&from=2&to=12&details=why`,
      { viewport: { width: 1440, height: 900 } },
    );
    const complaints = complaintsOf(page);
    await expect.poll(() => page.locator('.variants-card').count()).toBe(2);
    expect(await page.locator('.variants-card').nth(1).getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => page.locator('.shell-clock').textContent()).toMatch(/^4\.5 s of/);
    await page.getByRole('tab', { name: 'Why', selected: true }).waitFor();
    await expect.poll(() => page.locator('.timeline-ruler').textContent()).not.toContain('15 s');
    // What was opened is what the address says, still.
    await page.waitForTimeout(600);
    expect(await hash(page)).toBe(
      `#example=web-rollout&variant=${four}&shown=1&at=4.5&from=2&to=12&details=why`,
    );
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('Back undoes a variant, a selection and an example; a reload changes nothing', async () => {
    const page = await openRun(browser(), `${server.url}#example=small`, {
      viewport: { width: 1440, height: 900 },
    });
    const small = await result(page);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('button', { name: /web-rollout/ }).click();
    await expect.poll(() => hash(page)).toBe('#example=web-rollout');
    await page.locator('.answer-cause').first().getByRole('button', { name: /^Show/ }).click();
    await expect.poll(() => hash(page)).toMatch(/&row=.*recommender.*&bar=\d+&at=/);
    await openDrawer(page, 'Change');
    await page.getByRole('button', { name: 'Another seed' }).click();
    await expect.poll(() => hash(page)).toMatch(/&variant=.*seed.*&shown=1/);
    const withVariant = await result(page);
    const before = await hash(page);
    await page.reload();
    await page.waitForSelector('.timeline-canvas[data-bars]');
    await expect.poll(() => page.locator('.variants-card').count()).toBe(2);
    await expect.poll(() => result(page)).toBe(withVariant);
    await page.waitForTimeout(600);
    expect(await hash(page)).toBe(before);
    await page.goBack();
    await expect.poll(() => page.locator('.variants-card').count()).toBe(1);
    for (let steps = 0; steps < 6 && (await hash(page)) !== '#example=small'; steps++) {
      await page.goBack();
      await page.waitForTimeout(500);
    }
    expect(await hash(page)).toBe('#example=small');
    await expect.poll(() => result(page)).toBe(small);
    await page.goForward();
    await expect.poll(() => result(page)).not.toBe(small);
    await page.close();
  });

  test('a variant is renamed in its place; the name is in the comparison, the address and what is shared', async () => {
    const page = await openRun(
      browser(),
      `${server.url}#example=web-rollout&variant=${four}&shown=1&details=change`,
      {
        viewport: { width: 1440, height: 900 },
        permissions: ['clipboard-read', 'clipboard-write'],
      },
    );
    const complaints = complaintsOf(page);
    const card = page.locator('.variants-card').nth(1);
    await expect.poll(() => card.textContent()).toContain('maxParallelImagePulls=4');
    await page.getByRole('button', { name: 'Rename the variant maxParallelImagePulls=4' }).click();
    await page.keyboard.type('four at once');
    await page.keyboard.press('Enter');
    await expect.poll(() => card.textContent()).toContain('four at once');
    await page.getByRole('columnheader', { name: 'four at once' }).first().waitFor();
    const focus = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(focus).toBe('Rename the variant four at once');
    await expect.poll(() => hash(page)).toContain('&name=four%20at%20once&shown=1');
    await page.reload();
    await expect.poll(() => card.textContent()).toContain('four at once');
    await page.goBack();
    await expect.poll(() => card.textContent()).toContain('maxParallelImagePulls=4');
    await page.goForward();
    await expect.poll(() => card.textContent()).toContain('four at once');

    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('With the variants four at once.').waitFor();
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await openRun(browser(), server.url + link.slice(link.indexOf('#')), {
      viewport: { width: 1440, height: 900 },
    });
    await expect
      .poll(() => other.locator('.variants-card[aria-pressed="true"]').textContent())
      .toContain('four at once');
    await other.close();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('the search opens the menus at what was meant; the header is one line from 768 px on', async () => {
    const page = await openRun(browser(), `${server.url}#example=web-rollout`, {
      viewport: { width: 768, height: 1024 },
    });
    const complaints = complaintsOf(page);
    const focus = () => page.evaluate(() => document.activeElement?.textContent ?? '');
    const take = async (words: string) => {
      await page.keyboard.press('/');
      await page.keyboard.press('Control+a');
      await page.keyboard.type(words);
      await page.getByRole('listbox', { name: 'Found' }).getByRole('option').first().waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
    };
    await take('save as csv');
    await expect.poll(focus).toMatch(/^CSV/);
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(readFileSync(await file.path(), 'utf8').split('\n').length).toBeGreaterThan(5);
    await take('open files');
    await expect.poll(focus).toMatch(/^Files/);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
    // The menu is closed by now, and its field is still there.
    await chooser.setFiles({ name: 'mine.yaml', mimeType: 'text/yaml', buffer: Buffer.from(podsYaml(3)) });
    await expect.poll(() => page.title()).toContain('mine.yaml');
    await expect.poll(() => hash(page)).toMatch(/^#run1=/);
    await page.goBack();
    await expect.poll(() => page.title()).toContain('web-rollout');
    expect(await page.locator('.shell-header').evaluate((header) => header.clientHeight)).toBeLessThan(56);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('the details can be large, by key and by press: a chart is high enough in both, and a link keeps it', async () => {
    const page = await openRun(browser(), `${server.url}#example=web-rollout&details=chart`, {
      viewport: { width: 1440, height: 900 },
    });
    const complaints = complaintsOf(page);
    const height = (selector: string) => page.locator(selector).evaluate((element) => element.clientHeight);
    await page.locator('.statechart-arrow').first().waitFor({ state: 'attached' });
    expect(await height('.statechart-canvas')).toBeGreaterThanOrEqual(300);
    await page.keyboard.press('l');
    await expect.poll(() => hash(page)).toBe('#example=web-rollout&details=chart&large=yes');
    await page.locator('.timeline-canvas').waitFor({ state: 'detached' });
    expect(await height('.statechart-canvas')).toBeGreaterThan(360);
    expect.soft(await seriousFindings(page), 'large details').toEqual([]);
    await page.getByRole('tab', { name: 'Sequence', exact: true }).click();
    await expect.poll(() => height('.sequence')).toBeGreaterThan(500);
    // The playback goes on from here.
    await page.getByRole('button', { name: 'Step on' }).click();
    await expect.poll(() => hash(page)).toMatch(/&at=[\d.]+&details=sequence&large=yes$/);
    await page.reload();
    await page.locator('.sequence').waitFor();
    expect(await page.locator('.timeline-canvas').count()).toBe(0);
    await page.getByRole('button', { name: 'Large details' }).click();
    await page.locator('.timeline-canvas[data-bars]').waitFor();
    await expect.poll(() => height('.sequence')).toBeGreaterThanOrEqual(300);
    await expect.poll(() => hash(page)).toMatch(/&details=sequence$/);
    await page.goBack();
    await page.locator('.timeline-canvas').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await page.close();
  });

  test.each([
    ['in the address, if they are short', podsYaml(3), /^#run1=[\w-]+$/],
    ['by this browser, if they are long', longInput(), /^#files=\w+$/],
  ])('files that are dropped are kept %s, and are there after a reload', async (_where, text, expected) => {
    const page = await browser().newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(server.url);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name: 'mine.yaml', mimeType: 'text/yaml', buffer: Buffer.from(text) });
    await page.waitForSelector('.timeline-canvas[data-bars]');
    await expect.poll(() => hash(page)).toMatch(expected);
    const found = await result(page);
    await page.reload();
    await page.waitForSelector('.timeline-canvas[data-bars]');
    expect(await result(page)).toBe(found);
    await page.close();
  });

  test('an address whose files this browser does not have says so, and asks for them', async () => {
    const page = await browser().newPage();
    await page.goto(`${server.url}#files=nowhere`);
    await page
      .getByRole('alert')
      .getByText(/open in another tab, or were closed: open them again/)
      .waitFor();
    await page.close();
  });
});

/** Pods with names that cannot be packed well. */
function longInput(): string {
  let seed = 7;
  const word = (): string => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed.toString(36);
  };
  return Array.from(
    { length: 600 },
    () =>
      `apiVersion: v1\nkind: Pod\nmetadata: { name: a-${word()}${word()} }\nspec:\n  containers: [{ name: main, image: "nginx:1.${word()}" }]\n`,
  ).join('---\n');
}
