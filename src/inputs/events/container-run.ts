import { kubeletSettings } from '../../rules/kubelet/configuration/kubelet-configuration.ts';
import { crashLoopRules } from '../../rules/kubelet/pods/crash-loop.ts';
import { profiles } from '../../rules/kubelet/profiles/profiles.ts';
import type { ContainerSighting } from './pod-sighting.ts';

/** How long a container ran, and how it ended. */
export interface ContainerRun {
  readonly startedMicros: number;
  readonly runsForMicros: number;
  readonly exitCode: number;
}

/** The kubelet sees that a container has ended at its next relist, which is half a second away on the average. */
const untilSeenMicros = 500_000;
const runMicrosMin = 100_000;

/**
 * Returns how long a container ran: an init container until the next container began, another one as long as the
 * back-off before its starts leaves. undefined: it was not seen to end.
 */
export function containerRun(
  container: ContainerSighting,
  containers: readonly ContainerSighting[],
): ContainerRun | undefined {
  const { firstStartMicros, lastStartMicros, starts, isInit, isCrashing } = container;
  if (firstStartMicros === undefined || lastStartMicros === undefined) return undefined;
  if (starts > 1) {
    const gap = (lastStartMicros - firstStartMicros - restsBetween(starts)) / (starts - 1);
    const runsForMicros = Math.max(runMicrosMin, Math.round(gap - untilSeenMicros));
    return { startedMicros: firstStartMicros, runsForMicros, exitCode: isCrashing || isInit ? 1 : 0 };
  }
  if (!isInit) return undefined;
  const next = containers.find(({ firstMicros }) => firstMicros > firstStartMicros);
  if (next === undefined) return undefined;
  const gap = next.firstMicros - firstStartMicros;
  return {
    startedMicros: firstStartMicros,
    runsForMicros: Math.max(runMicrosMin, Math.round(gap - untilSeenMicros)),
    exitCode: 0,
  };
}

/** The kubelet's rests between so many starts of a container: none before the second one, then they double. */
function restsBetween(starts: number): number {
  const { release } = profiles[0];
  const { initialMicros, maxMicros } = crashLoopRules(kubeletSettings({}, release), release);
  let sum = 0;
  for (let start = 3, rest = initialMicros; start <= starts; start++, rest = Math.min(2 * rest, maxMicros))
    sum += rest;
  return sum;
}
