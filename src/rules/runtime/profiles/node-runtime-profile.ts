import type { RuntimeOptions } from './runtime-options.ts';
import type { RuntimeDelays, RuntimeProfile, UnpackRates } from './runtime-profile.ts';
import { selectRuntimeProfile } from './select-runtime-profile.ts';
import { parallelRates, ratesOnMachine, type UnpackMachine } from './unpack-machine.ts';

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
    unpackRates: ratesOf(profile, unpackMachine) ?? unpackRates,
  };
}

function ratesOf(
  { options: { parallelPull }, unpackRates }: RuntimeProfile,
  machine: UnpackMachine | undefined,
): UnpackRates | undefined {
  if (parallelPull === undefined) return machine && ratesOnMachine(unpackRates, machine);
  return parallelRates(unpackRates, machine ?? measuredMachine, parallelPull.inflater);
}

const measuredMachine: UnpackMachine = { hashing: 1, inflating: 1, hasUnpigz: false };
