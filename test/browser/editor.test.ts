import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPageAssets } from '../../src/interfaces/web/page-assets.ts';
import type { PageServer } from '../../src/interfaces/web/serve.ts';
import { siteFiles } from '../../src/interfaces/web/site-files.ts';
import { root } from '../tidy/sources.ts';
import { describeInBrowser } from './chromium.ts';
import { seriousFindings } from './serious-findings.ts';
import { bootOf, servePage } from './served-page.ts';
import { runShown, watchedPage } from './watched-page.ts';

const rollout = readFileSync(join(root, 'examples/web-rollout.yaml'), 'utf8');
const boot = bootOf(rollout, 'web-rollout.yaml');
const folder = mkdtempSync(join(tmpdir(), 'windlass-editor-'));

describeInBrowser('the YAML in an editor', (browser) => {
  let server: PageServer;
  beforeAll(async () => {
    server = await servePage(boot);
    const files = siteFiles(await readPageAssets(), boot);
    writeFileSync(join(folder, 'windlass.html'), files.get('windlass.html') ?? '');
  });
  afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true });
  });

  /** Puts the cursor behind a text. */
  const goBehind = async (page: Page, text: string): Promise<void> => {
    const line = rollout.slice(0, rollout.indexOf(text)).split('\n').length;
    await page.keyboard.press('Control+Home');
    for (let row = 1; row < line; row++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
  };

  test('by keyboard alone: our errors stand at their place, a schema completes, and what is edited runs as a variant', async () => {
    const { page, complaints } = await watchedPage(browser(), server.url, {
      viewport: { width: 1440, height: 900 },
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await runShown(page);
    await page.keyboard.press('/');
    await page.keyboard.type('edit the');
    await page.getByRole('option', { name: /^Edit the YAML/ }).waitFor();
    expect(asked.filter((url) => url.endsWith('part-editor.js'))).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'YAML of web-rollout.yaml' }).waitFor();
    expect(asked.filter((url) => url.endsWith('part-editor.js'))).toHaveLength(1);

    const apply = page.getByRole('button', { name: 'Run it as a variant' });
    expect(await apply.isDisabled()).toBe(true);
    await goBehind(page, 'replicas: 3');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('many');
    const problems = page.locator('.yaml-problems');
    const line = rollout.slice(0, rollout.indexOf('replicas: 3')).split('\n').length;
    await problems.getByRole('button', { name: `web-rollout.yaml:${line}:13` }).waitFor();
    await page.locator('.cm-lintRange-error').waitFor();
    expect(await apply.isDisabled()).toBe(true);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect.soft(await seriousFindings(page), `the editor, ${colorScheme}`).toEqual([]);
    }
    await page.keyboard.press('ArrowDown');
    await problems.getByRole('button').press('Enter');
    for (let letter = 0; letter < 4; letter++) await page.keyboard.press('Delete');
    await page.keyboard.type('6');
    await problems.getByText('No errors.').waitFor();
    expect(await apply.isDisabled()).toBe(false);

    await page.keyboard.press('Control+End');
    await page.keyboard.type('\n---\nkind: KubeletConfiguration\nserializeIm');
    await page.locator('.cm-tooltip-autocomplete', { hasText: 'serializeImagePulls' }).waitFor();
    await page.keyboard.press('Escape');
    // Escape closes the list, and not the dialog.
    await page.locator('.cm-tooltip-autocomplete').waitFor({ state: 'detached' });
    for (let letter = 0; letter < '---kind: KubeletConfigurationserializeIm'.length + 3; letter++)
      await page.keyboard.press('Backspace');
    await problems.getByText('No errors.').waitFor();
    await apply.press('Enter');
    await page.locator('dialog.yaml').waitFor({ state: 'detached' });
    const card = page.locator('.variants-card').nth(1);
    await expect.poll(() => card.textContent()).toContain('replicas: 6');
    expect(await card.getAttribute('aria-pressed')).toBe('true');
    await expect.poll(() => page.locator('.answer-result').textContent()).toMatch(/^All 9 pods/);

    // The address has it: a reload shows it, Back takes it away.
    await expect
      .poll(() => page.evaluate(() => location.hash))
      .toMatch(/&name=replicas:%206&edits=[\w-]+&shown=1/);
    await page.reload();
    await runShown(page);
    await expect.poll(() => page.locator('.answer-result').textContent()).toMatch(/^All 9 pods/);
    await expect.poll(() => card.textContent()).toContain('replicas: 6');
    await page.goBack();
    await expect.poll(() => page.locator('.variants-card').count()).toBe(1);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('of one file from disk opens too, and its policy complains of nothing', async () => {
    const file = pathToFileURL(join(folder, 'windlass.html')).href;
    const { page, complaints } = await watchedPage(browser(), file, {
      viewport: { width: 390, height: 844 },
    });
    await runShown(page);
    await page.getByRole('tab', { name: 'What if' }).click();
    await page.getByRole('button', { name: 'Edit the YAML' }).click();
    await page.getByRole('textbox', { name: 'YAML of web-rollout.yaml' }).waitFor();
    expect(await page.locator('.cm-line').first().textContent()).toBe(rollout.split('\n')[0]);
    // Its styles are there: the text is as high as its frame, not as its lines.
    expect(await page.locator('.cm-editor').evaluate((editor) => editor.clientHeight)).toBeLessThan(844);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.locator('dialog.yaml').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await page.close();
  });
});
