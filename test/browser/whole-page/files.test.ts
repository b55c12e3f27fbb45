import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { StepLog } from '../../../src/charts/inspector/step-log.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import { readExampleSources } from '../../../src/interfaces/cli/pages/show-page.ts';
import { sharedRunJson } from '../../../src/interfaces/page/share/shared-run.ts';
import type { PageServer } from '../../../src/interfaces/web/serve.ts';
import { simulate } from '../../../src/run/simulation/simulate.ts';
import { formatRecord, formatStep } from '../../../src/trace/write-trace.ts';
import { root } from '../../tidy/sources.ts';
import { describeInBrowser } from '../chromium.ts';
import { openDrawer, servePage } from '../served-page.ts';
import { dropFiles, runShown, type WatchedPage, watchedPage } from '../watched-page.ts';

const rollout = readFileSync(join(root, 'examples/web-rollout.yaml'), 'utf8');
const pod = (name: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: { name: ${name} }\nspec: { containers: [{ name: app, image: "app:1" }] }\n`;

describeInBrowser('files that are dropped onto the page', (browser) => {
  let server: PageServer;
  let watched: WatchedPage;
  beforeAll(async () => {
    server = await servePage({ examples: await readExampleSources() });
    watched = await watchedPage(browser(), server.url);
    await watched.page.getByRole('heading', { name: 'Why does that pod wait?' }).waitFor();
  });
  afterAll(async () => server?.close());

  const bars = () => watched.page.getAttribute('.timeline-canvas', 'data-bars');
  const chips = () => watched.page.locator('.shell-chips').textContent();
  const refusal = async (): Promise<string> => {
    const text = (await watched.page.locator('.shell-refused').textContent()) ?? '';
    await watched.page.getByRole('button', { name: /^(Close|Back to the run)$/ }).click();
    return text;
  };

  test('a manifest with a mistake: file, line and column, the line itself, and back to where one was', async () => {
    const { page } = watched;
    await dropFiles(page, { 'broken.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: { name: x\nspec: {}\n' });
    await page.locator('.shell-refused').waitFor();
    expect(await refusal()).toMatch(/broken\.yaml:\d+:\d+/);
    await page.getByRole('heading', { name: 'Why does that pod wait?' }).waitFor();
    await dropFiles(page, { 'wrong.yaml': pod('web').replace('image:', 'imagine:') });
    await page.locator('.shell-refused').waitFor();
    const text = await refusal();
    expect(text).toMatch(/wrong\.yaml:4:\d+/);
    expect(text).toContain('imagine');
    expect(text).toContain('^');
  });

  test('a question of the start page is asked of the files, and stands in the what-if panel', async () => {
    const { page, complaints } = await watchedPage(browser(), server.url);
    await page.getByLabel('Are parallel pulls faster?').check();
    await dropFiles(page, { 'one.yaml': pod('one') });
    await runShown(page);
    await page.getByText('5 pulls at once').first().waitFor();
    await openDrawer(page, 'Change');
    expect(await page.getByLabel('maxParallelImagePulls').inputValue()).toBe('5');
    // What is opened later is not about that question any more.
    await dropFiles(page, { 'two.yaml': pod('two') });
    await page.getByText('serialized pulls').first().waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('a folder is chosen, of which the manifests are read by their path', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'windlass-folder-'));
    mkdirSync(join(folder, 'deep'));
    writeFileSync(join(folder, 'a.yaml'), pod('alpha'));
    writeFileSync(join(folder, 'deep/b.yaml'), pod('beta').replace('image:', 'imagine:'));
    writeFileSync(join(folder, 'notes.txt'), 'no manifest');
    const { page, complaints } = await watchedPage(browser(), server.url);
    const choosing = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Open a folder' }).click();
    await (await choosing).setFiles(folder);
    await page.locator('.shell-refused').waitFor();
    expect(await page.locator('.shell-refused').textContent()).toMatch(/deep\/b\.yaml:4:\d+/);
    expect(await page.locator('.shell-refused').textContent()).not.toContain('notes.txt');
    expect(complaints).toEqual([]);
    await page.close();
    rmSync(folder, { recursive: true });
  });

  test('one file, and several at once, are run', async () => {
    const { page } = watched;
    await dropFiles(page, { 'one.yaml': pod('one') });
    await runShown(page);
    await expect.poll(() => page.locator('.timeline-name b').allTextContents()).toEqual(['one']);
    await dropFiles(page, {
      'a.yaml': pod('alpha'),
      'b.yaml': pod('beta'),
      'c.json': JSON.stringify(podOf('gamma')),
    });
    await page.getByText('3 files').waitFor();
    await expect
      .poll(async () => (await page.locator('.timeline-name b').allTextContents()).sort())
      .toEqual(['alpha', 'beta', 'gamma']);
    await expect.poll(() => page.locator('.share-drop').count()).toBe(0);
  });

  test('a binary file, and a text that is no UTF-8, are refused in words; the run that was shown is still there', async () => {
    const { page } = watched;
    const before = await bars();
    await dropFiles(page, {
      'app.bin': [0x7f, 0x45, 0x4c, 0x46, 0, 1],
      'latin.yaml': [0x6e, 0xe4, 0x6d, 0x65],
    });
    await page.locator('.shell-refused').waitFor();
    const text = await refusal();
    expect(text).toContain('app.bin: a binary file; expected YAML or JSON');
    expect(text).toContain('latin.yaml: not a text in UTF-8');
    await runShown(page);
    await expect.poll(bars).toBe(before);
  });

  test('a shared run brings its settings; a damaged one says so', async () => {
    const { page } = watched;
    const settings = { set: ['serializeImagePulls=false'], imageSizes: [], faults: [], seed: 42 };
    const shared = sharedRunJson({ sources: [{ name: 'deep/rollout.yaml', text: rollout }], settings }, 2);
    await dropFiles(page, { 'run.windlass.json': shared });
    await page.locator('.shell-chips').getByText('seed 42').waitFor();
    await expect.poll(chips).toContain('rollout.yaml');
    await dropFiles(page, { 'run.windlass.json': shared.slice(0, shared.length / 2) });
    await page.locator('.shell-refused').waitFor();
    expect(await refusal()).toContain('run.windlass.json cannot be opened: it is not JSON: it was cut off');
  });

  test('a stored trace is shown, its statecharts where it has their steps', async () => {
    const { page, complaints } = watched;
    const [plain, withSteps] = [traceOf(rollout, false), traceOf(rollout, true)];
    await dropFiles(page, { 'plain.ndjson': plain });
    await openDrawer(page, 'Chart');
    await page.getByText('This trace has no steps of the statecharts.').waitFor();
    const shown = await bars();
    expect(Number(shown)).toBeGreaterThan(20);
    await openDrawer(page, 'Change');
    expect(await page.locator('.what-if').textContent()).toMatch(/stored trace/);
    await dropFiles(page, { 'steps.ndjson': withSteps });
    await openDrawer(page, 'Chart');
    await page.locator('.statechart-state').first().waitFor();
    await page.keyboard.press('End');
    await page.locator('.statechart-state-lit').first().waitFor();
    await expect.poll(bars).toBe(shown);
    // Cut in the midst of a line: told with the line, not shown as if it were whole.
    await dropFiles(page, { 'cut.ndjson': plain.slice(0, plain.length - 40) });
    await page.locator('.shell-refused, .shell-warnings').first().waitFor();
    expect(await page.locator('.shell-refused, .shell-warnings').first().textContent()).toMatch(
      /cut\.ndjson/,
    );
    expect(complaints).toEqual([]);
    await page.close();
  });
});

function podOf(name: string): object {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name },
    spec: { containers: [{ name: 'app', image: 'app:1' }] },
  };
}

/** As `windlass run -o trace` writes it, with `--steps` or without. */
function traceOf(text: string, hasSteps: boolean): string {
  const read = readInput([{ name: 'rollout.yaml', text }], {});
  if (!read.ok) throw new Error('the example is refused');
  const lines: string[] = [];
  const log = new StepLog({ onStep: (step) => lines.push(formatStep(step)) });
  simulate(read.input, {
    ...(hasSteps ? { inspect: log.inspect } : {}),
    onRecord: (record) => lines.push(formatRecord(record)),
  });
  return `${lines.join('\n')}\n`;
}
