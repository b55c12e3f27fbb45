import type { EngineName } from '../../engine/engine.ts';
import type { SimulationInput } from '../../input/model.ts';
import type { ChunkRunner } from '../../what-if/sweep/sweep.ts';
import type { Interruption } from '../run/interruption.ts';
import type { Terminal } from '../terminal.ts';
import { QueueDriver, type Telling } from './queue-driver.ts';

/** Gives `task` what runs chunks by a queue. It returns how many of `runs` it has; if all, their results are removed from the queue. */
export async function withQueue(
  address: string,
  like: SimulationInput,
  runs: number,
  options: { readonly engine: EngineName },
  interruption: Interruption,
  terminal: Terminal,
  tell: Telling,
  task: (runner: ChunkRunner) => Promise<number>,
): Promise<number> {
  const driver = await QueueDriver.open(address, like, options, interruption, terminal, tell);
  try {
    const done = await task(driver);
    if (done >= runs) await driver.forget();
    return done;
  } finally {
    await driver.close();
  }
}
