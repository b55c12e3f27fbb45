import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { getShortestPaths } from 'xstate/graph';
import { pageMachine } from '../../src/interfaces/page/machines/page.ts';
import type { PageEvent } from '../../src/interfaces/page/machines/page-protocol.ts';
import type { RunContents } from '../../src/interfaces/page/worker/worker-protocol.ts';
import type { PageServer } from '../../src/interfaces/web/serve.ts';
import { stateText } from '../interfaces/page/machines/all-paths.ts';
import { emptyRun, parallel } from '../interfaces/page/machines/sample-runs.ts';
import { complaintsOf, describeInBrowser } from './chromium.ts';
import { scriptWorker, simulatedRun } from './scripted-worker.ts';
import { openDrawer, podsYaml, servePage } from './served-page.ts';

const pods = podsYaml(3);
const sources = [{ name: 'pods.yaml', text: pods }];

const progress = { atMs: 10, horizonMs: 100, pods: 4, podsDone: 1 };

/** What the model is fed with, and how a person or the worker does it on the page. */
const steps: readonly {
  readonly event: PageEvent;
  readonly carryOut: (page: Page, run: RunContents) => Promise<void>;
}[] = [
  {
    event: { type: 'INPUT.CHOSEN', sources },
    carryOut: (page) =>
      page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'pods.yaml', mimeType: 'text/yaml', buffer: Buffer.from(pods) }),
  },
  {
    event: { type: 'RUN.FINISHED', side: 'before', run: emptyRun(1, 1_000) },
    carryOut: (page, run) => answer(page, { type: 'RUN.FINISHED', run }),
  },
  {
    event: { type: 'RUN.FINISHED', side: 'after', run: emptyRun(2, 500) },
    carryOut: (page, run) =>
      answer(page, {
        type: 'RUN.FINISHED',
        run: { ...run, view: { ...run.view, endMs: run.view.endMs * 2 } },
      }),
  },
  {
    event: { type: 'RUN.PROGRESSED', side: 'before', progress },
    carryOut: (page) => answer(page, { type: 'RUN.PROGRESSED', progress }),
  },
  { event: { type: 'RUN.CANCELLED' }, carryOut: (page) => page.keyboard.press('Escape') },
  {
    event: { type: 'RUN.REFUSED', side: 'before', errors: ['pods.yaml:1:1: refused'] },
    carryOut: (page) => answer(page, { type: 'RUN.REFUSED', errors: ['pods.yaml:1:1: refused'] }),
  },
  {
    event: { type: 'RUN.REFUSED', side: 'after', errors: ['serializeImagePulls: refused'] },
    carryOut: (page) => answer(page, { type: 'RUN.REFUSED', errors: ['serializeImagePulls: refused'] }),
  },
  {
    event: { type: 'SETTINGS.CHANGED', settings: parallel },
    // A second change is one of another control: the switch would go back to where it was.
    carryOut: async (page) => {
      await openDrawer(page, 'Change');
      const control = page.getByRole('switch', { name: /serializeImagePulls/ });
      if (await control.isChecked()) await control.click();
      else await page.getByRole('button', { name: 'Another seed' }).click();
    },
  },
  {
    event: { type: 'SETTINGS.RESET' },
    carryOut: (page) => page.getByRole('button', { name: 'Reset all' }).click(),
  },
  {
    event: { type: 'SIDE.CHOSEN', side: 'before' },
    carryOut: (page) => page.locator('.variants-card').first().click(),
  },
  { event: { type: 'REFUSAL.DISMISSED' }, carryOut: (page) => page.keyboard.press('Escape') },
];

/** What a person must find in each state. */
const sights: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  empty: (page) => page.getByText('Why does that pod wait?').waitFor(),
  'reading.running': (page) => page.getByRole('progressbar').first().waitFor(),
  'reading.stopping': (page) => page.getByRole('button', { name: 'Forget it' }).waitFor(),
  refused: async (page) => {
    await page.getByRole('alert').getByText('pods.yaml:1:1: refused').waitFor();
    expect(await page.locator('.timeline-canvas').count()).toBe(0);
  },
  'shown.alone': async (page) => {
    await page.locator('.timeline-canvas[data-bars]').waitFor();
    await expect.poll(() => page.locator('.variants-card').count()).toBe(1);
  },
  'shown.rerunning': async (page) => {
    await page.locator('.timeline-canvas[data-bars]').waitFor();
    await page.getByRole('progressbar', { name: 'Progress of the next run' }).waitFor();
  },
  'shown.compared': (page) => page.locator('.variants-card').nth(1).waitFor(),
  'shown.whatIfRefused': async (page) => {
    await page.locator('.timeline-canvas[data-bars]').waitFor();
    await page.getByText('serializeImagePulls: refused').first().waitFor();
  },
};

/** Shortest paths to each state, with and without a what-if that was there before. */
const shortest = getShortestPaths(pageMachine, {
  events: steps.map(({ event }) => event),
  serializeState: ({ value, context }) =>
    JSON.stringify([value, context.edited !== undefined, context.progress !== undefined]),
  limit: 500,
}).map((path) => ({
  state: stateText(path.state.value),
  // The first step is the start itself.
  events: path.steps.map(({ event }) => event).filter(({ type }) => (type as string) !== 'xstate.init'),
}));

/** Those that are the beginning of another are walked with it. */
const paths = shortest
  .filter(
    ({ events }) =>
      !shortest.some(
        (other) =>
          other.events.length > events.length && events.every((event, at) => event === other.events[at]),
      ),
  )
  .map(({ events }) => ({ name: events.map(({ type }) => type).join(', '), events }));

async function answer(page: Page, given: unknown): Promise<void> {
  // The what-if panel waits for the fingers to rest before it asks.
  await page.waitForFunction(() => (window as unknown as { awaited: () => number }).awaited() > 0);
  await page.evaluate(
    (data) => (window as unknown as { answer: (data: unknown) => void }).answer(data),
    given,
  );
}

describeInBrowser('the page goes where its model goes', (browser) => {
  let server: PageServer;
  let run: RunContents;
  beforeAll(async () => {
    server = await servePage({ examples: [] });
    run = simulatedRun(pods);
  });
  afterAll(async () => server.close());

  test('there is a path to every state of the model', () => {
    expect(new Set(shortest.map(({ state }) => state))).toEqual(new Set(Object.keys(sights)));
  });

  test.each(paths)('$name', async ({ events }) => {
    const page = await browser().newPage({ viewport: { width: 1280, height: 800 } });
    const complaints = complaintsOf(page);
    await scriptWorker(page);
    await page.goto(server.url);
    let model = initialTransition(pageMachine)[0];
    const look = async () => {
      const state = stateText(model.value);
      await page.locator(`.shell[data-state="${state}"]`).waitFor();
      await sights[state]?.(page);
    };
    await look();
    for (const event of events) {
      const step = steps.find((other) => other.event === event);
      if (step === undefined) throw new Error(`no step for ${event.type}`);
      await step.carryOut(page, run);
      model = transition(pageMachine, model, event)[0];
      await look();
    }
    expect(complaints).toEqual([]);
    await page.close();
  });
});
