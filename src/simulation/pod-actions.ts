import type { PodActionInput, PodReplacement } from '../input/model.ts';
import type { PodSpec } from '../kubelet/pod.ts';
import type { TraceRecord } from '../trace/record.ts';
import type { ScheduleInput } from './schedule-faults.ts';
import { SimulationError } from './simulation-error.ts';
import type { World } from './world.ts';

/** What has become of a pod: there, over (with its phase), being deleted. One that is gone, or has not come yet, is none of these. */
type Life = { readonly state: 'live' | 'deleting' } | { readonly state: 'over'; readonly reason: string | undefined };

/**
 * What people do to pods while a run goes on, and what controllers do about deleted ones. Which pod an action meets is
 * known only then: the one of its line that is there. A ReplicaSet makes the next pod as soon as one is being deleted, a
 * StatefulSet and a DaemonSet when it is gone (pkg/controller/{replicaset,statefulset,daemon}, v1.36.3).
 */
export class PodActions {
  readonly #actions: readonly PodActionInput[];
  readonly #specs: ReadonlyMap<string, PodSpec>;
  readonly #lives = new Map<string, Life>();
  /** By the UID of the pod that each takes the place of. */
  readonly #replacements = new Map<string, PodReplacement>();
  #schedule: ScheduleInput | undefined;
  #world: World | undefined;

  /** `pods` are those that come by themselves; the others come with the actions. */
  constructor(pods: readonly PodSpec[], actions: readonly PodActionInput[]) {
    this.#actions = actions;
    this.#specs = new Map([...pods, ...replacementsIn(actions)].map((spec) => [spec.uid, spec]));
    for (const uid of actions.flatMap(({ uids }) => uids)) if (!this.#specs.has(uid)) throw new SimulationError('input', `no pod ${uid}`);
  }

  /** Puts the actions into the queue; `world` hears of them when their time has come. */
  begin(schedule: ScheduleInput, world: World): void {
    this.#schedule = schedule;
    this.#world = world;
    for (const action of this.#actions) schedule(action.atMicros, () => this.#perform(action));
  }

  /** Follows what becomes of the pods. */
  observe(record: TraceRecord): void {
    if (record.type !== 'pod' || this.#actions.length === 0) return;
    const { uid } = record.pod;
    if (record.state === 'added') this.#lives.set(uid, { state: 'live' });
    else if (record.state === 'deleting') {
      this.#lives.set(uid, { state: 'deleting' });
      this.#replace(uid, 'deletion', record.at);
    } else if (record.state === 'deleted') {
      this.#lives.delete(uid);
      this.#replace(uid, 'deletion', record.at);
      this.#replace(uid, 'removal', record.at);
    } else if (record.state !== 'changed' && this.#lives.get(uid)?.state === 'live') {
      this.#lives.set(uid, { state: 'over', reason: record.reason });
    }
  }

  #perform(action: PodActionInput): void {
    const uid = action.uids.findLast((one) => this.#lives.has(one));
    const life = uid === undefined ? undefined : this.#lives.get(uid);
    if (uid === undefined || life === undefined || life.state === 'deleting') return;
    const spec = this.#specOf(uid);
    if (action.kind === 'edit') this.#node(spec).send({ type: 'POD.EDITED', uid, change: action.change });
    else {
      // A pod that has done its work is not done again: its Job is complete.
      const isDone = life.state === 'over' && life.reason === 'Succeeded';
      if (action.replacement !== null && !isDone) this.#replacements.set(uid, action.replacement);
      this.#node(spec).send({ type: 'POD.DELETED', spec, graceMicros: action.graceMicros });
    }
  }

  #replace(uid: string, after: PodReplacement['after'], atMs: number): void {
    const replacement = this.#replacements.get(uid);
    if (replacement?.after !== after) return;
    this.#replacements.delete(uid);
    const { spec, delayMicros } = replacement;
    const arrivesAtMicros = Math.round(atMs * 1_000) + delayMicros;
    this.#schedule?.(arrivesAtMicros, () => this.#node(spec).send({ type: 'POD.ARRIVED', spec: { ...spec, arrivesAtMicros } }));
  }

  #specOf(uid: string): PodSpec {
    const spec = this.#specs.get(uid);
    if (spec === undefined) throw new Error(`no pod ${uid}`);
    return spec;
  }

  #node({ nodeName }: PodSpec) {
    const node = this.#world?.nodes.get(nodeName);
    if (node === undefined) throw new SimulationError('input', `there is no node ${nodeName}`);
    return node;
  }
}

/** The pods that may come to take the places of others. */
export function replacementsIn(actions: readonly PodActionInput[]): readonly PodSpec[] {
  return actions.flatMap((action) => (action.kind === 'delete' && action.replacement !== null ? [action.replacement.spec] : []));
}
