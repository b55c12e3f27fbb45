import type { EngineName } from '../../engine/engine.ts';
import type { SimulationInput } from '../../input/model.ts';
import { runHere } from '../../what-if/runs/run-here.ts';
import { countDraws, type DrawnRunner, type Runner } from '../../what-if/runs/runner.ts';
import type { Interruption } from '../run/interruption.ts';
import { orFail } from '../run/simulate-or-fail.ts';
import type { Terminal } from '../terminal.ts';
import { workersFor } from '../workers/worker-count.ts';
import type { WhatIfOptions } from './what-if-options.ts';

/** Gives `task` a runner for so many runs of inputs like this one: threads if they are asked for or worth it. Ends them afterwards. */
export async function withRunner<T>(
  like: SimulationInput,
  runs: number,
  { engine, workers }: Pick<WhatIfOptions, 'engine' | 'workers'>,
  interruption: Interruption,
  terminal: Terminal,
  task: (runner: Runner & DrawnRunner) => Promise<T>,
): Promise<T> {
  return withThreads(workersFor(workers, like, Math.max(runs, 2), terminal.processors), engine, interruption, task);
}

/** Gives `task` a runner with so many threads; 1 is this one. Ends them afterwards. */
export async function withThreads<T>(
  width: number,
  engine: EngineName,
  interruption: Interruption,
  task: (runner: Runner & DrawnRunner) => Promise<T>,
): Promise<T> {
  if (width === 1) {
    const here = runHere({ engine }, interruption);
    return task({
      width,
      run: (input) => orFail(input, () => here.run(input)),
      runDrawn: (input) => orFail(input, () => countDraws(input, { engine }, interruption)),
    });
  }
  const { WorkerPool } = await import('../workers/worker-pool.ts');
  const pool = new WorkerPool(width);
  try {
    const options = { engine, flag: interruption.flag };
    return await task({ width, run: (input) => pool.tell(input, options), runDrawn: (input) => pool.tellDrawn(input, options) });
  } finally {
    await pool.close();
  }
}
