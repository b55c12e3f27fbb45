import type { RuntimeOptions } from './runtime-options.ts';
import type { RuntimeDelays, RuntimeProfile } from './runtime-profile.ts';
import { selectRuntimeProfile } from './select-runtime-profile.ts';
import { ratesOnMachine, type UnpackMachine } from './unpack-machine.ts';

/** What a node has of its own, beside the runtime's release. */
interface NodeRuntime {
  readonly runtime: string;
  readonly runtimeOptions?: Partial<RuntimeOptions>;
  readonly runtimeDelays: Partial<RuntimeDelays>;
  readonly unpackMachine?: UnpackMachine;
}

/** Returns the profile of a node's runtime: its options, its fixed costs and its rates on this machine. */
export function nodeRuntimeProfile({
  runtime,
  runtimeOptions,
  runtimeDelays,
  unpackMachine,
}: NodeRuntime): RuntimeProfile {
  const { profile } = selectRuntimeProfile(runtime, runtimeOptions);
  const { delays, unpackRates } = profile;
  return {
    ...profile,
    delays: { ...delays, ...runtimeDelays },
    unpackRates: unpackMachine === undefined ? unpackRates : ratesOnMachine(unpackRates, unpackMachine),
  };
}
