import type { SeedRange } from '../../../answers/certainty/seed-range.ts';
import type { Remedy } from '../../../answers/what-if/explanation/remedies.ts';
import type { InputError } from '../../../inputs/documents/input-error.ts';
import { compareRuns } from '../../../reports/comparison/comparison.ts';
import type { ToldSizeRange } from '../../../reports/summary/size-range.ts';
import type { RunSummary } from '../../../reports/summary/summary.ts';
import { workerElementId } from '../boot.ts';
import { RefusedInput, type RunClient } from './run-client.ts';
import type { Question, StartWorker, WorkerHandle } from './worker-handle.ts';
import { WorkerPool } from './worker-pool.ts';
import type {
  ActorEntry,
  ActorHistory,
  ContainerRef,
  RunContents,
  RunOrigin,
  ToldAnswer,
} from './worker-protocol.ts';

interface KnownRun {
  readonly worker: WorkerHandle;
  readonly request: RunOrigin;
  /**
   * Simulates once more for the statecharts. This takes as long as the run, and no sentence about a bar waits
   * for it.
   */
  steps: WorkerHandle | undefined;
  readonly summary: RunSummary;
  readonly rows: number;
  readonly hasSizeRanges: boolean;
  /** Runs the input several times more: asked once, and given back when it has answered. */
  sizes: AskedRange<ToldSizeRange> | undefined;
  /** Runs the input with other seeds: asked once, and given back when it has answered. */
  seeds: AskedRange<SeedRange> | undefined;
  /** Tries what would help, one container after the other: given back when it has answered the last of them. */
  remedies: { readonly worker: WorkerHandle; waiting: number } | undefined;
}

/** What further runs come to. */
interface AskedRange<Range> {
  /** Absent once it has answered: others may have it then. */
  worker: WorkerHandle | undefined;
  readonly range: Promise<Range | undefined>;
}

/** A worker that has simulated more than so many rows is ended with its run: its memory would stay. */
const reusedRowsMax = 1_000;

/**
 * Returns the page's access to the simulation. Each run has a worker to itself, and a second one as soon as its
 * statecharts are asked for. A newer run never waits for an older one, a run that is not wanted any more ends
 * at once, and forgetting a run frees its memory. Workers that are free are used again.
 *
 * @param start for tests; absent for `worker.js` beside the page, or the worker that the page contains
 */
export function createRunClient(start: StartWorker = startWorker()): RunClient {
  const runs = new Map<number, KnownRun>();
  let last = 0;
  const pool = new WorkerPool(start);
  const known = (run: number): KnownRun => {
    const found = runs.get(run);
    if (found === undefined) throw new Error(`there is no run ${run} any more`);
    return found;
  };
  const ask = async (run: number, question: Question): Promise<unknown> => known(run).worker.ask(question);
  const askForSteps = async (run: number, question: Question): Promise<unknown> => {
    const { request } = known(run);
    // A stored trace contains its steps.
    if (request.kind === 'show') return ask(run, question);
    const worker = known(run).steps ?? pool.take();
    if (known(run).steps === undefined) {
      known(run).steps = worker;
      await worker.ask({ type: 'STEPS.OPENED', request });
    }
    return worker.ask(question);
  };
  const askForRange = <Range>(question: Question): AskedRange<Range> => {
    const worker = pool.take();
    const answer = worker.ask(question) as Promise<Range | undefined>;
    const asked: AskedRange<Range> = {
      worker,
      range: answer.finally(() => {
        asked.worker = undefined;
        pool.giveBack(worker, 'it has answered');
      }),
    };
    return asked;
  };
  return {
    run: async (request, { onProgress, stop, signal } = {}) => {
      signal?.throwIfAborted();
      const worker = pool.take();
      const run = ++last;
      const unlisten = obeySignals(worker, { stop, signal }, 'RUN.STOPPED', 'the run is not wanted any more');
      try {
        const loaded: RunContents = { ...(await worker.run(request, onProgress)), run };
        const { view, hasSizeRanges } = loaded;
        runs.set(run, {
          worker,
          request,
          steps: undefined,
          summary: view.summary,
          rows: view.rows.length,
          hasSizeRanges,
          sizes: undefined,
          seeds: undefined,
          remedies: undefined,
        });
        return loaded;
      } catch (error) {
        // A worker that has refused its input is as good as another.
        if (error instanceof RefusedInput) pool.giveBack(worker, 'it has no run');
        else worker.end('it has no run');
        throw error;
      } finally {
        unlisten();
        pool.makeSpareLater();
      }
    },
    drop: (run) => {
      const forgotten = runs.get(run);
      if (forgotten === undefined) return;
      runs.delete(run);
      forget(forgotten, pool);
    },
    why: async (run, row, bar) => (await ask(run, { type: 'WHY.REQUESTED', row, bar })) as string,
    events: async (run, pod, atMs) => (await ask(run, { type: 'EVENTS.REQUESTED', pod, atMs })) as string,
    actors: async (run, node) =>
      (await askForSteps(run, { type: 'ACTORS.REQUESTED', node })) as readonly ActorEntry[],
    steps: async (run, node, actor) =>
      (await askForSteps(run, { type: 'STEPS.REQUESTED', node, actor })) as ActorHistory,
    sizes: async (run) => {
      const { request, hasSizeRanges } = known(run);
      if (request.kind === 'show' || !hasSizeRanges) return undefined;
      known(run).sizes ??= askForRange<ToldSizeRange>({ type: 'SIZES.REQUESTED', request });
      return known(run).sizes?.range;
    },
    seeds: async (run) => {
      const { request, summary } = known(run);
      if (request.kind === 'show') return undefined;
      known(run).seeds ??= askForRange<SeedRange>({
        type: 'SEEDS.REQUESTED',
        request,
        endMs: summary.endMs,
      });
      return known(run).seeds?.range;
    },
    remedies: async (run, container) => askForRemedies(known(run), container, pool),
    check: async (run, request) =>
      (await ask(run, { type: 'INPUT.CHECKED', request })) as readonly InputError[],
    compare: async (before, after, options) =>
      compareRuns(known(before).summary, known(after).summary, options),
    ask: async (asked, { onProgress, stop, signal }) => {
      signal.throwIfAborted();
      const worker = pool.take();
      const unlisten = obeySignals(
        worker,
        { stop, signal },
        'QUESTION.STOPPED',
        'the answer is not wanted any more',
      );
      try {
        return (await worker.ask({ type: 'QUESTION.ASKED', asked }, { onCounted: onProgress })) as ToldAnswer;
      } finally {
        unlisten();
        pool.giveBack(worker, 'it has answered');
      }
    },
    export: async (run, format) => (await ask(run, { type: 'EXPORT.REQUESTED', format })) as string,
  };
}

