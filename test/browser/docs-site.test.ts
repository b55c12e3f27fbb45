import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from '../tidy/sources.ts';
import { complaintsOf, describeInBrowser } from './chromium.ts';
import { seriousFindings } from './serious-findings.ts';

const base = '/some/where/';
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

describeInBrowser('the documentation as a site', (browser) => {
  let host: Server;
  let site: string;

  beforeAll(async () => {
    const built = spawnSync(process.execPath, ['scripts/site/build-site.mjs', '--if-stale', '--base', base], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(built.status, built.stderr + built.stdout).toBe(0);
    host = plainHost(join(root, 'dist/site'));
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', () => resolve()));
    site = `http://127.0.0.1:${(host.address() as AddressInfo).port}${base}`;
  });
  afterAll(() => host?.close());

  test('the search finds a page, with no network, and opens it', async () => {
    const page = await browser().newPage();
    const complaints = complaintsOf(page);
    await page.goto(site);
    await page.locator('#local-search button').click();
    await page.locator('#localsearch-input').fill('ImagePullBackOff');
    await page.locator('.VPLocalSearchBox .result').first().waitFor();
    await page.locator('#localsearch-input').press('Enter');
    await page.waitForURL(/\.html/);
    await page.getByText('ImagePullBackOff').first().waitFor({ state: 'attached' });
    await page.close();
    expect(complaints).toEqual([]);
  });

  test('an example runs beside its story', async () => {
    const page = await browser().newPage({ viewport: { width: 1280, height: 900 } });
    const complaints = complaintsOf(page);
    await page.goto(`${site}examples/head-of-line-blocking.html`);
    await page.frameLocator('.site-run iframe').getByText('All 6 pods started').first().waitFor();
    const story = await page.locator('.site-story').first().boundingBox();
    const run = await page.locator('.site-run').boundingBox();
    expect(run?.x).toBeGreaterThan((story?.x ?? 0) + (story?.width ?? 0));
    await page.close();
    expect(complaints).toEqual([]);
  });

  test.each([
    ['an example', 'imageGc'],
    ['an example with other settings', 'lazyRead'],
  ])(
    'a machine is stepped through in %s: the page opens at one of its actors, with its chart',
    async (_, machine) => {
      const page = await browser().newPage({ viewport: { width: 1440, height: 900 } });
      const complaints = complaintsOf(page);
      await page.goto(`${site}machines/${machine}.html`);
      await page.locator('.site-chart svg').waitFor();
      await page.getByRole('link', { name: 'Step through it' }).click();
      await page.getByRole('heading', { name: `Statechart · ${machine}` }).waitFor();
      await page.close();
      expect(complaints).toEqual([]);
    },
  );

  test.each(['light', 'dark'] as const)(
    'no serious fault for people with disabilities, %s',
    async (colorScheme) => {
      const page = await browser().newPage({ colorScheme, viewport: { width: 390, height: 844 } });
      for (const path of [
        '',
        'docs/',
        'docs/guides/why.html',
        'machines/imagePull.html',
        'schemas/scenario.html',
      ]) {
        await page.goto(site + path);
        await page.locator('h1').first().waitFor();
        expect(await seriousFindings(page), path).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), path).toBe(
          true,
        );
      }
      await page.close();
    },
  );
});

/** A web host that knows nothing of the site: files with their types, and no header more. */
function plainHost(folder: string): Server {
  return createServer((request, response) => {
    const path = decodeURI(new URL(request.url ?? '', 'http://host').pathname);
    try {
      if (!path.startsWith(base)) throw new Error('another site');
      const name = path.slice(base.length);
      const file = join(folder, /(^|\/)$/.test(name) ? `${name}index.html` : name);
      const body = readFileSync(file);
      response
        .writeHead(200, { 'Content-Type': types[extname(file)] ?? 'application/octet-stream' })
        .end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
}
