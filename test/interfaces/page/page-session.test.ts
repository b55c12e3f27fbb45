import { describe, expect, test } from 'vitest';
import type { RunInput } from '../../../src/interfaces/page/machines/page-protocol.ts';
import { createPageSession } from '../../../src/interfaces/page/page-session.ts';
import type { RunProgress } from '../../../src/interfaces/page/run-progress.ts';
import { newsOf } from '../../../src/interfaces/page/shell/news.ts';
import { RefusedInput, type RunClient } from '../../../src/interfaces/page/worker/run-client.ts';
import type { RunContents, RunOrigin } from '../../../src/interfaces/page/worker/worker-protocol.ts';
import { emptyRun, parallel } from './machines/sample-runs.ts';

interface Asked {
  readonly request: RunOrigin;
  readonly tell: (progress: RunProgress) => void;
  readonly signal: AbortSignal;
  readonly stop: AbortSignal;
  readonly finish: (run: RunContents) => Promise<void>;
  readonly refuse: (error: unknown) => Promise<void>;
}

/** What the session gives with each request. */
type Listening = { readonly onProgress: Asked['tell'] } & Pick<Asked, 'signal' | 'stop'>;

/** A session whose worker answers when the test says so. */
function sessionHere() {
  const asked: Asked[] = [];
  const dropped: number[] = [];
  const settled = () => new Promise<void>((resolve) => setTimeout(resolve));
  const client = {
    run: (request: RunOrigin, { onProgress, signal, stop }: Listening) =>
      new Promise<RunContents>((resolve, reject) => {
        const finish = (run: RunContents) => {
          resolve(run);
          return settled();
        };
        const refuse = (error: unknown) => {
          reject(error);
          return settled();
        };
        asked.push({ request, tell: onProgress, signal, stop, finish, refuse });
      }),
    drop: (run: number) => dropped.push(run),
  } as unknown as RunClient;
  const session = createPageSession(client);
  const last = (): Asked => {
    const found = asked.at(-1);
    if (found === undefined) throw new Error('nothing was asked for');
    return found;
  };
  const page = () => session.page.getSnapshot();
  return { session, page, last, asked, dropped, news: () => newsOf(page()) };
}

const input: RunInput = { sources: [{ name: 'pods.yaml', text: 'kind: Pod' }], settings: { seed: 3 } };
const progress: RunProgress = { atMs: 5, horizonMs: 10, pods: 2, podsDone: 1 };

/** The same with a run of a second on the page, and a what-if of two where one is asked for. */
async function shown(whatIf = false) {
  const here = sessionHere();
  here.session.send({ type: 'INPUT.CHOSEN', ...input });
  await here.last().finish(emptyRun(1, 1_000));
  if (whatIf) {
    here.session.send({ type: 'SETTINGS.CHANGED', settings: parallel });
    await here.last().finish(emptyRun(2, 2_000));
  }
  return here;
}

