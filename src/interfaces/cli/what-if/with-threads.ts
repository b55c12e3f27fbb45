import { runnerHere } from '../../../answers/what-if/questions/asked.ts';
import type { DrawnRunner, Runner } from '../../../answers/what-if/runs/runner.ts';
import type { EngineName } from '../../../run/engine/engine.ts';
import type { Interruption } from '../run/interruption.ts';

/** Gives `task` a runner with so many threads; 1 is this one. Ends them afterwards. */
export async function withThreads<T>(
  width: number,
  engine: EngineName,
  interruption: Interruption,
  task: (runner: Runner & DrawnRunner) => Promise<T>,
): Promise<T> {
  if (width === 1) return task(runnerHere(engine, interruption));
  const { WorkerPool } = await import('../workers/worker-pool.ts');
  const pool = new WorkerPool(width);
  try {
    const options = { engine, flag: interruption.flag };
    return await task({
      width,
      run: (input) => pool.tell(input, options),
      runDrawn: (input) => pool.tellDrawn(input, options),
    });
  } finally {
    await pool.close();
  }
}
