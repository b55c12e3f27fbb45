import { afterEach, describe, expect, test, vi } from 'vitest';
import { doneShare, type RunProgress } from '../../../../src/interfaces/page/run-progress.ts';
import { createRunClient } from '../../../../src/interfaces/page/worker/create-run-client.ts';
import { RefusedInput } from '../../../../src/interfaces/page/worker/run-client.ts';
import { RunWorker } from '../../../../src/interfaces/page/worker/run-worker.ts';
import type {
  RunOrigin,
  WorkerAnswer,
  WorkerRequest,
} from '../../../../src/interfaces/page/worker/worker-protocol.ts';

/** Not that of tests whose timers are not real. */
const aTurn = setImmediate;

/** A worker in this process: messages are copied and come later, as they do between threads. */
class WorkerHere {
  onmessage: ((event: { data: WorkerAnswer }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  isTerminated = false;
  /** Answers nothing, as one that is busy. */
  isBusy = false;
  #toldMs = 0;
  readonly #worker = new RunWorker({
    tell: (answer) => {
      const data = structuredClone(answer);
      queueMicrotask(() => this.isTerminated || this.onmessage?.({ data }));
    },
    nowMs: () => {
      this.#toldMs += 100;
      return this.#toldMs;
    },
    turn: () => new Promise((resolve) => aTurn(resolve)),
  });