describe('a run that is asked for', () => {
  test('is made by the worker, tells how far it is, and is shown by all machines', async () => {
    const { session, page, last, asked } = sessionHere();
    session.send({ type: 'INPUT.CHOSEN', ...input });
    expect(last().request).toEqual({ kind: 'simulate', ...input });
    last().tell(progress);
    expect(page().context.progress).toEqual(progress);
    session.send({ type: 'ROW.SELECTED', row: 3 });
    await last().finish(emptyRun(1, 1_000));
    expect(page().value).toEqual({ shown: 'alone' });
    expect(page().context.before?.run).toBe(1);
    expect(session.playback.getSnapshot().context.endMs).toBe(1_000);
    expect(session.view.getSnapshot().context.endMs).toBe(1_030);
    expect(session.selection.getSnapshot().context.row).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  test.each([
    [
      'input that is wrong',
      new RefusedInput(['a:1:1: no', 'a:2:1: neither']),
      ['a:1:1: no', 'a:2:1: neither'],
    ],
    ['a worker that fails', new Error('out of memory'), ['out of memory']],
    ['anything else', 'gone', ['gone']],
  ])('is refused for %s', async (_, error, errors) => {
    const { session, page, last } = sessionHere();
    session.send({ type: 'INPUT.CHOSEN', ...input });
    await last().refuse(error);
    expect([page().value, page().context.errors]).toEqual(['refused', errors]);
  });

  test('ends the one before of its side, whose end is nobody’s then', async () => {
    const { session, page, last, dropped } = sessionHere();
    session.send({ type: 'INPUT.CHOSEN', ...input });
    const older = last();
    session.send({ type: 'INPUT.CHOSEN', ...input });
    expect([older.signal.aborted, last().signal.aborted]).toEqual([true, false]);
    older.tell(progress);
    expect(page().context.progress).toBeUndefined();
    await older.finish(emptyRun(1, 1_000));
    expect([page().value, dropped]).toEqual([{ reading: 'running' }, [1]]);
    session.send({ type: 'INPUT.CHOSEN', ...input });
    const third = last();
    session.send({ type: 'RUN.CANCELLED' });
    expect(third.signal.aborted).toBe(true);
    await third.refuse(new Error('not wanted any more'));
    expect([page().value, page().context.errors]).toEqual(['empty', []]);
  });

  test('and cancelled when something of it is known is stopped, and then shown as far as it came', async () => {
    const { session, page, last } = sessionHere();
    session.send({ type: 'INPUT.CHOSEN', ...input });
    last().tell(progress);
    session.send({ type: 'RUN.CANCELLED' });
    expect([page().value, last().stop.aborted, last().signal.aborted]).toEqual([
      { reading: 'stopping' },
      true,
      false,
    ]);
    await last().finish(emptyRun(1, 5));
    expect([page().value, page().context.before?.run]).toEqual([{ shown: 'alone' }, 1]);
  });

  test('and cancelled twice is not wanted at all', async () => {
    const { session, page, last } = sessionHere();
    session.send({ type: 'INPUT.CHOSEN', ...input });
    last().tell(progress);
    session.send({ type: 'RUN.CANCELLED' });
    session.send({ type: 'RUN.CANCELLED' });
    expect([page().value, last().signal.aborted]).toEqual(['empty', true]);
  });

  test('as a what-if leaves the run that is shown, and lets a later end be seen', async () => {
    const { session, page, asked, dropped } = await shown(true);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    expect([page().value, page().context.side]).toEqual([{ shown: 'compared' }, 'after']);
    expect(session.playback.getSnapshot().context.endMs).toBe(2_000);
    expect(session.view.getSnapshot().context.endMs).toBe(2_060);
    expect(dropped).toEqual([]);
    session.send({ type: 'SETTINGS.RESET' });
    expect(dropped).toEqual([2]);
  });

  test('and forgotten is dropped, the very first one too', async () => {
    const here = sessionHere();
    here.session.send({ type: 'INPUT.CHOSEN', ...input });
    await here.last().finish(emptyRun(0, 1_000));
    here.session.send({ type: 'INPUT.CHOSEN', ...input });
    await here.last().finish(emptyRun(1, 1_000));
    expect(here.dropped).toEqual([0]);
  });
});

test('each event goes to the machine that takes it', async () => {
  const { session, page } = await shown(true);
  session.send({ type: 'SPEED.CHOSEN', speed: 10 });
  session.send({ type: 'SEEK.REQUESTED', atMs: 500 });
  session.send({ type: 'PLAY.REQUESTED' });
  expect(session.playback.getSnapshot().value).toBe('playing');
  session.send({ type: 'FRAME.PASSED', elapsedMs: 10 });
  session.send({ type: 'PAUSE.REQUESTED' });
  expect(session.playback.getSnapshot()).toMatchObject({
    value: 'paused',
    context: { playheadMs: 600, speed: 10 },
  });
  session.send({ type: 'WINDOW.CHANGED', window: { fromMs: 100, toMs: 300 } });
  session.send({ type: 'SEARCH.CHANGED', text: 'web' });
  expect(session.view.getSnapshot().context).toMatchObject({
    window: { fromMs: 100, toMs: 300 },
    search: 'web',
  });
  session.send({ type: 'ROW.SELECTED', row: 4, bar: 1 });
  expect(session.selection.getSnapshot().context).toMatchObject({ row: 4, bar: 1 });
  session.send({ type: 'ACTOR.SELECTED', node: 'n', actor: 'n/a' });
  expect(session.selection.getSnapshot().context.actor).toEqual({ node: 'n', actor: 'n/a' });
  session.send({ type: 'SIDE.CHOSEN', side: 'before' });
  expect(page().context.side).toBe('before');
});

describe('what a screen reader says', () => {
  test('of a page that shows nothing, reads, is refused', async () => {
    const { session, last, news } = sessionHere();
    expect(news()).toBe('');
    session.send({ type: 'INPUT.CHOSEN', ...input });
    expect(news()).toBe('Running.');
    await last().refuse(new RefusedInput(['one', 'two']));
    expect(news()).toBe('2 errors');
  });

  test('of a run, and of a what-if beside it', async () => {
    const { session, last, news } = await shown();
    expect(news()).toBe('No pod is on a node.');
    session.send({ type: 'SETTINGS.CHANGED', settings: parallel });
    expect(news()).toBe('Running with the changed settings.');
    const made = emptyRun(2, 2_000);
    const pods = { ...made.view.summary.pods, total: 1, running: 1 };
    await last().finish({ ...made, view: { ...made.view, summary: { ...made.view.summary, pods } } });
    expect(news()).toBe('What if: The pod ended before it had started.');
    session.send({
      type: 'SETTINGS.REFUSED',
      settings: parallel,
      errors: ['link: no rate', 'seed: no number'],
    });
    expect(news()).toBe('The changed settings are refused: link: no rate');
  });
});
