import type { Browser, Page } from 'playwright-core';
import type { Boot } from '../../src/interfaces/page/boot.ts';
import { readPageAssets } from '../../src/interfaces/web/page-assets.ts';
import { pageHtml } from '../../src/interfaces/web/page-html.ts';
import { type PageServer, serve } from '../../src/interfaces/web/serve.ts';

/** Serves the page with these boot data, as `windlass ui` does. */
export async function servePage(boot: Boot): Promise<PageServer> {
  const assets = await readPageAssets();
  return serve({
    assets,
    pages: new Map([['', { html: pageHtml({ title: 'test', entry: 'app', boot, mode: 'served', assets }) }]]),
  });
}

/** Boot data that open one file with this text. */
export function bootOf(text: string, name = 'test.yaml'): Boot {
  return { request: { kind: 'simulate', sources: [{ name, text }], settings: {} }, examples: [] };
}

/** `count` pods of a handful of images on `nodes` nodes. */
export function podsYaml(count: number, nodes = 1): string {
  const images = [
    'nginx:1.27',
    'ghcr.io/acme/api:3.4',
    'redis:7',
    'ghcr.io/acme/worker:2.0',
    'postgres:16',
    'ghcr.io/acme/trainer:9',
  ];
  const pods: string[] = [];
  for (let node = 1; nodes > 1 && node <= nodes; node++)
    pods.push(`apiVersion: v1\nkind: Node\nmetadata: { name: node-${node} }\n`);
  for (let pod = 0; pod < count; pod++) {
    const name = `app-${String(pod).padStart(4, '0')}`;
    const image = images[pod % images.length];
    pods.push(
      `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name} }\nspec:\n  nodeName: node-${1 + (pod % nodes)}\n  containers: [{ name: main, image: "${image}" }]\n`,
    );
  }
  return pods.join('---\n');
}

/** Opens the details beside the timeline in one of their tabs. */
export async function openDrawer(
  page: Page,
  tab: 'Why' | 'Events' | 'Chart' | 'Context' | 'Ask' | 'Change',
): Promise<void> {
  const button = page.getByRole('button', { name: 'Details', exact: true });
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
  await page.getByRole('tab', { name: tab, exact: true }).click();
}

/** Opens the page and waits until a run is shown. */
export async function openRun(
  browser: Browser,
  url: string,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
  await page.goto(url);
  await page.waitForSelector('.timeline-canvas[data-bars]');
  return page;
}