interface Signals {
  readonly stop: AbortSignal | undefined;
  readonly signal: AbortSignal | undefined;
}

/** Tells a worker what is wanted of it: what it knows by now, or nothing any more. Returns what ends this. */
function obeySignals(
  worker: WorkerHandle,
  { stop, signal }: Signals,
  stopped: 'RUN.STOPPED' | 'QUESTION.STOPPED',
  whyEnded: string,
): () => void {
  const listening = new AbortController();
  const options = { once: true, signal: listening.signal };
  stop?.addEventListener('abort', () => void worker.ask({ type: stopped }).catch(() => undefined), options);
  signal?.addEventListener('abort', () => worker.end(whyEnded), options);
  return () => listening.abort();
}

/** Ends what computes for a run, and gives back what is free. */
function forget({ worker, steps, sizes, seeds, remedies, rows }: KnownRun, pool: WorkerPool): void {
  const why = 'the run is forgotten';
  for (const asked of [sizes, seeds, remedies]) asked?.worker?.end(why);
  for (const free of [steps, worker])
    if (rows > reusedRowsMax) free?.end(why);
    else if (free !== undefined) pool.giveBack(free, why);
}

/** Asks what would help a container, in a worker that the run has for this until it has answered. */
async function askForRemedies(
  run: KnownRun,
  container: ContainerRef,
  pool: WorkerPool,
): Promise<readonly Remedy[] | undefined> {
  const { request } = run;
  if (request.kind === 'show') return undefined;
  run.remedies ??= { worker: pool.take(), waiting: 0 };
  const asked = run.remedies;
  asked.waiting += 1;
  try {
    return (await asked.worker.ask({
      type: 'REMEDIES.REQUESTED',
      request,
      container,
    })) as readonly Remedy[];
  } finally {
    asked.waiting -= 1;
    if (asked.waiting === 0) {
      pool.giveBack(asked.worker, 'it has answered');
      run.remedies = undefined;
    }
  }
}

function startWorker(): StartWorker {
  const inPage = document.getElementById(workerElementId)?.textContent;
  if (inPage === undefined || inPage === null || inPage === '')
    return () => new Worker('worker.js', { name: 'windlass' });
  // The source is JSON, so that nothing in it can end its element.
  const source: unknown = JSON.parse(inPage);
  const address = URL.createObjectURL(new Blob([String(source)], { type: 'text/javascript' }));
  return () => new Worker(address, { name: 'windlass' });
}
