import { resolveObjectURL } from 'node:buffer';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createRunClient } from '../../../../src/interfaces/page/worker/create-run-client.ts';
import { RefusedInput } from '../../../../src/interfaces/page/worker/run-client.ts';
import type { RunOrigin } from '../../../../src/interfaces/page/worker/worker-protocol.ts';
import { emptyRun } from '../machines/sample-runs.ts';
import { endOf, Scripted } from './scripted-worker.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const simulate: RunOrigin = { kind: 'simulate', sources: [], settings: {} };
const stored: RunOrigin = { kind: 'show', name: 'run.ndjson', trace: '' };

function clientHere() {
  const workers: Scripted[] = [];
  const client = createRunClient(() => {
    const worker = new Scripted();
    workers.push(worker);
    return worker as unknown as Worker;
  });
  /** A run that its worker has made. */
  const made = async (request = simulate, hasSizeRanges = false) => {
    const run = client.run(request);
    const worker = workers.findLast(
      ({ asked, terminated }) => terminated === 0 && asked.at(-1)?.type === 'RUN.REQUESTED',
    );
    worker?.answer({
      type: 'RUN.FINISHED',
      id: worker.asked.at(-1)?.id ?? 0,
      run: { ...emptyRun(99, 5), hasSizeRanges },
    });
    return ((await endOf(run)) as { readonly run: number }).run;
  };
  const askedOf = (worker: number) => workers[worker]?.asked.map(({ type }) => type);
  return { client, workers, made, askedOf };
}

