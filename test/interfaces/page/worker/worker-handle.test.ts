import { describe, expect, test } from 'vitest';
import { RefusedInput } from '../../../../src/interfaces/page/worker/run-client.ts';
import { WorkerHandle } from '../../../../src/interfaces/page/worker/worker-handle.ts';
import type { WorkerAnswer } from '../../../../src/interfaces/page/worker/worker-protocol.ts';
import { emptyRun } from '../machines/sample-runs.ts';
import { endOf, Scripted } from './scripted-worker.ts';

function started() {
  const scripted = new Scripted();
  const worker = new WorkerHandle(() => scripted as unknown as Worker);
  return { scripted, worker };
}

const why = { type: 'WHY.REQUESTED', row: 1, bar: 2 } as const;
const request = { kind: 'simulate', sources: [], settings: {} } as const;

describe('a worker', () => {
  test('answers each question by its number, in any order', async () => {
    const { scripted, worker } = started();
    const [first, second] = [worker.ask(why), worker.ask({ ...why, row: 7 })];
    expect(scripted.asked).toEqual([
      { ...why, id: 1 },
      { ...why, row: 7, id: 2 },
    ]);
    scripted.answer({ type: 'ANSWERED', id: 2, answer: 'two' });
    scripted.answer({ type: 'ANSWERED', id: 9, answer: 'nobody asked' });
    expect([await endOf(first), await endOf(second)]).toEqual(['waits', 'two']);
    scripted.answer({ type: 'FAILED', id: 1, message: 'no such row' });
    expect(await endOf(first)).toEqual({ error: new Error('no such row') });
  });

  test('tells how far a run is until it is there, and nothing of it after that', async () => {
    const { scripted, worker } = started();
    const told: number[] = [];
    const run = worker.run(request, ({ atMs }) => told.push(atMs));
    expect(scripted.asked).toEqual([{ type: 'RUN.REQUESTED', request, id: 1 }]);
    const progressed = (atMs: number): WorkerAnswer => ({
      type: 'RUN.PROGRESSED',
      id: 1,
      progress: { atMs, horizonMs: 9, pods: 1, podsDone: 0 },
    });
    scripted.answer(progressed(1));
    scripted.answer(progressed(2));
    expect(await endOf(run)).toBe('waits');
    scripted.answer({ type: 'RUN.FINISHED', id: 1, run: emptyRun(1, 5) });
    scripted.answer(progressed(3));
    expect(await endOf(run)).toEqual(emptyRun(1, 5));
    expect(told).toEqual([1, 2]);
    const silent = worker.run(request);
    scripted.answer({ ...progressed(4), id: 2 } as WorkerAnswer);
    scripted.answer({ type: 'RUN.REFUSED', id: 2, errors: ['a:1:1: no'] });
    const end = (await endOf(silent)) as { readonly error: unknown };
    expect(end.error).toBeInstanceOf(RefusedInput);
    expect(end.error).toMatchObject({ errors: ['a:1:1: no'], message: 'a:1:1: no' });
  });

  test('that is ended ends once, and tells all who wait and all who ask', async () => {
    const { scripted, worker } = started();
    const waiting = worker.ask(why);
    worker.end('it is not wanted');
    worker.end('another reason');
    expect(scripted.terminated).toBe(1);
    const error = new Error('it is not wanted');
    expect(await endOf(waiting)).toEqual({ error });
    expect(await endOf(worker.ask(why))).toEqual({ error });
    expect(scripted.asked).toHaveLength(1);
  });

  test.each([
    [
      'that breaks',
      (scripted: Scripted) => scripted.onerror({ message: 'boom' }),
      "the simulation's worker stopped: boom",
    ],
    [
      'that cannot be started',
      (scripted: Scripted) => scripted.onerror({ message: '' }),
      "the simulation's worker stopped: it could not be started",
    ],
    [
      'whose answer is no message',
      (scripted: Scripted) => scripted.onmessageerror(),
      "an answer of the simulation's worker could not be read",
    ],
  ])('%s is ended', async (_, breaks, message) => {
    const { scripted, worker } = started();
    const waiting = worker.ask(why);
    breaks(scripted);
    expect(await endOf(waiting)).toEqual({ error: new Error(message) });
    expect(scripted.terminated).toBe(1);
  });
});
