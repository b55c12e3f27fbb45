import { containerd16 } from '../runtime/containerd-1-6.ts';
import { containerd24 } from '../runtime/containerd-2-4.ts';
import { runtimeDelayKeys, runtimeDelayNames } from '../runtime/runtime-delay-names.ts';
import { type Default, defaults } from './defaults.ts';

/** Every default of a run, the runtimes' fixed costs included: what `windlass defaults` and docs/defaults.md show. */
export const defaultsTable: readonly Default[] = [
  ...defaults,
  ...[containerd24, containerd16].flatMap((profile) =>
    runtimeDelayKeys.map((name) => ({
      name: `${profile.name} ${name}`,
      value: `${profile.delays[name] / 1000}ms`,
      mark: 'measured' as const,
      source: `runtime-runs R2 and its recorded runs: ${runtimeDelayNames[name]}`,
      where: `Scenario nodes.defaults.runtimeDelays.${name}`,
    })),
  ),
];
