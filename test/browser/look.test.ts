import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPageAssets } from '../../src/interfaces/web/page-assets.ts';
import { pageHtml, replayPage, replayPageOf } from '../../src/interfaces/web/page-html.ts';
import { type PageServer, serve } from '../../src/interfaces/web/serve.ts';
import { siteFiles } from '../../src/interfaces/web/site-files.ts';
import { brokenWords } from './broken-words.ts';
import { complaintsOf, describeInBrowser } from './chromium.ts';
import { bootOf, openDrawer, openRun, podsYaml } from './served-page.ts';
import { openDetails } from './watched-page.ts';

const height = async (page: Page, part: string): Promise<number> =>
  (await page.locator(part).boundingBox())?.height ?? 0;

describeInBrowser('the page as it looks', (browser) => {
  const servers: PageServer[] = [];
  const open = async (pods: number, boot = {}): Promise<PageServer> => {
    const assets = await readPageAssets();
    const html = pageHtml({
      title: 'test',
      entry: 'app',
      boot: { ...bootOf(podsYaml(pods)), ...boot },
      mode: 'served',
      assets,
    });
    const server = await serve({
      assets,
      pages: new Map([
        ['', { html }],
        [replayPage, replayPageOf(assets, 'served')],
      ]),
    });
    servers.push(server);
    return server;
  };
  let few: PageServer;
  beforeAll(async () => {
    few = await open(4, { replayPage });
  });
  afterAll(async () => {
    for (const server of servers) await server.close();
  });

  test('the timeline has all of the height between the answer and the variants, and few rows need no scrolling', async () => {
    const page = await openRun(browser(), few.url);
    const bottomOf = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().bottom);
    const gap = (await page.locator('.variants').boundingBox())?.y ?? 0;
    expect(gap - (await bottomOf('.shell-panel-timeline'))).toBeLessThan(20);
    await page.setViewportSize({ width: 1280, height: 1100 });
    expect(
      await page.locator('.timeline-body').evaluate((body) => body.scrollHeight - body.clientHeight),
    ).toBe(0);
    await page.close();
  });

  test('at 768, 1024 and 1280 pixels no word breaks that could stand whole, what is unfolded included', async () => {
    const widths = [1280, 1024, 768];
    const page = await openRun(browser(), few.url, { viewport: { width: 1280, height: 900 } });
    const expectWholeWords = async () => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        // What watches its size is drawn anew in the next frame.
        await page.evaluate(
          () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
        );
        expect(await brokenWords(page), `${width} pixels`).toEqual([]);
      }
    };
    await openDrawer(page, 'Chart');
    await page.locator('.statechart-state').first().waitFor();
    await openDetails(page);
    await openDrawer(page, 'Change');
    await page.getByLabel('serializeImagePulls', { exact: true }).press('Space');
    await page.locator('.what-if-figures').first().waitFor();
    await openDetails(page);
    await expectWholeWords();
    await page.getByRole('button', { name: 'Table' }).click();
    await page.getByRole('region', { name: 'Table of pods' }).waitFor();
    await expectWholeWords();
    await page.close();
  });

  test('on paper there are all rows with all of their bars, in the width of the sheet, and afterwards all is as it was', async () => {
    const page = await openRun(browser(), (await open(60)).url, { colorScheme: 'dark' });
    const bars = async () => Number(await page.getAttribute('.timeline-canvas', 'data-bars'));
    const onScreen = await bars();
    await page.evaluate(() => document.documentElement.setAttribute('data-theme', 'dark'));
    // As a browser does: what is not there when the event's listeners have returned is not printed.
    const printed = await page.evaluate(async () => {
      window.dispatchEvent(new Event('beforeprint'));
      await Promise.resolve();
      await new Promise<void>((resolve) => queueMicrotask(resolve));
      const box = (selector: string) =>
        document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      const [sheet, canvas, shell, ruler] = [
        '.timeline-sheet',
        '.timeline-canvas',
        '.shell',
        '.timeline-ruler',
      ].map(box);
      const bars = Number(document.querySelector<HTMLElement>('.timeline-canvas')?.dataset.bars);
      const theme = document.documentElement.dataset.theme;
      window.dispatchEvent(new Event('afterprint'));
      return { sheet, canvas, shell, ruler, bars, theme };
    });
    expect(printed.bars).toBeGreaterThan(onScreen);
    expect(printed.canvas?.height).toBe(printed.sheet?.height);
    expect(printed.canvas?.height).toBeGreaterThan(60 * 24);
    expect(printed.shell?.width).toBe(1040);
    expect(Math.abs((printed.canvas?.right ?? 0) - (printed.ruler?.right ?? 0))).toBeLessThan(2);
    expect(printed.theme).toBe('light');
    await expect.poll(bars).toBe(onScreen);
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    expect((await page.pdf({ preferCSSPageSize: true })).byteLength).toBeGreaterThan(50_000);
    await page.close();
  });

  test('on a phone the header is two rows, and nothing is wider than the window', async () => {
    const page = await openRun(browser(), few.url, { viewport: { width: 390, height: 844 } });
    expect(await height(page, '.shell-header')).toBeLessThan(84);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.close();
  });

  test('names of settings break at capitals, and their descriptions are whole', async () => {
    const page = await openRun(browser(), few.url);
    await openDrawer(page, 'Change');
    const label = page.locator('.what-if label', { hasText: 'imagePullCredentialsVerificationPolicy' });
    expect(await label.innerHTML()).toContain('Verification<wbr>Policy');
    const cut = await page
      .locator('.what-if-hint')
      .evaluateAll((hints) =>
        hints.filter((hint) => hint.scrollWidth > hint.clientWidth + 1).map((hint) => hint.textContent),
      );
    expect(cut).toEqual([]);
    await page.close();
  });

  test('a run is opened in the inspector beside the page, and again after a reload', async () => {
    const page = await openRun(browser(), few.url);
    await openDrawer(page, 'Chart');
    await page.locator('.statechart-state').first().waitFor();
    await page.getByRole('combobox', { name: 'Actor' }).fill('disk');
    await page.keyboard.press('Enter');
    await page.locator('.statechart-title', { hasText: 'disk' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('slider', { name: 'Playhead' }).press('End');
    // The hosted inspector is not to be asked from a test.
    await page
      .context()
      .route('https://stately.ai/**', (route) => route.fulfill({ contentType: 'text/html', body: 'nobody' }));
    await page.getByRole('button', { name: /^Share/ }).click();
    const [replay] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: /Stately Inspector/ }).click(),
    ]);
    const complaints = complaintsOf(replay);
    await replay.getByRole('heading', { name: 'Replay of test' }).waitFor();
    await replay.getByText(/\d+ steps/).waitFor();
    // It begins where one was: at the end, with the actor that was picked.
    await expect
      .poll(() => replay.getByLabel('Place in the run').getAttribute('aria-valuetext'))
      .toMatch(/^step (\d+) of \1,/);
    await replay.getByRole('button', { name: 'own viewer' }).click();
    await replay.getByRole('region', { name: 'Selected actor' }).getByText('disk').first().waitFor();
    expect(await replay.evaluate(() => window.opener)).toBe(null);
    await replay.reload();
    await replay.getByRole('heading', { name: 'Replay of test' }).waitFor();
    await page.close();
    await replay.close();
    expect(
      complaints.filter((complaint) => !/sandbox|^request: https:\/\/stately\.ai\/inspect$/.test(complaint)),
    ).toEqual([]);
  });

  test('a replay page that nobody opened says what to do', async () => {
    const page = await browser().newPage();
    await page.goto(`${few.url}${replayPage}`);
    await page.getByRole('alert').getByText('Open in Stately Inspector').waitFor();
    await page.close();
  });

  test('the static site has its replay page, which may frame the inspector; a single file offers the steps', async () => {
    const files = siteFiles(await readPageAssets(), bootOf(podsYaml(1)));
    expect(files.get(replayPage)).toContain('frame-src https://stately.ai');
    expect([...files.keys()]).toEqual(expect.arrayContaining(['replay.js', 'replay.css']));
    expect(files.get('index.html')).toContain('"replayPage":"replay.html"');
    const page = await browser().newPage();
    await page.setContent(files.get('windlass.html') ?? '');
    await page.getByRole('button', { name: /^Share/ }).click();
    await page.getByRole('button', { name: /Trace with steps.*windlass inspect FILE/ }).waitFor();
    expect(await page.getByRole('link', { name: /Stately/ }).count()).toBe(0);
    await page.close();
  });
});
