import { describe, expect, test, vi } from 'vitest';
import { connectAddress } from '../../../../src/interfaces/page/address/connect-address.ts';
import type { Boot } from '../../../../src/interfaces/page/boot.ts';
import { createPageSession } from '../../../../src/interfaces/page/page-session.ts';
import type { RunClient } from '../../../../src/interfaces/page/worker/run-client.ts';
import type { RunContents, RunOrigin } from '../../../../src/interfaces/page/worker/worker-protocol.ts';
import { emptyRun } from '../machines/sample-runs.ts';

const exampleOf = (name: string) => ({
  name,
  title: name,
  story: [],
  sources: [{ name: `${name}.yaml`, text: `kind: ${name}` }],
});
const boot: Boot = { examples: [exampleOf('a'), exampleOf('b')] };

/** A page whose worker answers when the test says so, and the address bar of its browser. */
function pageAt(hash: string) {
  const asked: { readonly request: RunOrigin; readonly finish: (run: RunContents) => void }[] = [];
  const client = {
    run: (request: RunOrigin) =>
      new Promise<RunContents>((finish) => {
        asked.push({ request, finish });
      }),
    drop: () => undefined,
  } as unknown as RunClient;
  const session = createPageSession(client);
  const location = { hash, pathname: '/page/', search: '' };
  const steps: string[] = [];
  const listeners: (() => void)[] = [];
  const write = (how: string) => (_state: unknown, _title: string, address: string) => {
    location.hash = address.startsWith('#') ? address : '';
    steps.push(`${how} ${address}`);
  };
  const bar = {
    location,
    history: { pushState: write('push'), replaceState: write('replace') },
    addEventListener: (_type: string, listener: () => void) => listeners.push(listener),
  };
  connectAddress(session, client, boot, bar as unknown as Parameters<typeof connectAddress>[3]);
  const goTo = (to: string): void => {
    location.hash = to;
    for (const listener of listeners) listener();
  };
  const namesAsked = () =>
    asked.map(({ request }) => (request.kind === 'simulate' ? request.sources[0]?.name : ''));
  const playheadMs = () => session.playback.getSnapshot().context.playheadMs;
  return { session, asked, steps, goTo, namesAsked, playheadMs };
}

describe('the address of the page', () => {
  test('opens the example that it names, at its moment', async () => {
    const { asked, namesAsked, playheadMs } = pageAt('#example=a&at=5');
    expect(namesAsked()).toEqual(['a.yaml']);
    asked[0]?.finish(emptyRun(1, 60_000));
    await vi.waitFor(() => expect(playheadMs()).toBe(5_000));
  });

  test('is followed by what a person does: steps can be gone back to, the playhead is no step', async () => {
    const { session, asked, steps } = pageAt('#example=a');
    asked[0]?.finish(emptyRun(1, 60_000));
    await vi.waitFor(() => expect(session.page.getSnapshot().matches('shown')).toBe(true));
    session.send({ type: 'VIEW.CHOSEN', view: 'table' });
    await vi.waitFor(() => expect(steps).toEqual(['push #example=a&view=table']));
    session.send({ type: 'SEEK.REQUESTED', atMs: 1_500 });
    await vi.waitFor(() => expect(steps.at(-1)).toBe('replace #example=a&at=1.5&view=table'));
    expect(steps).toHaveLength(2);
  });

  test('has the range that is picked: a step to go back from, and one that a link restores', async () => {
    const { session, asked, steps, goTo } = pageAt('#example=a');
    asked[0]?.finish(emptyRun(1, 60_000));
    await vi.waitFor(() => expect(session.page.getSnapshot().matches('shown')).toBe(true));
    const range = () => session.view.getSnapshot().context.range;
    session.send({ type: 'RANGE.SELECTED', range: { fromMs: 4_500, toMs: 20_000 } });
    await vi.waitFor(() => expect(steps).toEqual(['push #example=a&range=4.5-20']));
    goTo('#example=a');
    await vi.waitFor(() => expect(range()).toBeUndefined());
    goTo('#example=a&range=7-8');
    await vi.waitFor(() => expect(range()).toEqual({ fromMs: 7_000, toMs: 8_000 }));
  });

  test('that is left while it opens opens nothing more', async () => {
    const { session, asked, goTo, namesAsked, playheadMs } = pageAt('#example=a&at=5&view=table');
    goTo('#example=b');
    await vi.waitFor(() => expect(namesAsked()).toEqual(['a.yaml', 'b.yaml']));
    asked[0]?.finish(emptyRun(1, 60_000));
    asked[1]?.finish(emptyRun(2, 60_000));
    await vi.waitFor(() => expect(session.page.getSnapshot().context.before?.run).toBe(2));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([playheadMs(), session.layout.getSnapshot().value.middle]).toEqual([0, 'timeline']);
  });

  test('without an input closes what is open, and one of an unknown example is refused', async () => {
    const { session, asked, goTo } = pageAt('#example=a');
    asked[0]?.finish(emptyRun(1, 60_000));
    await vi.waitFor(() => expect(session.page.getSnapshot().matches('shown')).toBe(true));
    goTo('');
    await vi.waitFor(() => expect(session.page.getSnapshot().value).toBe('empty'));
    goTo('#example=nowhere');
    await vi.waitFor(() =>
      expect(session.page.getSnapshot().context.errors).toEqual(['there is no example nowhere here']),
    );
  });
});
