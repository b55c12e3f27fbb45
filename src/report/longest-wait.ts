import type { ActorRecord, Cause, TraceRecord } from '../trace/record.ts';
import { callerOf } from './actor-names.ts';
import { type ContainerPhases, isPulling, isWaiting, type Phase, type PhaseName } from './container-phases.ts';
import type { PodPhases } from './pod-phases.ts';
import { countText, durationText, sizeText } from './quantity-text.ts';
import { headerOf, pullsText } from './run-conditions.ts';
import { settingsInForce } from './settings-in-force.ts';
import { visibleText } from './visible-text.ts';

export interface LongestWait {
  /** `default/web-1/app` */
  readonly container: string;
  readonly phase: PhaseName;
  readonly fromMs: number;
  readonly toMs: number;
  /** What a person reads, without control characters. */
  readonly sentence: string;
  readonly because?: Cause;
}

/** Causes are followed from record to record this far. */
const causesMax = 16;

/**
 * Returns the longest single phase that any container waited in, with a sentence that names its cause; undefined if none
 * waited. A container that waits for its turn waits for another one's phase, so that phase is told instead.
 */
export function longestWait(records: readonly TraceRecord[], pods: readonly PodPhases[]): LongestWait | undefined {
  let longest: { readonly container: ContainerPhases; readonly phase: Phase } | undefined;
  let longestMs = 0;
  const containers = pods.flatMap((pod) => pod.containers);
  for (const container of containers) {
    for (const phase of container.phases) {
      if (!isWaiting(phase.phase) || phase.phase === 'waitingToStart' || phase.toMs - phase.fromMs <= longestMs) continue;
      longest = { container, phase };
      longestMs = phase.toMs - phase.fromMs;
    }
  }
  if (longest === undefined) return undefined;
  const { container, phase } = longest;
  const { because } = phase;
  return {
    container: nameOf(container),
    phase: phase.phase,
    fromMs: phase.fromMs,
    toMs: phase.toMs,
    sentence: visibleText(sentence(new Causes(records, containers), container, phase)),
    ...(because === undefined ? {} : { because }),
  };
}

function nameOf({ pod, name }: ContainerPhases): string {
  return `${pod.namespace}/${pod.name}/${name}`;
}

function sentence(causes: Causes, container: ContainerPhases, phase: Phase): string {
  const name = nameOf(container);
  const lasted = durationText(phase.toMs - phase.fromMs);
  const image = `${container.image}${parenthesis([causes.sizeOf(container)])}`;
  const fault = causes.faultText(phase.because);
  switch (phase.phase) {
    case 'waitingForSlot':
      return `${name} waited ${lasted} for a slot${causes.behind(container, phase)}`;
    case 'waitingForDownload': {
      const other = phase.because?.kind === 'inFlight' ? causes.containerOf(phase.because) : undefined;
      if (other !== undefined) return `${name} waited ${lasted} for layers that ${nameOf(other)} was fetching already`;
      return `${name} waited ${lasted} for one of the runtime's download slots`;
    }
    case 'resolving':
      return `${name} waited ${lasted} for the registry to answer about ${container.image}${fault}`;
    case 'downloading':
      return `${name} spent ${lasted} downloading ${image}${fault}`;
    case 'unpacking':
      return `${name} spent ${lasted} unpacking ${image}`;
    case 'backingOff':
    case 'waitingForSync':
      return `${name} waited ${lasted} ${phase.phase === 'backingOff' ? 'in back-off' : "for its pod's next sync"} after ${causes.failuresBefore(container, phase)}${fault}`;
    case 'inspecting':
      return `${name} waited ${lasted} for the runtime to look for ${container.image}`;
    default:
      return `${name} took ${lasted} to be created and started`;
  }
}

/** ` (6.2 GB, serialized pulls)`; nothing of nothing. */
function parenthesis(parts: readonly string[]): string {
  const known = parts.filter((part) => part !== '');
  return known.length === 0 ? '' : ` (${known.join(', ')})`;
}

/** Looks up what `because` points to. */
class Causes {
  readonly #records: readonly TraceRecord[];
  readonly #containers: readonly ContainerPhases[];

  constructor(records: readonly TraceRecord[], containers: readonly ContainerPhases[]) {
    this.#records = records;
    this.#containers = containers;
  }

