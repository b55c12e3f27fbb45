// docs/pictures/page.png: what `windlass ui examples/web-rollout.yaml` shows, photographed in Chromium. Run
// by hand after the page has changed (`node scripts/page-picture.mjs`, after a build), because each Chromium
// draws letters a little differently.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './run.mjs';

const picture = join(root, 'docs/pictures/page.png');
const windlass = join(root, 'dist/command/windlass.js');
const server = spawn('node', [windlass, 'ui', 'examples/web-rollout.yaml', '--no-open'], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'ignore'],
});
const [address] = await once(server.stdout, 'data');
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 960 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await page.goto(String(address).trim());
  await page.locator('.timeline-canvas[data-bars]').waitFor();
  // What is tried in the background is there.
  await page
    .getByText(/over \d+ seeds/)
    .first()
    .waitFor();
  await page.getByText('trying what would help').first().waitFor({ state: 'detached' });
  // The second cause, which is a back-off, with the reason in the details.
  await page.getByRole('button', { name: /^Show registry\.example\.com/ }).click();
  const details = page.getByRole('button', { name: 'Details', exact: true });
  if ((await details.getAttribute('aria-pressed')) !== 'true') await details.click();
  await page.getByRole('tab', { name: 'Why', exact: true }).click();
  await page.mouse.move(900, 940);
  await page.waitForTimeout(1500);
  await page.screenshot({ path: picture });
} finally {
  await browser.close();
  server.kill();
}
// A quarter of the bytes with a palette; without pngquant the picture is only larger.
spawnSync('pngquant', ['--force', '--ext', '.png', '--speed', '1', '64', picture]);
console.log(`${picture}: ${statSync(picture).size} bytes`);
