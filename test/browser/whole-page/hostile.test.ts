import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PageServer } from '../../../src/interfaces/web/serve.ts';
import { describeInBrowser } from '../chromium.ts';
import { openDrawer, servePage } from '../served-page.ts';
import {
  dropFiles,
  openDetails,
  podsStage,
  runShown,
  type WatchedPage,
  watchedPage,
} from '../watched-page.ts';

const markup = '<img src=x onerror=document.title=1>';
const script = `"'></script><script>document.title=2</script>`;
/** Turns the direction of what follows, rings, hides itself, begins a colour of terminals. */
const control = 'a\u202eb\u0007c\u200bd\u001b[31me';
/** As long as an API server lets a name be. */
const long = `${'very-long-'.repeat(25)}end`;
/** None of it may reach the eye as it is. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/;

// Names of pods and containers that are none are refused; images, annotations and files may have any.
const pods = [
  { name: 'plain', container: 'markup', image: markup },
  { name: 'code', container: 'code', image: `registry.example.com/${'deep/'.repeat(30)}${script}` },
  { name: 'unseen', container: 'main', image: `\u05d0\u05d1${control}` },
  { name: long, container: long.slice(-63), image: `app/${'y'.repeat(120)}:2` },
].map(({ name, container, image }) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, annotations: { [markup]: script, note: control }, labels: { app: 'a' } },
  spec: { containers: [{ name: container, image }], volumes: [] },
}));
const manifest = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: pods });

describeInBrowser('a manifest of a stranger', (browser) => {
  let server: PageServer;
  let watched: WatchedPage;
  let elements: Readonly<Record<string, number>>;
  beforeAll(async () => {
    server = await servePage({
      examples: [
        {
          name: markup,
          title: script,
          question: script,
          story: [markup, script],
          sources: [{ name: `${markup}.yaml`, text: manifest }],
        },
      ],
    });
    watched = await watchedPage(browser(), server.url, { viewport: { width: 1500, height: 1000 } });
    elements = await kindsOf(watched.page);
    await watched.page.locator('.shell-empty-examples summary').click();
    await watched.page.locator('.shell-empty-examples button').click();
    await runShown(watched.page);
  });
  afterAll(async () => server?.close());

  /** Nothing of the manifest has become an element, code or something unseen. */
  const harmless = async (): Promise<void> => {
    const { page, complaints } = watched;
    const kinds = await kindsOf(page);
    for (const kind of ['IMG', 'SCRIPT', 'IFRAME', 'STYLE', 'LINK', 'OBJECT', 'META', 'BASE'])
      expect([kind, kinds[kind]]).toEqual([kind, elements[kind]]);
    expect(await page.title()).not.toMatch(/^[12]$/);
    expect(await seenTexts(page, unseen.source, 'script')).toEqual([]);
    expect(complaints).toEqual([]);
  };

  test('is text in the timeline, its tooltips, the details of a bar, and the table', async () => {
    const { page } = watched;
    await page.getByText(markup).first().waitFor();
    const stage = await podsStage(page);
    for (const row of [0, 1, 2, 3]) {
      await page.mouse.move(stage.x + stage.width * 0.4, stage.y + 28 + 24 * row + 12);
      await page.locator('.timeline-tooltip-why').waitFor();
      await harmless();
      await page.mouse.click(stage.x + stage.width * 0.4, stage.y + 28 + 24 * row + 12);
      await page.locator('.timeline-details').waitFor();
      await harmless();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1500);
    await page.keyboard.press('t');
    await page.getByRole('region', { name: 'Table of pods' }).waitFor();
    await harmless();
    await page.keyboard.press('t');
  });

  test('is text in the statecharts: titles, lists of actors, events with payloads, context', async () => {
    const { page } = watched;
    await openDrawer(page, 'Chart');
    await page.locator('.statechart-state').first().waitFor();
    await page.keyboard.press('End');
    const chooser = page.getByRole('combobox', { name: 'Actor' });
    for (const machine of ['podWorker', 'imagePull', 'imageService']) {
      await chooser.click();
      await harmless();
      await chooser.fill(machine);
      await page.keyboard.press('Enter');
      await page.locator('.statechart-title', { hasText: machine }).waitFor();
      // The log of this actor comes in a moment after its title.
      await expect
        .poll(() =>
          page.$$eval('.statechart-log-toggle:not([disabled])', (toggles) => {
            for (const toggle of toggles)
              if (toggle.getAttribute('aria-expanded') !== 'true') (toggle as HTMLElement).click();
            return document.querySelector('.statechart-log-detail') !== null;
          }),
        )
        .toBe(true);
      await openDetails(page);
      await harmless();
    }
  });

  test('is text in the rows above the pods, in warnings, and in what is refused', async () => {
    const { page } = watched;
    await openDetails(page);
    const closed = page.locator(
      '.timeline-band [role=row][aria-level="2"][aria-expanded=false] .timeline-label',
    );
    for (let opened = 0; (await closed.count()) > 0; opened++) {
      expect(opened).toBeLessThan(5);
      await closed.first().click();
      // It is drawn in a frame of its own.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
    }
    expect(await page.locator('.timeline-band-part').count()).toBeGreaterThan(0);
    await harmless();
    const first = await page.locator('.timeline-canvas').getAttribute('data-bars');
    await dropFiles(page, {
      [`${markup}.yaml`]: `apiVersion: v1\nkind: Pod\n${JSON.stringify(script)}: 1\nspec: { containers: [{ ${JSON.stringify(control)}: 2 }] }\n`,
    });
    await page.locator('.shell-refused').waitFor();
    expect(await page.locator('.shell-refused').textContent()).toContain(markup);
    await harmless();
    await page.getByRole('button', { name: 'Back to the run' }).click();
    await runShown(page);
    await expect.poll(() => page.locator('.timeline-canvas').getAttribute('data-bars')).toBe(first);
  });

  test('is text in what is exported, the report opened as a page included', async () => {
    const { page } = watched;
    const saved = async (title: string): Promise<string> => {
      await page.getByRole('button', { name: 'Share' }).click();
      const download = page.waitForEvent('download');
      await page
        .getByRole('button', { name: new RegExp(`^${title}`) })
        .first()
        .click();
      const file = await download;
      expect(file.suggestedFilename()).toMatch(/^[\w.-]+$/);
      return readFileSync(await file.path(), 'utf8');
    };
    const csv = await saved('CSV');
    expect(csv).not.toMatch(unseen);
    expect(csv.length).toBeGreaterThan(1_000);
    const perfetto = await saved('Perfetto');
    expect(perfetto).not.toMatch(unseen);
    expect(JSON.parse(perfetto)).toBeTypeOf('object');
    expect(await saved('Trace')).not.toMatch(unseen);
    const report = await saved('Report');
    const { page: other, complaints } = await watchedPage(browser(), 'about:blank');
    await other.setContent(report);
    await other.getByText(markup).first().waitFor({ state: 'attached' });
    expect(await other.title()).not.toMatch(/^[12]$/);
    const kinds = await kindsOf(other);
    expect([kinds.IMG, kinds.IFRAME, kinds.OBJECT, kinds.LINK]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    // The inputs stand there as they were, to be run again.
    expect(await seenTexts(other, unseen.source, 'pre')).toEqual([]);
    expect(complaints).toEqual([]);
    await other.close();
    await harmless();
    await page.close();
  });
});

