import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linkFragment } from '../../src/interfaces/page/share/run-link.ts';
import type { PageServer } from '../../src/interfaces/web/serve.ts';
import { root } from '../tidy/sources.ts';
import { complaintsOf, describeInBrowser } from './chromium.ts';
import { seriousFindings } from './serious-findings.ts';
import { bootOf, openDrawer, openRun, servePage } from './served-page.ts';

const hostile = '<img src=x onerror=alert(1)>';
const text = readFileSync(join(root, 'examples/head-of-line-blocking/manifests.yaml'), 'utf8');

describeInBrowser('the what-if panel, the rows above the pods, and sharing', (browser) => {
  let server: PageServer | undefined;
  beforeAll(async () => {
    server = await servePage(bootOf(text, `${hostile}.yaml`));
  });
  afterAll(async () => server?.close());

  const open = async (fragment = ''): Promise<Page> => {
    const page = await openRun(browser(), `${server?.url}${fragment}`, {
      viewport: { width: 1400, height: 1000 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await openDrawer(page, 'Change');
    return page;
  };
  const settled = (page: Page) => page.locator('.what-if-sentences p').first().waitFor();
  const command = async (page: Page): Promise<string> => {
    await page.getByRole('button', { name: 'Copy as command' }).click();
    return page.evaluate(() => navigator.clipboard.readText());
  };

  test('a setting that is changed runs again, and its effect is told in words and figures; a reset takes it back', async () => {
    const page = await open();
    const complaints = complaintsOf(page);
    expect(await page.locator('.what-if-wait').textContent()).toContain('for a slot');
    // By keyboard alone.
    await page.getByLabel('serializeImagePulls', { exact: true }).focus();
    await page.keyboard.press('Space');
    await settled(page);
    await expect
      .poll(() => page.locator('.what-if-sentences').textContent())
      .toMatch(/The median pod runs after [\d ms]+ instead of [23] m/);
    const row = page.locator('.what-if-figures tr', { hasText: 'time to running p50' });
    await expect.poll(() => row.textContent()).toMatch(/[23]\sm\s\d+\ss.*better/);
    await expect
      .poll(() => page.locator('.what-if-changes').textContent())
      .toContain('Changed: serializeImagePulls=false');
    expect(await command(page)).toBe(`windlass run '${hostile}.yaml' --set serializeImagePulls=false`);
    await page.getByRole('button', { name: 'Copy as KubeletConfiguration' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain('serializeImagePulls: false');
    // The sign says less or more, word and colour whether that is good; rows and figures alike.
    await expect.poll(() => row.locator('.what-if-change').textContent()).toMatch(/^−[\d\s ms]+ better$/);
    await expect
      .poll(() => page.locator('.timeline-gain.timeline-better').first().textContent())
      .toMatch(/^−/);
    await expect
      .poll(() => page.locator('.answer-result').textContent())
      .toMatch(/^All \d+ pods started, the slowest /);
    await page.getByRole('button', { name: 'Reset serializeImagePulls' }).click();
    await page.locator('.what-if-sentences').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Another seed' }).click();
    await settled(page);
    await expect
      .poll(() => page.locator('.what-if-sentences p').first().textContent())
      .toContain('the random draws are others');
    await expect
      .poll(() => page.locator('.what-if-better, .what-if-worse, .timeline-better, .timeline-worse').count())
      .toBe(0);
    await page.getByRole('button', { name: 'Reset seed' }).click();
    await page.locator('.what-if-sentences').waitFor({ state: 'detached' });
    expect(await command(page)).toBe(`windlass run '${hostile}.yaml'`);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('what a kubelet refuses is refused at its field, before and by the run', async () => {
    const page = await open();
    const field = page.getByRole('textbox', { name: 'maxParallelImagePulls', exact: true });
    await field.fill('two');
    await page.getByText('maxParallelImagePulls must be a whole number').first().waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
    await page.getByRole('textbox', { name: 'node link' }).fill('fast');
    await page.getByText('a rate above 0 such as 1Gbit/s').first().waitFor();
    expect(await page.locator('.what-if-sentences').count()).toBe(0);
    await page.getByRole('button', { name: 'Reset all' }).click();
    await expect.poll(() => field.inputValue()).toBe('');
    // Nothing is wrong yet, so nothing is to be mended.
    expect(await page.getByRole('button', { name: 'set serializeImagePulls=false' }).count()).toBe(0);
    await field.fill('2');
    await page.getByRole('button', { name: 'set serializeImagePulls=false' }).click();
    await page.getByText('maxParallelImagePulls=2 · serializeImagePulls=false').waitFor();
    await settled(page);
    await expect.poll(() => page.locator('.timeline').textContent()).toContain('2 pulls at once');
    await page.close();
  });

  test('settings that are not run have no result: their errors are told, the result of the settings before is greyed', async () => {
    const page = await open();
    await page.getByRole('switch', { name: 'serializeImagePulls', exact: true }).click();
    await settled(page);
    await expect.poll(() => page.locator('.what-if-old').count()).toBe(0);
    await page.getByRole('textbox', { name: 'maxParallelImagePulls', exact: true }).fill('0');
    await page.getByRole('textbox', { name: 'node link' }).fill('banana');
    await page.getByText('Not run: 2 errors').waitFor();
    await expect.poll(() => page.locator('.what-if-refused li').count()).toBe(2);
    const errors = (await page.locator('.what-if-refused li').allTextContents()).sort();
    expect(errors[0]).toContain('maxParallelImagePulls');
    expect(errors[1]).toMatch(/^node link.*a rate above 0/);
    await expect.poll(() => page.locator('.what-if-old .what-if-sentences').count()).toBe(1);
    await expect
      .poll(() => page.locator('.what-if-note', { hasText: 'of the settings before' }).count())
      .toBe(1);
    await page.locator('.shell-old').waitFor();
    // The command makes the run that is shown.
    expect(await command(page)).not.toContain('banana');
    await page.getByRole('button', { name: 'Reset node link' }).click();
    await page.getByText('Not run: 1 error').waitFor();
    await page.getByRole('textbox', { name: 'maxParallelImagePulls', exact: true }).fill('2');
    await page.locator('.what-if-old').waitFor({ state: 'detached' });
    await expect.poll(() => page.locator('.what-if-refused').count()).toBe(0);
    expect(await command(page)).toContain('--set maxParallelImagePulls=2');
    await page.close();
  });

  test('where nodes differ no value is shown for all of them, and each value can be set for all', async () => {
    const mixed = await servePage(
      bootOf(readFileSync(join(root, 'examples/small-behind-large/manifests.yaml'), 'utf8'), 'mixed.yaml'),
    );
    const page = await openRun(browser(), mixed.url, { permissions: ['clipboard-read', 'clipboard-write'] });
    await openDrawer(page, 'Change');
    const runtime = page.getByRole('combobox', { name: 'runtime', exact: true });
    expect(await runtime.evaluate((list: HTMLSelectElement) => list.selectedOptions[0]?.text)).toBe(
      'differs by node',
    );
    expect(await page.getByRole('combobox', { name: 'kubelet version' }).inputValue()).toBe('1.36');
    // The first node has it already, the other has not.
    await runtime.selectOption('containerd://1.6');
    await settled(page);
    await expect
      .poll(() => page.locator('.what-if-changes').textContent())
      .toContain('Changed: runtime containerd://1.6');
    expect(await command(page)).toBe('windlass run mixed.yaml --runtime containerd://1.6');
    await expect
      .poll(() => page.locator('.what-if-was').textContent())
      .toContain('as loaded: differs by node');
    await page.getByRole('button', { name: 'Reset runtime' }).click();
    await page.locator('.what-if-sentences').waitFor({ state: 'detached' });
    expect(await command(page)).toBe('windlass run mixed.yaml');
    await page.close();
    await mixed.close();
  });

  test('the options of the container runtime are those that it knows; a changed one runs again', async () => {
    const page = await open();
    await page.locator('summary', { hasText: 'Container runtime' }).click();
    const timeout = page.getByRole('textbox', { name: 'image_pull_progress_timeout', exact: true });
    expect(await timeout.inputValue()).toBe('5m');
    await timeout.fill('soon');
    await page.getByText('a duration such as 5m, or 0s for none').first().waitFor();
    await page.getByRole('button', { name: 'Reset image_pull_progress_timeout' }).click();
    await page.getByLabel('use_local_image_pull', { exact: true }).focus();
    await page.keyboard.press('Space');
    await settled(page);
    await expect
      .poll(() => page.locator('.what-if-changes').textContent())
      .toContain('Changed: use_local_image_pull=true');
    expect(await command(page)).toContain('--runtime-config use_local_image_pull=true');
    // What 1.6 does not have goes with 2.4.
    await page.getByLabel('runtime', { exact: true }).selectOption('containerd://1.6');
    await page.getByText('Changed: runtime containerd://1.6').waitFor();
    await expect.poll(() => command(page)).not.toContain('--runtime-config');
    expect(await command(page)).toContain('--runtime containerd://1.6');
    await expect
      .poll(() => page.getByRole('textbox', { name: 'max_concurrent_downloads', exact: true }).inputValue())
      .toBe('3');
    await expect.poll(() => page.getByLabel('use_local_image_pull', { exact: true }).count()).toBe(0);
    await page.close();
  });

  test('a fault is chosen from what the run has, and taken back', async () => {
    const page = await open();
    await page.getByLabel('Kind of fault to add').selectOption('slowLink');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await page.locator('.what-if-adder .what-if-problem', { hasText: 'needed' }).waitFor();
    await page.getByLabel('link', { exact: true }).fill('10Mbit/s');
    await page.getByRole('button', { name: 'Add fault' }).click();
    await settled(page);
    expect(await command(page)).toContain("--fault 'slowLink link=10Mbit/s'");
    await page.getByRole('button', { name: 'Remove the fault slowLink link=10Mbit/s' }).click();
    await page.locator('.what-if-sentences').waitFor({ state: 'detached' });
    await page.close();
  });

  test('the rows above the pods say what they hold at a moment; a press moves the playhead there', async () => {
    const page = await open();
    const slots = page.locator('[data-band=slots]');
    expect(await slots.textContent()).toMatch(
      /^pull slotsup to 1 of 1 · \d+ waitpull slots Pull slots: at most 1 at once; 1 in use at the most/,
    );
    const [row, stage] = [await slots.boundingBox(), await page.locator('.timeline-stage').boundingBox()];
    if (row === null || stage === null) throw new Error('no slots');
    const place = [stage.x + stage.width / 2, row.y + row.height / 2] as const;
    await page.mouse.move(...place);
    await page.getByText('1 of 1 in use · 5 waiting').waitFor();
    await page.mouse.click(...place);
    await page.mouse.move(0, 0);
    await expect.poll(() => page.locator('.shell-clock').textContent()).toMatch(/^(?:[6-9]\d s|1\d\d s)/);
    await expect.poll(() => slots.locator('.timeline-band-value').textContent()).toBe('1 of 1 · 5 wait');
    // No pull failed: nothing backs off, and no row says so.
    await page.locator('[data-band=more] .timeline-label').click();
    expect(await page.locator('.timeline-band').textContent()).not.toContain('back-off');
    await page.close();
  });

  test('a file that is dropped is run; a binary one is refused in words', async () => {
    const page = await open();
    const drop = (name: string, content: string) =>
      page.evaluate(
        ({ name, content }) => {
          const transfer = new DataTransfer();
          transfer.items.add(new File([content], name));
          document.body.dispatchEvent(
            new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }),
          );
        },
        { name, content },
      );
    await drop(
      'pod.yaml',
      `apiVersion: v1\nkind: Pod\nmetadata: { name: dropped }\nspec: { containers: [{ name: a, image: "x/${'y'}:1" }] }`,
    );
    await page.locator('.timeline-name-image', { hasText: 'y:1' }).waitFor();
    await drop('a.out', 'ELF\0');
    await page.getByText('a.out: a binary file; expected YAML or JSON').waitFor();
    await page.close();
  });

  test('a link opens the same run elsewhere, without its secrets; a hostile one says what is wrong', async () => {
    const settings = {
      set: ['serializeImagePulls=false'],
      imageSizes: [],
      faults: ['stall from=5s until=9s'],
      seed: 7,
    };
    const secret = 'apiVersion: v1\nkind: Secret\nmetadata: { name: key }\nstringData: { x: hunter2 }\n';
    const page = await open(
      await linkFragment({ sources: [{ name: 'a.yaml', text: `${text}---\n${secret}` }], settings }),
    );
    await page.getByText('seed 7').first().waitFor();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByText('Secret default/key').waitFor();
    await page.getByRole('button', { name: 'Copy link' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toMatch(/^#run1=/);
    const other = await open(link);
    await other.getByText('seed 7').first().waitFor();
    expect(await command(other)).toBe(
      "windlass run a.yaml --set serializeImagePulls=false --fault 'stall from=5s until=9s' --seed 7",
    );
    await expect
      .poll(() => other.locator('.timeline').getAttribute('data-bars'))
      .toBe(await page.locator('.timeline').getAttribute('data-bars'));
    const broken = await browser().newPage();
    await broken.goto(`${server?.url}#run1=AAAA<script>`);
    await broken.getByText('this link cannot be opened: it was cut off or changed on its way').waitFor();
    for (const each of [page, other, broken]) await each.close();
  });

  test('names with markup are text, and nobody is shut out: no serious finding of axe, in dark too', async () => {
    const page = await open();
    await page.getByLabel('seed', { exact: true }).fill('5');
    await settled(page);
    expect(await page.locator('img').count()).toBe(0);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await seriousFindings(page)).toEqual([]);
    }
    await page.close();
  });
});
