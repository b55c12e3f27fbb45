import type { RuntimeProfile } from '../../../src/rules/runtime/profiles/runtime-profile.ts';
import type { EngineName } from '../../../src/run/engine/engine.ts';
import { Kernel } from '../../../src/run/simulation/kernel.ts';
import { RandomStreams } from '../../../src/run/simulation/random-streams.ts';
import { TraceRecorder } from '../../../src/run/simulation/trace-recorder.ts';
import { VirtualClock } from '../../../src/run/simulation/virtual-clock.ts';
import type { TraceRecord } from '../../../src/trace/record.ts';
import { pullPlan } from '../pull-plan.ts';
import { recordedChance } from '../recorded-chance.ts';
import type { RecordedRun } from '../recorded-run.ts';
import { ReplayCalls, type ReplayedPull } from './replay-calls.ts';
import { replayFaults } from './replay-faults.ts';
import { replaySetup } from './replay-setup.ts';
import { createReplayWorld } from './replay-world.ts';

export interface Replay {
  readonly pulls: readonly ReplayedPull[];
  readonly records: readonly TraceRecord[];
  /** Whether nothing but the node limits how fast bodies come. */
  readonly isOpen: boolean;
}

export interface ReplayOptions {
  /** Chance comes from this seed; absent: it is as recorded. */
  readonly seed?: number;
  /** On a runtime other than the simulator's. */
  readonly change?: ((profile: RuntimeProfile) => RuntimeProfile) | undefined;
  readonly engine?: EngineName | undefined;
}

/** Nothing that was recorded takes longer. */
const horizonMicros = 120_000_000;

/**
 * Runs the simulator's image service, registry, wire and disk with the configuration of a recorded run and
 * its calls, and returns what became of them. Throws where an actor fails.
 */
export function replayRun(run: RecordedRun, options: ReplayOptions = {}): Replay {
  const seed = options.seed ?? run.repetition;
  const setup = replaySetup(run);
  const kernel = new Kernel();
  const records: TraceRecord[] = [];
  const recorder = new TraceRecorder(kernel, (record) => records.push(record));
  const random = recordedChance(
    new RandomStreams(seed),
    new VirtualClock(kernel),
    options.seed === undefined ? run : undefined,
  );
  const service = createReplayWorld({
    ...options,
    setup,
    faults: replayFaults(run),
    kernel,
    recorder,
    seed,
    random,
  });
  const calls = new ReplayCalls(pullPlan(run), kernel, service, setup.hasCredentials);
  kernel.run(horizonMicros, () => calls.areOver);
  const { totalBps, eachBps } = run.header.registry;
  return { pulls: calls.ended, records, isOpen: totalBps === undefined && eachBps === undefined };
}