/** How many elements of each kind there are. Scripts that the page loads from its own folder when it needs them do not count. */
async function kindsOf(page: Page): Promise<Readonly<Record<string, number>>> {
  return page.$$eval('*', (all) => {
    const counts: Record<string, number> = {};
    for (const element of all) {
      const { tagName } = element;
      const isOwn =
        element instanceof HTMLScriptElement && element.src.startsWith(new URL('.', location.href).href);
      if (!isOwn) counts[tagName] = (counts[tagName] ?? 0) + 1;
    }
    return counts;
  });
}

/** Texts and attributes of the page, scripts and what is excepted aside, in which the pattern is found. */
async function seenTexts(page: Page, pattern: string, except: string): Promise<readonly string[]> {
  return page.evaluate(
    ([source, excepted]) => {
      const wanted = new RegExp(source);
      const found: string[] = [];
      const texts = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
      while (texts.nextNode() !== null) {
        const { parentElement, nodeValue } = texts.currentNode;
        if (parentElement?.closest(`style, script, ${excepted}`) === null && wanted.test(nodeValue ?? ''))
          found.push(`${parentElement.className}: ${JSON.stringify(nodeValue)}`);
      }
      for (const element of document.querySelectorAll('*'))
        for (const { name, value } of element.attributes)
          if (wanted.test(value)) found.push(`${element.className} ${name}: ${JSON.stringify(value)}`);
      return found.slice(0, 10);
    },
    [pattern, except] as const,
  );
}
