import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { PodRef } from '../../trace/observation.ts';
import type { Readings } from '../../trace/readings.ts';

/**
 * What becomes of a pod while none of its containers has its turn:
 * - `waitingForRound`: its worker rests, until the kubelet sees a reason to look at the pod again
 * - `preparing`: its worker is in a round (`SyncPod`): checks, volumes, statuses
 * - `makingSandbox`: the runtime makes its sandbox
 */
export type PodStage = 'waitingForRound' | 'preparing' | 'makingSandbox';

/** A stage from and to, in virtual ms. */
interface StageSpan {
  readonly stage: PodStage;
  readonly fromMs: number;
  readonly toMs: number;
}

interface Changes {
  readonly atMs: number[];
  readonly stages: PodStage[];
}

/** Reads the stages of pods. It keeps two values for each change. */
export class PodStagesReader {
  readonly #pods = new Map<string, Changes>();
  readonly #uidsByNode = new Map<string, Set<string>>();

  readonly readings: Readings = {
    sync: ({ at, pod, node, state, work }) => {
      getOrInsert(this.#uidsByNode, node, () => new Set()).add(pod.uid);
      this.#change(pod, at, state === 'started' && work === undefined ? 'preparing' : 'waitingForRound');
    },
    sandbox: ({ at, pod, state }) =>
      this.#change(pod, at, state === 'creating' ? 'makingSandbox' : 'preparing'),
    node: ({ at, node, state }) => {
      if (state !== 'kubeletRestarted' && state !== 'rebooting') return;
      for (const uid of this.#uidsByNode.get(node) ?? []) this.#change({ uid }, at, 'waitingForRound');
    },
  };

  /**
   * Returns the stages of a pod between these times, without gaps and in order. Before its first round it
   * waits for one.
   */
  within(uid: string, fromMs: number, toMs: number): StageSpan[] {
    const { atMs, stages } = this.#pods.get(uid) ?? { atMs: [], stages: [] };
    const spans: StageSpan[] = [];
    let beginMs = fromMs;
    let stage: PodStage = 'waitingForRound';
    for (const [index, changedMs] of atMs.entries()) {
      if (changedMs >= toMs) break;
      if (changedMs > beginMs) {
        spans.push({ stage, fromMs: beginMs, toMs: changedMs });
        beginMs = changedMs;
      }
      stage = stages[index] ?? stage;
    }
    if (toMs > beginMs) spans.push({ stage, fromMs: beginMs, toMs });
    return spans;
  }

  #change({ uid }: Pick<PodRef, 'uid'>, at: number, stage: PodStage): void {
    const { atMs, stages } = getOrInsert(this.#pods, uid, () => ({ atMs: [], stages: [] }));
    if (stages.at(-1) === stage) return;
    atMs.push(at);
    stages.push(stage);
  }
}
