import { largest } from '../../collections/extremes.ts';
import type { Profile } from '../profile.ts';
import type { ContainerSpec, PodSpec } from './pod.ts';

/** A container that is being stopped: when, after the kill began, it has ended, and its exit code. */
export interface ContainerStop {
  readonly container: string;
  readonly afterMicros: number;
  /** 143 if the process obeys SIGTERM, 137 if SIGKILL ends it. */
  readonly exitCode: number;
  /** The container is removed once it has ended, which may have been before. */
  readonly removes?: true;
}

/**
 * `minimumGracePeriodInSeconds` of kuberuntime_container.go: no container gets less, so that SIGKILL stays
 * the exception.
 */
const graceMicrosMin = 2_000_000;

/**
 * When each of a pod's running containers ends, in order of time, after a kill with this grace period. All
 * are asked at once, but a sidecar waits for the containers proper and for the sidecars behind it; that takes
 * from its own grace. Mirrors `killContainersWithSyncResult`, `killContainer` and `newTerminationOrdering`
 * (kuberuntime, v1.36.3).
 */
export function stopsOfPod(
  pod: PodSpec,
  running: readonly string[],
  graceMicros: number,
): readonly ContainerStop[] {
  const isRunning = ({ name }: ContainerSpec) => running.includes(name);
  const unorderedContainers = [
    ...pod.containers,
    ...pod.ephemeralContainers,
    ...pod.initContainers.filter(({ sidecar }) => !sidecar),
  ];
  const stops = unorderedContainers.filter(isRunning).map((spec) => containerStop(spec, 0, graceMicros));
  const proper = stops.filter(({ container }) => pod.containers.some(({ name }) => name === container));
  let turnMicros = Math.max(0, largest(proper.map(({ afterMicros }) => afterMicros)));
  for (const spec of pod.initContainers.filter((init) => init.sidecar && isRunning(init)).toReversed()) {
    const stop = containerStop(spec, Math.min(turnMicros, graceMicros), graceMicros);
    stops.push(stop);
    turnMicros = Math.max(turnMicros, stop.afterMicros);
  }
  return stops.sort((a, b) => a.afterMicros - b.afterMicros);
}

/**
 * The same for containers of which only the specs have changed, each with the pod's grace period: one after the
 * other, or side by side, sidecars too. Mirrors what `SyncPod` does with `ContainersToKill`, and `killContainers`
 * (kuberuntime, v1.37.2 and v1.38.0-beta.0).
 */
export function stopsOfChanged(
  pod: PodSpec,
  containers: readonly string[],
  { stopsChangedContainers }: Pick<Profile, 'stopsChangedContainers'>,
): readonly ContainerStop[] {
  const all = [...pod.initContainers, ...pod.containers];
  const stops = containers
    .flatMap((name) => all.find((one) => one.name === name) ?? [])
    .map((spec) => containerStop(spec, 0, pod.terminationGracePeriodMicros));
  if (stopsChangedContainers === 'together') return stops.sort((a, b) => a.afterMicros - b.afterMicros);
  let afterMicros = 0;
  return stops.map((stop) => {
    afterMicros += stop.afterMicros;
    return { ...stop, afterMicros };
  });
}

/**
 * The same for a pod that starts again in its sandbox: its containers are taken away one after the other,
 * with no more grace than the least (`ContainersToReset` of a sync). Those that do not run need no time.
 */
export function resetsInTurn(
  pod: PodSpec,
  containers: readonly string[],
  running: readonly string[],
): readonly ContainerStop[] {
  const stops: ContainerStop[] = [];
  const all = [...pod.initContainers, ...pod.containers];
  for (const spec of containers.flatMap((name) => all.find((one) => one.name === name) ?? [])) {
    const before = stops.at(-1)?.afterMicros ?? 0;
    const stop = containerStop(spec, 0, 0);
    stops.push({
      ...stop,
      afterMicros: running.includes(spec.name) ? before + stop.afterMicros : before,
      removes: true,
    });
  }
  return stops;
}

function containerStop(
  { name, stopsInMicros }: ContainerSpec,
  turnMicros: number,
  graceMicros: number,
): ContainerStop {
  // Only whole seconds of waiting are subtracted from the grace period.
  const waitedMicros = Math.floor(turnMicros / 1_000_000) * 1_000_000;
  const leftMicros = Math.max(graceMicrosMin, graceMicros - waitedMicros);
  const heeds = stopsInMicros !== null && stopsInMicros <= leftMicros;
  return {
    container: name,
    afterMicros: turnMicros + (heeds ? stopsInMicros : leftMicros),
    exitCode: heeds ? 143 : 137,
  };
}
