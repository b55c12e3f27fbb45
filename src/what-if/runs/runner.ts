import type { SimulationInput } from '../../input/model.ts';
import type { RunTold } from '../../report/summary/run-totals.ts';

/** Who runs inputs: this thread, or others. The result of a run is the same wherever it is run. */
export interface Runner {
  /** How many runs it has at once. */
  readonly width: number;
  /** Returns what the run tells; undefined if it was interrupted. Throws what ends a run. */
  readonly run: (input: SimulationInput) => Promise<RunTold | undefined>;
}

/** Each worker has this many runs waiting, so that none is idle until the next one comes. */
const waitingPerRunner = 3;

/**
 * Runs one input after another, some side by side, and yields what they tell in their order, however many run at once. Ends at the first
 * one that was interrupted. An input is made when its turn comes.
 */
export async function* runInOrder<Job>(
  jobs: Iterable<Job>,
  inputOf: (job: Job) => SimulationInput,
  { width, run }: Runner,
): AsyncGenerator<{ readonly job: Job; readonly told: RunTold }> {
  const iterator = jobs[Symbol.iterator]();
  const underWay: { readonly job: Job; readonly told: Promise<RunTold | undefined> }[] = [];
  const fill = (): void => {
    while (underWay.length < (width === 1 ? 1 : width * waitingPerRunner)) {
      const { done, value: job } = iterator.next();
      if (done) return;
      const told = run(inputOf(job));
      // Its failure is told when its turn comes.
      told.catch(() => {});
      underWay.push({ job, told });
    }
  };
  for (fill(); ; fill()) {
    const first = underWay.shift();
    const told = await first?.told;
    if (first === undefined || told === undefined) return;
    yield { job: first.job, told };
  }
}
