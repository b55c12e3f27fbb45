import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { activeStates } from '../../../src/charts/statechart/chart.ts';
import type { ActorStep } from '../../../src/trace/step-record.ts';
import { complaintsOf, describeInBrowser } from '../chromium.ts';
import {
  historyOf,
  mounted,
  mountIn,
  opener,
  pull,
  pullChart,
  pullHistory,
  withPanels,
} from './panel-page.ts';

withPanels();

/** What a naive reader would count: how often each transition is in the steps up to an instant. */
function countedBefore(atMs: number): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { at, taken } of pullHistory.steps)
    if (at <= atMs) for (const id of taken) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

describeInBrowser('the statechart panel', (browser) => {
  const open = opener(browser);
  const lit = (page: Page) =>
    page
      .locator('[data-active="true"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-state')));

  test('lights the state that the actor is in at the playhead, and counts what it has done', async () => {
    const page = await open(mounted({ actor: pull.name ?? '' }));
    const complaints = complaintsOf(page);
    for (const place of [0, 5, 11, pullHistory.steps.length - 1]) {
      const at = pullHistory.steps[place]?.at ?? 0;
      const last = pullHistory.steps.filter((step) => step.at <= at).at(-1);
      await page.evaluate((to) => window.seek(to), at);
      await expect.poll(() => lit(page)).toEqual(activeStates(pullChart, last?.value ?? ''));
      const counts = countedBefore(at);
      const shown = await page
        .locator('.statechart-line')
        .evaluateAll((all) =>
          all.map((one) => [
            one.getAttribute('data-transition') ?? '',
            one.querySelector('.statechart-count')?.textContent ?? '',
          ]),
        );
      expect(
        shown.filter(([id = '', count]) => count !== (counts.has(id) ? `×${counts.get(id)}` : '')),
      ).toEqual([]);
      expect(counts.size).toBeGreaterThan(0);
      expect(
        await page
          .locator('.statechart-line.statechart-last')
          .evaluateAll((all) => all.map((one) => one.getAttribute('data-transition'))),
      ).toEqual(last?.taken);
      expect(await page.locator('.statechart-log-current').getAttribute('aria-posinset')).toBe(
        String(pullHistory.steps.filter((step) => step.at <= at).length + 1),
      );
    }
    // For people who do not see the drawing.
    const named = await page
      .getByRole('list', { name: 'States of imagePull' })
      .locator('[aria-current]')
      .allTextContents();
    const atEnd = activeStates(pullChart, pullHistory.steps.at(-1)?.value ?? '').map((id) =>
      id.replace('imagePull.', ''),
    );
    expect(named.map((text) => text.split(': ')[0])).toEqual(atEnd.map((state) => `${state} (active)`));
    expect(complaints).toEqual([]);
    await page.close();
  });

  test('of a reducer shows its table, and what it answered how often, without a diagram', async () => {
    const backOff = historyOf('node-1/kubelet/pullBackOff');
    const end = backOff.steps.at(-1)?.at ?? 0;
    const page = await open(mounted({ actor: 'node-1/kubelet/pullBackOff', playheadMs: end }));
    const asked = backOff.steps.filter(({ taken }) =>
      taken.includes('pullBackOff BACK_OFF.ASKED[1] → (stays)'),
    ).length;
    expect(asked).toBeGreaterThan(1);
    const answers = page.getByRole('list').filter({ hasText: 'FAILURE.REPORTED' }).getByRole('button');
    await expect
      .poll(() => answers.allTextContents())
      .toContainEqual(expect.stringMatching(`^BACK_OFF.ASKED.*×${asked}$`));
    expect(await page.locator('.statechart-canvas').count()).toBe(0);
    expect(await page.locator('.statechart-now').textContent()).toMatch(/^step /);
    expect(await page.locator('.statechart-context').textContent()).toMatch(/entries.*previousFailures/s);
    expect(await page.locator('.statechart-log-current').count()).toBe(1);
    await page.close();
  });

  test('a click on a transition goes to the next time it is taken, from the last to the first', async () => {
    const page = await open(mounted({ actor: pull.actor, playheadMs: 1e9 }));
    const [transition = ''] = [...countedBefore(1e9)].find(([, count]) => count >= 3) ?? [];
    const times = pullHistory.steps.filter(({ taken }) => taken.includes(transition)).map(({ at }) => at);
    const label = page.locator(`.statechart-line[data-transition="${transition}"]`);
    for (const at of [...times, times[0]]) {
      await label.dispatchEvent('click');
      await expect.poll(() => page.evaluate(() => window.playheadMs)).toBe(at);
      await expect.poll(() => label.evaluate((one) => one.classList.contains('statechart-last'))).toBe(true);
    }
    // What was never taken goes nowhere.
    await page.evaluate(() => window.seek(0));
    await page
      .locator('[data-transition="imagePull.inspecting IMAGE_STATUS.FAILED → settled.inspectFailed"]')
      .dispatchEvent('click');
    expect(await page.evaluate(() => window.playheadMs)).toBe(0);
    await page.close();
  });

  test('a click on an event seeks there, also among several at one instant; its payload opens', async () => {
    const page = await open(mounted({ actor: pull.actor }));
    const shared = pullHistory.steps.findIndex(({ at }, place) => pullHistory.steps[place + 1]?.at === at);
    const step = pullHistory.steps[shared];
    await page.locator(`[data-row="${shared + 1}"] .statechart-log-seek`).click();
    await expect.poll(() => lit(page)).toEqual(activeStates(pullChart, step?.value ?? ''));
    expect(await page.evaluate(() => window.playheadMs)).toBe(step?.at);
    const toggle = page.locator('.statechart-log-toggle:not(:disabled)').first();
    await toggle.click();
    await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true');
    expect(await page.locator('.statechart-log-detail .statechart-key').count()).toBeGreaterThan(0);
    await page.close();
  });

  test('the context is as it was, with what changed marked', async () => {
    const changing = pullHistory.steps.findIndex(
      ({ context, at }, place) => context !== undefined && pullHistory.steps[place + 1]?.at !== at,
    );
    const { context = {}, at = 0 } = pullHistory.steps[changing] ?? {};
    const page = await open(mounted({ actor: pull.actor, playheadMs: at }));
    await expect
      .poll(() => page.locator('.statechart-context > .statechart-changed').count())
      .toBe(Object.keys(context).length);
    const keys = await page
      .locator('.statechart-context > .statechart-changed')
      .evaluateAll((all) => all.map((one) => one.querySelector('.statechart-key')?.textContent ?? ''));
    expect(keys.sort()).toEqual(Object.keys(context).sort());
    await page.close();
  });

  test('a log of 50,000 events scrolls: only what is in view is in the page', async () => {
    const states = ['free', 'full'];
    const steps = Array.from(
      { length: 50_000 },
      (_, index): ActorStep => ({
        type: 'actorStep',
        step: index,
        actor: 'node-1/kubelet/pullSlots',
        at: index,
        event: { type: 'SLOT.REQUESTED', holder: `holder ${index}` },
        taken: [],
        value: states[index % 2] ?? '',
      }),
    );
    const history = historyOf('node-1/kubelet/pullSlots');
    const page = await open(
      mounted({
        actor: 'node-1/kubelet/pullSlots',
        histories: { 'node-1/kubelet/pullSlots': { ...history, steps } },
      }),
    );
    const lines = page.locator('.statechart-log-line');
    const list = page.locator('.statechart-log-lines');
    await expect.poll(() => lines.count()).toBeGreaterThan(5);
    expect(await list.evaluate((one) => one.scrollHeight)).toBe(50_001 * 26);
    for (const done of [25_000, 50_000]) {
      await list.evaluate((one, to) => one.scrollTo(0, to), done * 26);
      await expect.poll(() => page.locator(`[data-row="${done}"]`).count()).toBe(1);
      expect(await lines.count()).toBeLessThan(60);
    }
    // The playhead brings its event back into view.
    await page.evaluate(() => window.seek(1234));
    await expect.poll(() => page.locator('[data-row="1235"].statechart-log-current').isVisible()).toBe(true);
    await page.close();
  });

  test('works by keyboard alone: find an actor, walk through its events, move the diagram, follow a transition', async () => {
    const page = await open(mounted());
    await page.getByRole('combobox').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.type('pullSlots kubelet/pull');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.statechart-title').textContent()).toMatch(/pullslots/i);
    await expect.poll(() => lit(page)).toEqual(['pullSlots.free']);

    const focused = () =>
      page.evaluate(() => document.activeElement?.closest('[data-row]')?.getAttribute('data-row'));
    await page.locator('[data-row="0"] .statechart-log-seek').focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).toBe('1');
    await page.keyboard.press('Enter');
    const first = historyOf('node-1/kubelet/pullSlots').steps[0];
    await expect.poll(() => page.evaluate(() => window.playheadMs)).toBe(first?.at);
    await expect.poll(() => lit(page)).toEqual([`pullSlots.${first?.value}`]);
    await page.keyboard.press('End');
    await expect.poll(focused).toBe(String(historyOf('node-1/kubelet/pullSlots').steps.length));

    await page.locator('.statechart-canvas').focus();
    const placed = () => page.locator('.statechart-canvas svg > g').getAttribute('transform');
    const before = await placed();
    await page.keyboard.press('+');
    await expect.poll(placed).not.toBe(before);
    await page.locator('.statechart-taken').first().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('.statechart-line.statechart-last').count()).toBe(1);
    await page.close();
  });

  test('shows hostile names as text', async () => {
    const hostile = '<img src=x onerror="window.hacked=1"></title></script>';
    const { started, steps } = pullHistory;
    const history = {
      started: { ...started, name: hostile, context: { [hostile]: hostile } },
      steps: [
        {
          ...steps[0],
          event: { type: hostile, [hostile]: { [hostile]: hostile } },
          source: hostile,
          taken: [hostile],
          value: hostile,
        } as ActorStep,
      ],
      isCut: false,
      sent: [],
      partners: [],
    };
    const entry = {
      ...pull,
      name: `node-1/kubelet/${hostile}/${hostile}/app`,
      pod: { namespace: hostile, name: hostile, uid: 'a' },
      container: hostile,
    };
    const page = await open(
      mounted({ entries: [entry], actor: entry.name, histories: { [pull.actor]: history }, playheadMs: 1e9 }),
    );
    await expect.poll(() => page.locator('.statechart-log-event', { hasText: hostile }).count()).toBe(1);
    await page.locator('.statechart-log-toggle:not(:disabled)').first().click();
    await page.getByRole('combobox').focus();
    expect(await page.locator('.statechart-option').textContent()).toContain(hostile);
    expect(await page.locator('img').count()).toBe(0);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
    await page.close();
  });

  test('says what to do where nothing is chosen, where there are no steps, and where the worker fails', async () => {
    const page = await open(mounted());
    await page.getByRole('button', { name: /^imagePull / }).click();
    await expect.poll(() => page.locator('.statechart-title').textContent()).toMatch(/imagepull/i);
    await mountIn(page, mounted({ hasSteps: false }));
    await expect.poll(() => page.locator('.statechart-none').textContent()).toContain('-o trace --steps');
    await mountIn(page, mounted({ actor: pull.actor, histories: {} }));
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toBe(`The worker could not answer: nothing is known of ${pull.actor}`);
    await page.close();
  });

  test('an answer that comes after another actor was chosen is let go by', async () => {
    const page = await open(mounted({ actor: pull.actor, late: [pull.actor] }));
    await expect.poll(() => page.getByRole('status').textContent()).toBe('Reading the steps of imagePull …');
    await page.evaluate(() => window.choose('node-1/disk'));
    await expect
      .poll(() => page.locator('.statechart-state').first().getAttribute('data-state'))
      .toBe('disk.writable');
    await page.evaluate(() => window.answerLate());
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await page.locator('.statechart-state').first().getAttribute('data-state')).toBe('disk.writable');
    await page.close();
  });

  test.each([
    ['light', { width: 1280, height: 900 }],
    ['dark', { width: 390, height: 844 }],
  ] as const)(
    'has no serious finding of axe in %s colours, and nothing wider than the page',
    async (colorScheme, size) => {
      for (const panel of ['statechart', 'sequence'] as const) {
        const page = await open(mounted({ actor: pull.actor, panel, playheadMs: 16_000 }), size);
        await page.emulateMedia({ colorScheme });
        await expect.poll(() => page.locator('.statechart-log-current, .sequence-current').count()).toBe(1);
        await page.getByRole('combobox').focus();
        await page.evaluate(axe.source);
        const findings = await page.evaluate(async () => {
          const { axe: checker } = window as unknown as { axe: typeof axe };
          const { violations } = await checker.run();
          return violations
            .filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
        });
        expect(findings).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          size.width,
        );
        await page.close();
      }
    },
  );
});
