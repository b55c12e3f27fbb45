import type { Readings } from '../../trace/readings.ts';
import type { Parsed } from '../../trace/record.ts';
import type { coldStart } from '../json/run-summary.ts';
import { type ContainerPhases, isPulling, type Phase } from './container-phases.ts';
import type { PodPhases } from './pod-phases.ts';
import { wholeMicros } from './whole-micros.ts';

/** What the start of the slowest pod consisted of that waited for a node. */
export type ColdStart = Parsed<typeof coldStart>;

type Part = 'nodeMs' | 'daemonsMs' | 'waitMs' | 'pullMs' | 'unpackMs' | 'startMs';

/** Reads when new nodes were registered, which divides the wait for a node. */
export class ColdStartReader {
  readonly #registeredMs = new Map<string, number>();

  readonly readings: Readings = {
    instance: ({ at, node, state }) => {
      if (state === 'registered') this.#registeredMs.set(node, at);
    },
  };

  /** Returns the parts of the slowest pod that waited for a node and came to run; undefined: none did. */
  slowest(pods: readonly PodPhases[]): ColdStart | undefined {
    let slowest: PodPhases | undefined;
    for (const pod of pods)
      if (
        pod.containers.some(({ phases }) => phases[0]?.phase === 'waitingForNode') &&
        (pod.timeToRunningMs ?? 0) > (slowest?.timeToRunningMs ?? 0)
      )
        slowest = pod;
    return slowest && this.#partsOf(slowest, slowest.timeToRunningMs ?? 0);
  }

  /** Those of the container that ran last. */
  #partsOf({ pod, node, arrivedMs, containers }: PodPhases, tookMs: number): ColdStart {
    const endMs = arrivedMs + tookMs;
    const last = containers.find(({ runningAtMs }) => runningAtMs === endMs);
    const micros = { nodeMs: 0, daemonsMs: 0, waitMs: 0, pullMs: 0, unpackMs: 0, startMs: 0 };
    const add = (part: Part, fromMs: number, toMs: number) => {
      micros[part] += Math.max(0, Math.round(Math.min(toMs, endMs) * 1000) - Math.round(fromMs * 1000));
    };
    for (const phase of last?.phases ?? []) {
      const registeredMs = Math.min(this.#registeredMs.get(node) ?? phase.toMs, phase.toMs);
      if (phase.phase === 'waitingForNode') {
        const dividedMs = Math.max(phase.fromMs, registeredMs);
        add('nodeMs', phase.fromMs, dividedMs);
        add('daemonsMs', dividedMs, phase.toMs);
      } else add(partOf(phase.phase), phase.fromMs, phase.toMs);
    }
    const parts = Object.fromEntries(
      Object.entries(micros).map(([part, value]) => [part, value / 1000]),
    ) as Record<Part, number>;
    return { pod: `${pod.namespace}/${pod.name}`, tookMs: wholeMicros(tookMs), ...parts };
  }
}

function partOf(phase: Phase['phase']): Part {
  if (phase === 'waitingForNetwork') return 'daemonsMs';
  if (phase === 'unpacking' || phase === 'waitingForDisk' || phase === 'waitingForUnpack') return 'unpackMs';
  if (phase === 'waitingForSlot' || phase === 'backingOff' || phase === 'waitingForSync') return 'waitMs';
  return isPulling(phase) || isBeforePull(phase) ? 'pullMs' : 'startMs';
}

function isBeforePull(phase: ContainerPhases['lastPhase']): boolean {
  return phase === 'inspecting' || phase === 'waitingForSamePull' || phase === 'waitingForCredentials';
}
