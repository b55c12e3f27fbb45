import { expect, test } from 'vitest';
import type { ActorEntry } from '../../../src/interfaces/page/worker/worker-protocol.ts';
import { describeInBrowser } from '../chromium.ts';
import { historyOf, mounted, mountIn, opener, pull, pullChart, recorded, withPanels } from './panel-page.ts';

withPanels();

/** Of each machine the actor with the most steps. */
const busiestActors = [
  ...recorded
    .actors()
    .reduce((best, one) => {
      const before = best.get(one.machine);
      return before === undefined || before.steps < one.steps ? best.set(one.machine, one) : best;
    }, new Map<string, ActorEntry>())
    .values(),
].filter(({ steps }) => steps > 0);

/** What the page shows of a chart, measured: the heights of letters in px, and what of it is in view. */
function fitOf() {
  const frame = document.querySelector('.statechart-canvas')?.getBoundingClientRect() ?? new DOMRect();
  const texts = [...document.querySelectorAll<SVGTextElement>('.statechart-label, .statechart-name')];
  const letters = texts.map(
    (text) => Number.parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 0),
  );
  const boxes = [...document.querySelectorAll('.statechart-state > rect:first-of-type')];
  const places = boxes.map((box) => box.getBoundingClientRect());
  const isAcross = ({ left, right }: DOMRect) => left >= frame.left - 1 && right <= frame.right + 1;
  const isIn = (box: DOMRect) => isAcross(box) && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
  const active = [...document.querySelectorAll('[data-active="true"] > rect')].at(-1);
  const drawing = document.querySelector('.statechart-canvas svg > g')?.getBoundingClientRect();
  const overview = document.querySelector('.statechart-overview')?.getBoundingClientRect();
  return {
    // A name is larger than a label: both are there if there is a transition.
    letters: letters.map((height) => Math.round(height * 100) / 100),
    isActiveSeen: active === undefined || isIn(active.getBoundingClientRect()),
    isWhole: drawing !== undefined && isIn(drawing),
    isOverviewSeen: overview !== undefined && overview.width > 0,
    seenShare: places.filter(isAcross).length / places.length,
  };
}

describeInBrowser('the charts of a pod', (browser) => {
  const open = opener(browser);

  test.each([
    ['light', 640, 700],
    ['light', 640, 420],
    ['dark', 400, 700],
  ] as const)(
    'Fit shows the charts of a pod in %s with text of 9 px at least in a panel of %i × %i px',
    { timeout: 120_000 },
    async (colorScheme, width, height) => {
      const page = await open(mounted(), { width, height });
      await page.emulateMedia({ colorScheme });
      await page.addStyleTag({ content: 'h1, h2:not([class]) { display: none } main { height: 100vh }' });
      const measured: string[] = [];
      for (const { actor, machine } of busiestActors) {
        const history = historyOf(actor);
        const atMs = history.steps[Math.floor(history.steps.length / 2)]?.at ?? 0;
        await mountIn(page, mounted({ actor, histories: { [actor]: history }, playheadMs: atMs }));
        await page.getByText(/^(?!Reading).*step \d/).waitFor();
        if ((await page.locator('.statechart-canvas').count()) === 0) continue;
        await page.getByRole('button', { name: /^Zoom out/ }).click();
        await page.getByRole('button', { name: /^Fit/ }).click();
        const { letters, isActiveSeen, isWhole, isOverviewSeen, seenShare } = await page.evaluate(fitOf);
        measured.push(machine);
        expect([machine, Math.min(...letters) >= 9]).toEqual([machine, true]);
        expect([machine, isActiveSeen]).toEqual([machine, true]);
        // What is not whole has the whole in small beside it.
        expect([machine, isOverviewSeen]).toEqual([machine, !isWhole]);
        if (width === 640) expect([machine, seenShare]).toEqual([machine, 1]);
      }
      expect(measured).toEqual(expect.arrayContaining(['podWorker', 'imagePull', 'runtimePull', 'fetch']));
      expect(measured.length).toBeGreaterThan(15);
      await page.close();
    },
  );

  test('the drawing in small leads to the part of it that is clicked', async () => {
    const page = await open(mounted({ actor: pull.actor }), { width: 640, height: 600 });
    const overview = page.locator('.statechart-overview');
    const box = await overview.boundingBox();
    const placed = () => page.locator('.statechart-canvas svg > g').getAttribute('transform');
    const before = await placed();
    const small = await page.locator('.statechart-overview-whole').boundingBox();
    if (box === null || small === null) throw new Error('there is no drawing in small');
    await page.mouse.click(small.x + small.width / 2, small.y + small.height - 4);
    await expect.poll(placed).not.toBe(before);
    const last = pullChart.states.at(-1)?.id ?? '';
    const isSeen = await page.locator(`[data-state="${last}"]`).evaluate((one) => {
      const { top, bottom } = one.getBoundingClientRect();
      const frame = one.closest('.statechart-canvas')?.getBoundingClientRect();
      return frame !== undefined && top >= frame.top - 1 && bottom <= frame.bottom + 1;
    });
    expect(isSeen).toBe(true);
    await page.close();
  });

  test('the wheel scrolls a long drawing to its end, then the page', async () => {
    const page = await open(mounted({ actor: pull.actor }), { width: 640, height: 600 });
    await page.addStyleTag({ content: 'main { padding-bottom: 2000px }' });
    const placed = () =>
      page
        .locator('.statechart-canvas svg > g')
        .evaluate((one) =>
          Number(/translate\([^,]*,\s*([-\d.]+)/.exec(one.getAttribute('transform') ?? '')?.[1]),
        );
    const before = await placed();
    await page.locator('.statechart-canvas').hover();
    await page.mouse.wheel(0, 120);
    await expect.poll(placed).toBeCloseTo(before - 120, 0);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    for (let times = 0; times < 3; times += 1) await page.mouse.wheel(0, 5_000);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
    await page.close();
  });
});
