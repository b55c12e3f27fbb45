import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readExampleSources } from '../../src/interfaces/cli/pages/show-page.ts';
import { type Boot, bootElementId, workerElementId } from '../../src/interfaces/page/boot.ts';
import type { RunOrigin, WorkerAnswer } from '../../src/interfaces/page/worker/worker-protocol.ts';
import { type PageAssets, readPageAssets } from '../../src/interfaces/web/page-assets.ts';
import { pageHtml } from '../../src/interfaces/web/page-html.ts';
import { type PageServer, serve } from '../../src/interfaces/web/serve.ts';
import { siteFiles } from '../../src/interfaces/web/site-files.ts';
import { complaintsOf, describeInBrowser } from './chromium.ts';
import { openDrawer } from './served-page.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-site-'));
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

const tellOfPolicy =
  "addEventListener('securitypolicyviolation', (event) => console.error('policy:', event.violatedDirective, event.blockedURI));";

const hostileName = '</script><img src=x onerror=alert(1)>\u2028';
const request: RunOrigin = {
  kind: 'simulate',
  sources: [
    {
      name: `${hostileName}.yaml`,
      text: 'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: app, image: "app:1" }] }\n',
    },
  ],
  settings: {},
};

describeInBrowser('the page, wherever it comes from', (browser) => {
  let assets: PageAssets;
  let boot: Boot;
  let host: Server;
  let server: PageServer;

  beforeAll(async () => {
    const built = await readPageAssets();
    // What the policy forbids in a worker is told there and nowhere else.
    assets = new Map([...built, ['worker.js', `${tellOfPolicy}\n${built.get('worker.js')}`]]);
    boot = { request, examples: await readExampleSources() };
    mkdirSync(join(folder, 'some/where'), { recursive: true });
    for (const [name, text] of siteFiles(assets, boot)) writeFileSync(join(folder, 'some/where', name), text);
    host = plainHost();
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', () => resolve()));
    const html = pageHtml({ title: hostileName, entry: 'app', boot, mode: 'served', assets });
    server = await serve({ assets, pages: new Map([['', { html }]]) });
  });
  afterAll(async () => {
    host.close();
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const places: readonly (readonly [string, () => string])[] = [
    ['from windlass ui', () => server.url],
    [
      'as static files below a path of a plain web host',
      () => `http://127.0.0.1:${(host.address() as AddressInfo).port}/some/where/`,
    ],
    ['as one file from disk', () => pathToFileURL(join(folder, 'some/where/windlass.html')).href],
  ];

  test.each(places)('%s: loads, simulates in its worker, and complains of nothing', async (_, address) => {
    const page = await browser().newPage();
    const complaints = complaintsOf(page);
    await page.addInitScript(tellOfPolicy);
    await page.goto(address());
    // What strangers wrote is data: it is there, and nothing of it has become an element.
    expect(await page.evaluate((id) => document.getElementById(id)?.textContent, bootElementId)).toContain(
      'onerror=alert(1)',
    );
    expect(await page.locator('img').count()).toBe(0);
    const answers = await runInPage(page, request);
    expect(answers.map(({ type }) => type)).toEqual(['RUN.FINISHED', 'ANSWERED']);
    expect(answers[1]).toMatchObject({ answer: expect.stringMatching(/^\{"id":0,"at":0,"type":"header"/) });
    await page.getByText('web').first().waitFor({ state: 'attached' });
    await page.close();
    expect(complaints).toEqual([]);
  });

  test.each(places)('%s: charts are loaded when the first one is shown', async (_, address) => {
    const page = await browser().newPage({ viewport: { width: 1280, height: 800 } });
    const complaints = complaintsOf(page);
    await page.goto(address());
    await page.waitForSelector('.timeline-canvas[data-bars]');
    const isThere = () => page.evaluate(() => 'windlass_charts' in globalThis);
    expect(await isThere()).toBe(false);
    await openDrawer(page, 'Chart');
    await page.locator('.statechart-arrow').first().waitFor({ state: 'attached' });
    expect(await isThere()).toBe(true);
    await page.close();
    expect(complaints).toEqual([]);
  });

  test('one file from disk: an example is chosen and shown, with no server anywhere', async () => {
    const file = join(folder, 'examples-only.html');
    writeFileSync(file, siteFiles(assets, { examples: boot.examples }).get('windlass.html') ?? '');
    const page = await browser().newPage();
    const complaints = complaintsOf(page);
    await page.goto(pathToFileURL(file).href);
    await page.locator('.shell-empty-examples summary').first().click();
    await page.getByRole('button', { name: 'Show the run of head-of-line-blocking' }).click();
    await page
      .getByText(/^All \d+ pods started/)
      .first()
      .waitFor();
    await page.close();
    expect(complaints).toEqual([]);
  });

  test('a page of another site gets nothing from windlass ui, though it knows the address', async () => {
    const page = await browser().newPage();
    await page.goto(`http://localhost:${(host.address() as AddressInfo).port}/empty.html`);
    const outcome = await page.evaluate(async (url) => {
      const fetched = await fetch(url, { mode: 'no-cors' }).then(
        (response) => response.type,
        () => 'refused',
      );
      const frame = document.createElement('iframe');
      frame.src = url;
      const framed = new Promise((resolve) => {
        frame.onload = () => resolve(frame.contentDocument === null ? 'not ours' : 'readable');
      });
      document.body.append(frame);
      return [fetched, await framed, window.frames[0]?.length];
    }, server.url);
    expect(outcome[0]).not.toBe('basic');
    expect(outcome.slice(1)).toEqual(['not ours', 0]);
    await page.close();
  });
});

/** Starts the worker as the page does, and asks it for a run and its trace. */
async function runInPage(page: Page, asked: RunOrigin): Promise<readonly WorkerAnswer[]> {
  return page.evaluate(
    ({ element, run }) => {
      const inPage = document.getElementById(element)?.textContent;
      const source =
        typeof inPage === 'string'
          ? new Blob([String(JSON.parse(inPage))], { type: 'text/javascript' })
          : undefined;
      const worker = new Worker(source === undefined ? 'worker.js' : URL.createObjectURL(source));
      return new Promise<WorkerAnswer[]>((resolve, reject) => {
        const answers: WorkerAnswer[] = [];
        worker.onerror = (event) => reject(new Error(event.message));
        worker.onmessage = (event) => {
          if (event.data.type === 'RUN.PROGRESSED') return;
          answers.push(event.data);
          if (event.data.type === 'RUN.FINISHED')
            worker.postMessage({ type: 'EXPORT.REQUESTED', id: 2, format: 'trace' });
          else resolve(answers);
        };
        worker.postMessage({ type: 'RUN.REQUESTED', id: 1, request: run });
      });
    },
    { element: workerElementId, run: asked },
  );
}

/** A web host that knows nothing of the page: files with their types, and no header more. */
function plainHost(): Server {
  return createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://host').pathname;
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path);
    try {
      const body =
        path === '/empty.html'
          ? '<!doctype html><link rel="icon" href="data:,"><p>another site'
          : readFileSync(file);
      response
        .writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
}