  postMessage(request: WorkerRequest): void {
    const copy = structuredClone(request);
    queueMicrotask(() => this.isTerminated || this.isBusy || this.#worker.receive(copy));
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

let workers: WorkerHere[] = [];
afterEach(() => {
  vi.useRealTimers();
  workers = [];
});

function clientHere() {
  return createRunClient(() => {
    const worker = new WorkerHere();
    workers.push(worker);
    return worker as unknown as Worker;
  });
}

const pod =
  'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: app, image: "app:1" }] }\n';
const thirty = Array.from({ length: 30 }, (_, number) => pod.replace('web', `web-${number}`)).join('---\n');
const request = (text = pod, seed = 1): RunOrigin => ({
  kind: 'simulate',
  sources: [{ name: 'pod.yaml', text }],
  settings: { seed },
});

describe("the page's way to the simulation", () => {
  test('each run is in a worker of its own, and is asked there', async () => {
    const client = clientHere();
    const [first, second] = [
      await client.run(request()),
      await client.run(request(pod.replace('web', 'api'))),
    ];
    expect([first.run, second.run]).toEqual([1, 2]);
    expect([first, second].map(({ view }) => view.rows[0]?.pod?.name)).toEqual(['web', 'api']);
    expect(await client.export(first.run, 'trace')).toContain('"name":"web"');
    expect(await client.export(second.run, 'trace')).toContain('"name":"api"');
    expect(await client.why(second.run, 0, 0)).not.toBe('');
    expect(workers).toHaveLength(2);
  });

  test('the worker for the next run is made when the page has drawn this one, not while it does', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const client = clientHere();
    await client.run(request());
    vi.advanceTimersByTime(200);
    expect(workers).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(workers).toHaveLength(2);
    await client.run(request(pod, 2));
    expect(workers).toHaveLength(2);
  });

  test('a run tells how far it is', async () => {
    const told: RunProgress[] = [];
    await clientHere().run(request(thirty), { onProgress: (progress) => told.push(progress) });
    expect(told[0]).toMatchObject({ horizonMs: 900_000, pods: 30 });
    expect(told.map(doneShare)).toEqual(told.map(doneShare).sort((a, b) => a - b));
    expect(told.at(-1)?.podsDone).toBeGreaterThan(0);
  });

  test('stop gives the part that is known: a run that says it was interrupted', async () => {
    const client = clientHere();
    const stop = new AbortController();
    const whole = await client.run(request(thirty));
    const part = await client.run(request(thirty), {
      onProgress: ({ atMs }) => atMs > 0 && stop.abort(),
      stop: stop.signal,
    });
    expect(part.view.endReason).toBe('interrupted');
    expect(part.view.endMs).toBeLessThan(whole.view.endMs);
    expect(part.view.endMs).toBeGreaterThan(0);
    expect(part.view.rows[0]?.bars[0]).toEqual(whole.view.rows[0]?.bars[0]);
  });

  test('a run that is not wanted any more ends at once, and the next one does not wait for it', async () => {
    const client = clientHere();
    const unwanted = new AbortController();
    const [busy] = workers;
    if (busy !== undefined) busy.isBusy = true;
    const older = client.run(request(), { signal: unwanted.signal });
    const newer = client.run(request(pod, 2));
    unwanted.abort();
    await expect(older).rejects.toThrow('not wanted any more');
    expect(busy?.isTerminated).toBe(true);
    expect((await newer).view.seed).toBe(2);
    await expect(client.run(request(), { signal: unwanted.signal })).rejects.toThrow();
  });

  test('a run that is forgotten gives its worker back; what is asked of it then fails in words', async () => {
    const client = clientHere();
    const { run } = await client.run(request());
    client.drop(run);
    client.drop(run);
    await client.run(request(pod, 2));
    expect(workers).toHaveLength(1);
    await expect(client.why(run, 0, 0)).rejects.toThrow(`there is no run ${run} any more`);
    await expect(client.compare(run, run, {})).rejects.toThrow(`there is no run ${run} any more`);
  });

  test('what is wrong with the input comes as the errors of the command line', async () => {
    const client = clientHere();
    const refused = client.run(request('kind: Pod\n'));
    await expect(refused).rejects.toThrow(RefusedInput);
    await expect(refused).rejects.toMatchObject({ errors: [expect.stringMatching(/^pod\.yaml:/)] });
    expect((await client.run(request())).view.rows).toHaveLength(1);
  });

  test('the reason of a bar does not wait for the statecharts, whose steps are simulated beside it', async () => {
    const client = clientHere();
    const { run } = await client.run(request());
    const actors = client.actors(run, 'node-1');
    const beside = workers.at(-1);
    expect(workers).toHaveLength(2);
    if (beside !== undefined) beside.isBusy = true;
    let isThere = false;
    void actors.then(
      () => (isThere = true),
      () => undefined,
    );
    expect(await client.why(run, 0, 0)).not.toBe('');
    expect(isThere).toBe(false);
    client.drop(run);
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([false, true]);
    await expect(actors).rejects.toThrow('the run is forgotten');
  });

  test('the statecharts of a stored trace come from its own steps', async () => {
    const client = clientHere();
    const { run } = await client.run(request());
    const trace = await client.export(run, 'steps');
    const stored = await client.run({ kind: 'show', name: 'run.ndjson', trace });
    const before = workers.length;
    expect(await client.actors(stored.run, 'node-1')).toEqual(await client.actors(run, 'node-1'));
    expect(workers).toHaveLength(before + 1);
  });

  test('a question that cannot be answered fails alone', async () => {
    const client = clientHere();
    const { run } = await client.run(request());
    await expect(client.steps(run, 'node-1', 'node-1/nobody')).rejects.toThrow(
      'there is no actor node-1/nobody',
    );
    expect(await client.actors(run, 'node-1')).not.toHaveLength(0);
  });

  test('a worker that dies is told to all who wait for it', async () => {
    const client = clientHere();
    const [dying] = workers;
    if (dying !== undefined) dying.isBusy = true;
    const run = client.run(request());
    dying?.onerror?.({ message: 'out of memory' });
    await expect(run).rejects.toThrow("the simulation's worker stopped: out of memory");
  });

  test('two runs are compared by their figures', async () => {
    const client = clientHere();
    const [before, after] = [await client.run(request()), await client.run(request(pod, 2))];
    expect((await client.compare(before.run, after.run, {})).figures.length).toBeGreaterThan(3);
  });
});
