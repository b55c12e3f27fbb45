import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Frame, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { statelyDefinitions } from '../../src/charts/inspector/stately-definitions.ts';
import { imagePulls } from '../../src/interfaces/page/replay/actor-choices.ts';
import { Reel } from '../../src/interfaces/page/replay/reel.ts';
import type { ReplayBoot } from '../../src/interfaces/page/replay/replay-boot.ts';
import { messagesOfSteps } from '../../src/interfaces/page/sequence/sequence-messages.ts';
import { type PageAssets, readPageAssets } from '../../src/interfaces/web/page-assets.ts';
import { pageHtml } from '../../src/interfaces/web/page-html.ts';
import { type PageServer, serve } from '../../src/interfaces/web/serve.ts';
import { runWithSteps } from '../charts/inspector/run-with-steps.ts';
import { sampleRun } from '../charts/inspector/sample-run.ts';
import { root } from '../tidy/sources.ts';
import { complaintsOf, describeInBrowser } from './chromium.ts';
import { seriousFindings } from './serious-findings.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-replay-'));
const hostile = '</script><img src=x onerror="document.title=1">';

describeInBrowser('the replay', (browser) => {
  let assets: PageAssets;
  let inspector: Server;
  let inspectorUrl: string;
  const servers: PageServer[] = [];
  const { steps } = runWithSteps(sampleRun);
  const definitions = statelyDefinitions(
    steps.flatMap((step) => (step.type === 'actorStarted' ? [step.machine] : [])),
  );
  const boot: ReplayBoot = {
    title: hostile,
    epoch: '2026-01-01T00:00:00Z',
    steps,
    definitions,
    viewer: 'hosted',
    actors: imagePulls,
  };
  const reel = new Reel(boot);
  const all = [...reel.messages(0, reel.length)];

  beforeAll(async () => {
    assets = await readPageAssets();
    const entry = join(root, 'test/browser/receiver-page.ts');
    const lib = { entry, formats: ['iife' as const], name: 'receiver', fileName: () => 'receiver.js' };
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      build: { outDir: folder, emptyOutDir: false, lib },
    });
    inspector = createServer((request, response) => {
      const isScript = request.url === '/receiver.js';
      response.writeHead(200, { 'Content-Type': isScript ? 'text/javascript' : 'text/html' });
      response.end(
        isScript
          ? readFileSync(join(folder, 'receiver.js'))
          : '<!doctype html><title>r</title><script src="receiver.js"></script>',
      );
    });
    await new Promise<void>((resolve) => inspector.listen(0, '127.0.0.1', () => resolve()));
    inspectorUrl = `http://127.0.0.1:${(inspector.address() as AddressInfo).port}/inspect`;
  });
  afterAll(async () => {
    inspector.close();
    inspector.closeAllConnections();
    for (const server of servers) await server.close();
    rmSync(folder, { recursive: true });
  });

  async function opened(
    over: Partial<ReplayBoot> = {},
  ): Promise<{ page: Page; complaints: readonly string[] }> {
    const shown = { ...boot, inspectorUrl, ...over };
    const html = pageHtml({ title: hostile, entry: 'replay', mode: 'served', boot: shown, assets });
    const server = await serve({
      assets,
      pages: new Map([['', { html, frames: [new URL(shown.inspectorUrl).origin] }]]),
    });
    servers.push(server);
    const page = await browser().newPage();
    const complaints = complaintsOf(page);
    await page.goto(server.url);
    return { page, complaints };
  }

  /** What the page in the frame has heard, once there is so much of it. */
  async function heard(page: Page, count: number): Promise<readonly unknown[]> {
    let messages: readonly unknown[] = [];
    await expect
      .poll(async () => {
        messages = await frameOf(page, '/inspect')
          .then((frame) => frame?.evaluate(() => Reflect.get(window, 'heard') as unknown[]))
          .then((list) => list ?? [])
          .catch(() => []);
        return messages.length;
      })
      .toBe(count);
    return messages;
  }

  const until = (position: number) => [...reel.messages(0, position)];

  test('gives the inspector every message in order, as fast as it goes', async () => {
    const { page, complaints } = await opened();
    await heard(page, until(reel.beginning).length);
    await page.getByLabel('Speed').selectOption('Infinity');
    await page.getByRole('button', { name: 'Play' }).click();
    expect(await heard(page, all.length)).toEqual(all);
    await expect.poll(() => page.getByLabel('Virtual time').textContent()).toMatch(/^1 m /);
    expect(complaints).toEqual([]);
    expect(await page.locator('img').count()).toBe(0);
    await page.close();
  });

  test('gives an inspector that comes late all that has been shown, then goes on; back begins anew', async () => {
    const { page } = await opened({ inspectorUrl: `${inspectorUrl}?after=1500` });
    await page.keyboard.press('End');
    expect(await heard(page, all.length)).toEqual(all);
    await page.keyboard.press('ArrowLeft');
    expect(await heard(page, until(reel.length - 1).length)).toEqual(until(reel.length - 1));
    await page.close();
  });

  test('nobody is shut out of it while its note stands there', async () => {
    const { page } = await opened({ inspectorUrl: 'http://127.0.0.1:9/inspect' });
    await page.getByText('did not answer').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFindings(page)).toEqual([]);
    }
    await page.close();
  });

  test('steps, seeks and plays by keyboard only', async () => {
    const { page } = await opened();
    await heard(page, until(reel.beginning).length);
    await page.keyboard.press('ArrowRight');
    await heard(page, until(reel.beginning + 1).length);
    const slider = page.getByLabel('Place in the run');
    await slider.focus();
    await page.keyboard.press('End');
    await heard(page, all.length);
    await page.keyboard.press('Home');
    await heard(page, 0);
    await expect
      .poll(() => slider.getAttribute('aria-valuetext'))
      .toBe(`step 0 of ${reel.length}, at 0.000 s`);
    await page.getByRole('button', { name: 'Play' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(2);
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    await page.close();
  });

  test('shows the actors that are asked for, and begins anew with them', async () => {
    const { page } = await opened();
    await page.keyboard.press('End');
    await heard(page, all.length);
    await page.getByLabel('Filter').fill('serialPuller');
    await page.keyboard.press('Enter');
    const slots = new Reel({ ...boot, actors: 'serialPuller' });
    const messages = [...slots.messages(0, slots.length)];
    await page.locator('.replay-title').click();
    await page.keyboard.press('End');
    expect(await heard(page, messages.length)).toEqual(messages);
    await page.getByLabel('Filter').fill('nobody');
    await page.keyboard.press('Enter');
    await page.getByText('No actor of this run fits the filter.').waitFor();
    await page.close();
  });

  test('shows the own viewer where the inspector does not answer, and says so', async () => {
    const { page } = await opened({ inspectorUrl: 'http://127.0.0.1:9/inspect' });
    await page.getByText('did not answer').waitFor();
    await page.keyboard.press('End');
    await page
      .getByRole('treeitem', { name: /imagePull/ })
      .first()
      .click();
    await page.getByRole('region', { name: /Diagram of imagePull/ }).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await page.close();
  });

  test('the own viewer follows what happens, and goes back to a step of the chosen actor', async () => {
    const { page, complaints } = await opened({ viewer: 'own' });
    await page.keyboard.press('End');
    await page.getByRole('checkbox', { name: 'follow the events' }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'follow the events' }).isChecked()).toBe(true);
    const pull =
      steps.find((step) => step.type === 'actorStarted' && step.machine === 'imagePull')?.actor ?? '';
    await page.locator(`[role="treeitem"][title="${pull}"]`).click();
    expect(await page.getByRole('checkbox', { name: 'follow the events' }).isChecked()).toBe(false);
    const own = reel.steps.flatMap((step, index) =>
      step.type === 'actorStep' && step.actor === pull ? [index + 1] : [],
    );
    await page.locator('[data-row="1"] .statechart-log-seek').click();
    await expect.poll(() => page.getByLabel('Place in the run').inputValue()).toBe(String(own[0]));
    await page.getByText(`step 1 of ${own.length}`).waitFor();
    // One step of the run more: the actor is where it is then.
    await page.locator('.replay-title').click();
    for (let at = own[0] ?? 0; at < (own[1] ?? 0); at += 1) await page.keyboard.press('ArrowRight');
    await page.getByText(`step 2 of ${own.length}`).waitFor();
    await page.keyboard.press('Home');
    await page.getByText('Not there yet').waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFindings(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('the own viewer follows only actors that have a chart, and cuts names in the middle', async () => {
    const { page } = await opened({ viewer: 'own' });
    const tables = new Set(
      steps.flatMap((step) =>
        step.type === 'actorStarted' && step.machine === 'pullBackOff' ? [step.actor] : [],
      ),
    );
    const answer = reel.steps.findIndex((step) => step.type === 'actorStep' && tables.has(step.actor));
    const before = reel.steps
      .slice(reel.beginning, answer)
      .findLast(({ actor, isSent = false }) => !tables.has(actor) && !isSent);
    const slider = page.getByLabel('Place in the run');
    await slider.fill(String(answer + 1));
    await expect
      .poll(() => page.locator('[role="treeitem"][aria-selected="true"]').getAttribute('title'))
      .toBe(before?.actor);
    await page.setViewportSize({ width: 900, height: 700 });
    const names = await page.locator('.viewer-name').evaluateAll((all) =>
      all.map((one) => {
        const [begin, end] = [...one.children] as HTMLElement[];
        return {
          isCut: begin !== undefined && begin.scrollWidth > begin.clientWidth,
          isEndWhole: end !== undefined && end.scrollWidth <= end.clientWidth + 1,
        };
      }),
    );
    expect(names.some(({ isCut }) => isCut)).toBe(true);
    expect(names.every(({ isEndWhole }) => isEndWhole)).toBe(true);
    await page.close();
  });

  test('the own viewer shows who sent what to whom, every arrow with both ends, and seeks there', async () => {
    const { page, complaints } = await opened({ viewer: 'own' });
    await page.getByRole('button', { name: 'Sequence' }).click();
    const messages = messagesOfSteps(reel.steps);
    await expect
      .poll(() => page.locator('.sequence-row').first().getAttribute('aria-setsize'))
      .toBe(String(messages.length));
    const place = 12;
    await page.locator(`[data-row="${place}"] .sequence-seek`).click();
    const position = reel.steps.findIndex(({ step }) => step === messages[place]?.step) + 1;
    await expect.poll(() => page.getByLabel('Place in the run').inputValue()).toBe(String(position));
    await expect
      .poll(() => page.locator('.sequence-current').getAttribute('aria-posinset'))
      .toBe(String(place + 1));
    const heads = (await page.locator('.sequence-head').allTextContents()).join(' ');
    expect(heads).toContain('podWorker');
    expect(heads).toContain('imageService');
    expect(heads).not.toMatch(/^actor/);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFindings(page)).toEqual([]);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('is one file that runs from a disk, loads nothing, and takes names as they are', async () => {
    const named = steps.map((step) =>
      step.type === 'actorStarted' ? { ...step, name: `${step.name}${hostile}` } : step,
    );
    const shown = { ...boot, steps: named, inspectorUrl, viewer: 'own' as const };
    const path = join(folder, 'replay.html');
    writeFileSync(
      path,
      pageHtml({
        title: hostile,
        entry: 'replay',
        mode: 'single',
        boot: shown,
        assets,
        frames: [new URL(inspectorUrl).origin],
      }),
    );
    const page = await browser().newPage();
    const complaints = complaintsOf(page);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    await page.goto(pathToFileURL(path).href);
    await page
      .getByRole('treeitem', { name: /onerror/ })
      .first()
      .waitFor();
    // Nothing has happened yet that could be followed.
    await page.getByText('No actor is selected: choose one').waitFor();
    await page.keyboard.press('End');
    await page.getByRole('row').nth(20).waitFor();
    await expect.poll(() => page.getByText('No actor is selected').count()).toBe(0);
    expect(requests.filter((url) => !/^(file|data|about):/.test(url))).toEqual([]);
    expect(complaints).toEqual([]);
    await page.getByRole('button', { name: /Use the inspector at 127/ }).click();
    expect(await heard(page, all.length)).toHaveLength(all.length);
    await page.close();
  });
});

/** The frame with the page at this address; undefined: not there yet. */
async function frameOf(page: Page, path: string): Promise<Frame | undefined> {
  return page.frames().find((frame) => frame.url().includes(path) && frame !== page.mainFrame());
}