describe('the workers that a page asks', () => {
  test('are one for each run, whose number is the page’s own; a spare one is ready when the page has drawn', async () => {
    const { made, workers, askedOf } = clientHere();
    expect(workers).toHaveLength(1);
    expect(await made()).toBe(1);
    vi.advanceTimersByTime(299);
    expect(workers).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(workers).toHaveLength(2);
    expect(await made()).toBe(2);
    expect(await made()).toBe(3);
    vi.runAllTimers();
    expect([workers.length, askedOf(0), askedOf(1), askedOf(2), askedOf(3)]).toEqual([
      4,
      ...[0, 1, 2].map(() => ['RUN.REQUESTED']),
      [],
    ]);
  });

  test('for other sizes of images are asked once, and ended if their run is forgotten before their answer', async () => {
    const { client, workers, made } = clientHere();
    const exact = await made();
    expect(await endOf(client.sizes(exact))).toBeUndefined();
    const ranged = await made(simulate, true);
    const count = workers.length;
    const [first, again] = [client.sizes(ranged), client.sizes(ranged)];
    expect(workers).toHaveLength(count + 1);
    workers.at(-1)?.answer({ type: 'ANSWERED', id: 1, answer: 'a range' });
    expect(await Promise.all([first, again, client.sizes(ranged)])).toEqual([
      'a range',
      'a range',
      'a range',
    ]);
    expect(workers.map(({ asked }) => asked.filter(({ type }) => type === 'SIZES.REQUESTED').length)).toEqual(
      [...Array(count).fill(0), 1],
    );
    expect(workers[count]?.terminated).toBe(0);
    const dropped = await made(simulate, true);
    expect(workers).toHaveLength(count + 1);
    const waits = client.sizes(dropped);
    expect(workers).toHaveLength(count + 2);
    client.drop(dropped);
    expect(await endOf(waits)).toEqual({ error: new Error('the run is forgotten') });
    expect(workers.at(-1)?.terminated).toBe(1);
  });

  test('tell how far a run is', async () => {
    const { client, workers } = clientHere();
    const told: number[] = [];
    void client.run(simulate, { onProgress: ({ atMs }) => told.push(atMs) });
    workers[0]?.answer({
      type: 'RUN.PROGRESSED',
      id: 1,
      progress: { atMs: 7, horizonMs: 9, pods: 1, podsDone: 0 },
    });
    expect(told).toEqual([7]);
  });

  test('are asked again where they refused, and ended where they failed', async () => {
    const { client, workers, made } = clientHere();
    const refused = client.run(simulate);
    workers[0]?.answer({ type: 'RUN.REFUSED', id: 1, errors: ['no'] });
    expect(await endOf(refused)).toEqual({ error: new RefusedInput(['no']) });
    vi.runAllTimers();
    expect([workers.length, workers[0]?.terminated]).toEqual([1, 0]);
    const failed = client.run(simulate);
    expect(workers[0]?.asked.map(({ type }) => type)).toEqual([
      'RUN.REQUESTED',
      'RUN.FORGOTTEN',
      'RUN.REQUESTED',
    ]);
    workers[0]?.answer({ type: 'FAILED', id: 3, message: 'gone' });
    expect(await endOf(failed)).toEqual({ error: new Error('gone') });
    expect(workers[0]?.terminated).toBe(1);
    vi.runAllTimers();
    expect(workers).toHaveLength(2);
    expect(await made()).toBe(3);
  });

  test('of three that refuse at once two are kept', async () => {
    const { client, workers } = clientHere();
    const runs = [client.run(simulate), client.run(simulate), client.run(simulate)];
    for (const worker of workers) worker.answer({ type: 'RUN.REFUSED', id: 1, errors: ['no'] });
    for (const run of runs) expect(await endOf(run)).toMatchObject({ error: expect.any(RefusedInput) });
    expect(workers.map(({ terminated }) => terminated)).toEqual([0, 0, 1]);
  });

  test('are used again after their run, if it was small', async () => {
    const { client, workers, made } = clientHere();
    const run = await made();
    client.drop(run);
    const again = await made();
    expect(workers).toHaveLength(1);
    expect(workers[0]?.asked.map(({ type }) => type)).toEqual([
      'RUN.REQUESTED',
      'RUN.FORGOTTEN',
      'RUN.REQUESTED',
    ]);
    const large = client.run(simulate);
    const { view } = emptyRun(99, 5);
    const [row] = [{} as (typeof view.rows)[number]];
    workers[1]?.answer({
      type: 'RUN.FINISHED',
      id: 1,
      run: { ...emptyRun(99, 5), view: { ...view, rows: Array<typeof row>(1_001).fill(row) } },
    });
    client.drop(((await endOf(large)) as { readonly run: number }).run);
    expect(workers.map(({ terminated }) => terminated)).toEqual([0, 1]);
    expect(await endOf(client.why(again, 0, 0))).toBe('waits');
  });

  test('of a question that was answered are not ended with the run it was about: others may have them', async () => {
    const { client, workers, made } = clientHere();
    const run = await made(simulate, true);
    const sizes = client.sizes(run);
    workers[1]?.answer({ type: 'ANSWERED', id: 1, answer: 'a range' });
    expect(await endOf(sizes)).toBe('a range');
    const other = client.run(simulate);
    expect(workers).toHaveLength(2);
    client.drop(run);
    expect(workers[1]?.terminated).toBe(0);
    expect(await endOf(other)).toBe('waits');
  });

  test('end at once with a run that is not wanted, before it or while it is made, and not after', async () => {
    const { client, workers, made } = clientHere();
    const unwanted = new AbortController();
    const run = client.run(simulate, { signal: unwanted.signal });
    unwanted.abort();
    expect(await endOf(run)).toEqual({ error: new Error('the run is not wanted any more') });
    expect(workers[0]?.terminated).toBe(1);
    expect(await endOf(client.run(simulate, { signal: unwanted.signal }))).toMatchObject({
      error: { name: 'AbortError' },
    });
    expect(workers).toHaveLength(1);
    const later = new AbortController();
    const wanted = client.run(simulate, { signal: later.signal });
    workers[1]?.answer({ type: 'RUN.FINISHED', id: 1, run: emptyRun(99, 5) });
    expect(await endOf(wanted)).toMatchObject({ run: 2 });
    later.abort();
    expect(workers[1]?.terminated).toBe(0);
    expect(await made()).toBe(3);
  });

  test.each([
    ['why', { type: 'WHY.REQUESTED', row: 3, bar: 4 }],
    ['export', { type: 'EXPORT.REQUESTED', format: 'csv' }],
  ] as const)('answer %s from the run itself', async (what, question) => {
    const { client, workers, made } = clientHere();
    const run = await made();
    const answer = what === 'why' ? client.why(run, 3, 4) : client.export(run, 'csv');
    await endOf(answer);
    expect(workers[0]?.asked.at(-1)).toEqual({ ...question, id: 2 });
    workers[0]?.answer({ type: 'ANSWERED', id: 2, answer: 'so' });
    expect(await endOf(answer)).toBe('so');
    expect(await endOf(client.why(9, 0, 0))).toEqual({ error: new Error('there is no run 9 any more') });
  });

  test('answer for the statecharts beside the run, opened once; those of a stored trace are in it', async () => {
    const { client, workers, made, askedOf } = clientHere();
    const run = await made();
    const actors = client.actors(run, 'node-1');
    await endOf(actors);
    expect(workers[1]?.asked).toEqual([{ type: 'STEPS.OPENED', request: simulate, id: 1 }]);
    workers[1]?.answer({ type: 'ANSWERED', id: 1, answer: undefined });
    await endOf(actors);
    workers[1]?.answer({ type: 'ANSWERED', id: 2, answer: ['an actor'] });
    expect(await endOf(actors)).toEqual(['an actor']);
    await endOf(client.steps(run, 'node-1', 'node-1/x'));
    expect(workers[1]?.asked.slice(1)).toEqual([
      { type: 'ACTORS.REQUESTED', node: 'node-1', id: 2 },
      { type: 'STEPS.REQUESTED', node: 'node-1', actor: 'node-1/x', id: 3 },
    ]);
    expect(askedOf(0)).toEqual(['RUN.REQUESTED']);
    const shown = await made(stored);
    await endOf(client.actors(shown, 'node-1'));
    expect(workers.at(-1)?.asked.map(({ type }) => type)).toEqual(['RUN.REQUESTED', 'ACTORS.REQUESTED']);
  });

  test('end when their run is forgotten, both of them', async () => {
    const { client, workers, made } = clientHere();
    const run = await made();
    const actors = client.actors(run, 'node-1');
    await endOf(actors);
    const why = client.why(run, 0, 0);
    await endOf(why);
    client.drop(run);
    client.drop(run);
    expect(workers.map(({ terminated }) => terminated)).toEqual([1, 1]);
    for (const asked of [actors, why])
      expect(await endOf(asked)).toEqual({ error: new Error('the run is forgotten') });
    expect(await endOf(client.compare(run, run, {}))).toEqual({
      error: new Error(`there is no run ${run} any more`),
    });
  });

  test('are not needed to compare two runs', async () => {
    const { client, made } = clientHere();
    const [before, after] = [await made(), await made()];
    expect(await endOf(client.compare(before, after, {}))).toMatchObject({ figures: expect.any(Array) });
  });
});

describe('a worker’s code', () => {
  /** The page’s worker with this text in the page’s element for it. */
  function startedWith(textContent: string | undefined) {
    const begun: unknown[] = [];
    vi.stubGlobal('document', {
      getElementById: (id: string) =>
        id === 'windlass-worker' && textContent !== undefined ? { textContent } : null,
    });
    vi.stubGlobal(
      'Worker',
      class extends Scripted {
        constructor(address: string, options: object) {
          super();
          begun.push([address, options]);
        }
      },
    );
    createRunClient();
    return begun;
  }

  test.each([[undefined], ['']])('is a file beside the page where the page holds %j', (text) => {
    expect(startedWith(text)).toEqual([['worker.js', { name: 'windlass' }]]);
  });

  test('is in the page where that is a single file', async () => {
    const [[address, options]] = startedWith(JSON.stringify('postMessage("</script>")')) as [
      [string, object],
    ];
    expect([address, options]).toEqual([expect.stringMatching(/^blob:/), { name: 'windlass' }]);
    const blob = resolveObjectURL(address);
    expect([blob?.type, await blob?.text()]).toEqual(['text/javascript', 'postMessage("</script>")']);
  });
});