  /** Whose pulls held the slots meanwhile, the longest one named; of equal ones that to which `because` leads. */
  behind(waiter: ContainerPhases, wait: Phase): string {
    const cause = this.containerOf(wait.because);
    let ahead: { readonly container: ContainerPhases; readonly sharedMs: number } | undefined;
    let count = 0;
    for (const container of this.#containers) {
      if (container === waiter || container.node !== waiter.node) continue;
      const sharedMs = pullingMsWithin(container, wait);
      if (sharedMs <= 0) continue;
      count += 1;
      if (ahead === undefined || sharedMs > ahead.sharedMs || (sharedMs === ahead.sharedMs && container === cause))
        ahead = { container, sharedMs };
    }
    const container = ahead?.container ?? (cause === waiter ? undefined : cause);
    const node = headerOf(this.#records)?.nodes.find(({ name }) => name === waiter.node);
    const pulls = pullsText(node && settingsInForce(this.#records, node, wait.fromMs));
    if (container === undefined) return parenthesis([pulls]);
    const named = `${nameOf(container)} pulling ${container.image}${parenthesis([this.sizeOf(container), pulls])}`;
    return count > 1 ? `, behind ${countText(count, 'pull')}, the longest ${named}` : `, behind ${named}`;
  }

  /** `5 failed pulls of web:1 (ErrImagePull: …)`, those up to the beginning of the phase. */
  failuresBefore(container: ContainerPhases, phase: Phase): string {
    const failures = container.failures.filter(({ atMs }) => atMs <= phase.fromMs);
    const last = failures.at(-1);
    if (last === undefined) return `a failed pull of ${container.image}`;
    const error = last.error === '' ? last.reason : `${last.reason}: ${last.error}`;
    return `${countText(failures.length, 'failed pull')} of ${container.image} (${error})`;
  }

  faultText(because: Cause | undefined): string {
    const fault = this.#follow(because, (record) => record.type === 'fault');
    if (fault?.type !== 'fault') return '';
    return `, because of the fault ${fault.fault}${fault.target === undefined ? '' : ` of ${fault.target}`}`;
  }

  containerOf(because: Cause | undefined): ContainerPhases | undefined {
    let found: ContainerPhases | undefined;
    this.#follow(because, (record) => {
      found = this.#containerOfActor(record);
      return found !== undefined;
    });
    return found;
  }

  /** Of the pulled image, or of its layers so far as they are known; empty if unknown. */
  sizeOf(container: ContainerPhases): string {
    const layers = new Map<string, number>();
    for (const record of this.#records) {
      if (record.type === 'pull' && record.image === container.image && record.sizeBytes !== undefined) return sizeText(record.sizeBytes);
      if (record.type === 'fetch' && this.#isOf(container, callerOf(record.actor)))
        layers.set(`${record.layer} ${record.digest}`, record.bytes);
    }
    return layers.size === 0 ? '' : sizeText([...layers.values()].reduce((sum, bytes) => sum + bytes, 0));
  }

  #follow(because: Cause | undefined, isFound: (record: ActorRecord) => boolean): ActorRecord | undefined {
    let cause = because;
    for (let step = 0; step < causesMax && cause?.record !== undefined; step++) {
      const record = this.#records[cause.record];
      if (record === undefined || record.type === 'header' || record.type === 'end') return undefined;
      if (isFound(record)) return record;
      cause = record.because;
    }
    return undefined;
  }

  #containerOfActor(record: ActorRecord): ContainerPhases | undefined {
    const actor = callerOf(record.actor);
    return this.#containers.find((container) => this.#isOf(container, actor));
  }

  #isOf({ node, pod, name }: ContainerPhases, actor: string): boolean {
    return actor === `${node}/kubelet/${pod.namespace}/${pod.name}/${name}`;
  }
}

function pullingMsWithin(container: ContainerPhases, { fromMs, toMs }: Phase): number {
  let sharedMs = 0;
  for (const phase of container.phases) {
    if (isPulling(phase.phase)) sharedMs += Math.max(0, Math.min(phase.toMs, toMs) - Math.max(phase.fromMs, fromMs));
  }
  return sharedMs;
}
