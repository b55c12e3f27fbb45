import { getOrInsert } from '../../../rules/collections/get-or-insert.ts';
import { copyTables, fillTables, type Table } from '../../../rules/collections/kept-tables.ts';
import { restartsAfter } from '../../../rules/kubelet/pods/container-restart.ts';
import { type ContainerSpec, type PodSpec, podForRelease } from '../../../rules/kubelet/pods/pod.ts';
import { findProfile } from '../../../rules/kubelet/profiles/profiles.ts';
import type { ActorRecord, TraceRecord } from '../../../trace/record.ts';
import type { Changeable } from '../../engine/history.ts';
import type { NodeInput } from '../../simulation-input.ts';

/** A part of a run that knows from the trace whether it can still act by itself. */
export interface Forecast extends Changeable {
  readonly canAct: boolean;
  observe(record: TraceRecord): void;
}

/** Adds a key to the set, or removes it. */
export function mark(set: Set<string>, key: string, isIn: boolean): void {
  if (isIn) set.add(key);
  else set.delete(key);
}

type KubeletNode = Pick<NodeInput, 'name' | 'profileRelease'> & {
  readonly kubelet: Pick<NodeInput['kubelet'], 'featureGates'>;
};
type NodeRecord = Extract<ActorRecord, { type: 'node' }>;
type StatusRecord = Extract<ActorRecord, { type: 'status' }>;
type PodShown = Extract<TraceRecord, { type: 'pod' }>;

/**
 * Tells whether some pod can still do something. A pod rests once it is over, or when every container runs
 * for ever, or has ended for good beside one that does, and the kubelet has said so. One with image volumes
 * never does where each round ensures them anew (`getImageVolumes` in SyncPod, v1.36.3), which pulls or tells
 * an event. Rounds of other pods that rest find nothing to do.
 */
export class PodForecast implements Forecast {
  readonly #pods: ReadonlyMap<string, PodSpec>;
  readonly #nodes: Map<string, KubeletNode>;
  readonly #restless = new Set<string>();
  readonly #over = new Set<string>();
  /** The UIDs of replacements that have not arrived. */
  readonly #toCome: Set<string>;
  readonly #deleting = new Set<string>();
  /** The pods as their kubelets know them, by UID, until the kubelet is restarted. */
  readonly #seen = new Map<string, PodSpec>();
  /** The images of the containers of pods that were changed, by UID and name; others have those of their spec. */
  readonly #images = new Map<string, ReadonlyMap<string, string>>();
  /**
   * Containers, by UID, whose image was changed and that were not made anew since: whether a round has begun
   * since then, which knows the change.
   */
  readonly #changed = new Map<string, Map<string, 'unknown' | 'known'>>();

  /** `replacements` are pods that arrive only if others are deleted. */
  constructor(
    nodes: readonly KubeletNode[],
    pods: readonly PodSpec[],
    replacements: readonly PodSpec[] = [],
  ) {
    this.#nodes = new Map(nodes.map((node) => [node.name, node]));
    this.#pods = new Map([...pods, ...replacements].map((pod) => [pod.uid, pod]));
    this.#toCome = new Set(replacements.map(({ uid }) => uid));
    for (const pod of pods) this.#restless.add(pod.uid);
  }

  get canAct(): boolean {
    return this.restlessCount > 0;
  }

  get restlessCount(): number {
    return this.#restless.size;
  }

  save(): readonly Table[] {
    const changed = new Map([...this.#changed].map(([uid, images]) => [uid, new Map(images)]));
    return copyTables([...this.#tables, changed]);
  }

  load(tables: readonly Table[]): void {
    fillTables([...this.#tables, this.#changed], tables);
    // These are changed in place, and the tables may be given back again.
    for (const [uid, images] of this.#changed) this.#changed.set(uid, new Map(images));
  }

  get #tables(): readonly Table[] {
    return [
      this.#nodes,
      this.#restless,
      this.#over,
      this.#toCome,
      this.#deleting,
      this.#seen,
      this.#images,
    ] as Table[];
  }

  observe(record: TraceRecord): void {
    if (record.type === 'pod') this.#observePod(record);
    else if (record.type === 'container') this.#observeContainer(record);
    else if (record.type === 'sync') this.#observeSync(record);
    else if (record.type === 'status') this.#observeStatus(record);
    else if (record.type === 'node' && record.state !== 'started') this.#observeNode(record);
  }

  #observeContainer({ state, container, pod: { uid } }: Extract<TraceRecord, { type: 'container' }>): void {
    if (state !== 'running') this.#rouse(uid);
    const changed = this.#changed.get(uid);
    if (state === 'creating' && changed?.get(container) === 'known') changed.delete(container);
  }

  #observeSync({ state, pod: { uid } }: Extract<TraceRecord, { type: 'sync' }>): void {
    const changed = this.#changed.get(uid);
    if (state !== 'started' || changed === undefined) return;
    for (const name of changed.keys()) changed.set(name, 'known');
  }

  #noteChange({ pod: { uid }, containers }: PodShown): void {
    const before = this.#images.get(uid) ?? imagesByName(this.#pods.get(uid)?.containers ?? []);
    const images = imagesByName(containers.filter(({ kind }) => kind === 'container'));
    this.#images.set(uid, images);
    for (const [name, image] of images)
      if (before.get(name) !== image) getOrInsert(this.#changed, uid, () => new Map()).set(name, 'unknown');
  }

  #observePod(record: PodShown): void {
    const {
      state,
      pod: { uid },
    } = record;
    if (state === 'added') this.#toCome.delete(uid);
    if (state === 'changed') this.#noteChange(record);
    if (state === 'deleting') this.#deleting.add(uid);
    const isOver = state === 'rejected' || state === 'terminated' || state === 'deleted';
    if (!isOver) {
      this.#rouse(uid);
      return;
    }
    this.#deleting.delete(uid);
    this.#over.add(uid);
    this.#restless.delete(uid);
  }

  #observeStatus({ pod: { uid }, containers }: StatusRecord): void {
    const pod = this.#asSeen(uid);
    if (pod === undefined) return;
    const changed = this.#changed.get(uid);
    const isUp = ({ name, runsForMicros }: ContainerSpec) =>
      runsForMicros === null &&
      changed?.has(name) !== true &&
      containers.some((view) => view.name === name && view.state === 'running');
    const isDone = (spec: ContainerSpec) =>
      containers.some(
        (view) =>
          view.name === spec.name &&
          view.state === 'terminated' &&
          !restartsAfter(pod, spec, view.exitCode ?? 0),
      );
    const areAllUp =
      pod.initContainers.every((spec) => !spec.sidecar || isUp(spec)) &&
      pod.containers.some(isUp) &&
      pod.containers.every((spec) => isUp(spec) || isDone(spec));
    const awaited = containers.some((view) => view.kind === 'ephemeral' && view.state === 'waiting');
    if (areAllUp && !awaited && !this.#deleting.has(uid) && !this.#asksForVolumes(pod))
      this.#restless.delete(uid);
    else this.#rouse(uid);
  }

  /** Whether each sync of the pod asks for the images of its volumes. */
  #asksForVolumes({ nodeName, imageVolumes }: PodSpec): boolean {
    if (imageVolumes.length === 0) return false;
    return findProfile(this.#nodes.get(nodeName)?.profileRelease)?.ensuresImageVolumes !== 'beforeAStart';
  }

  /**
   * After a restart of the kubelet or the node every pod is looked at again, perhaps with another
   * configuration.
   */
  #observeNode({ actor, kubelet }: NodeRecord): void {
    this.#seen.clear();
    const node = this.#nodes.get(actor);
    const featureGates = kubelet?.featureGates as KubeletNode['kubelet']['featureGates'] | undefined;
    if (node !== undefined && featureGates !== undefined)
      this.#nodes.set(actor, { ...node, kubelet: { featureGates } });
    for (const { uid, nodeName } of this.#pods.values())
      if (nodeName === actor && !this.#toCome.has(uid)) this.#rouse(uid);
  }

  /** Returns the pod as its kubelet knows it. */
  #asSeen(uid: string): PodSpec | undefined {
    const seenBefore = this.#seen.get(uid);
    if (seenBefore !== undefined) return seenBefore;
    const pod = this.#pods.get(uid);
    const node = pod && this.#nodes.get(pod.nodeName);
    if (pod === undefined || node === undefined) return pod;
    const seenPod = podForRelease(pod, node.profileRelease, node.kubelet.featureGates);
    this.#seen.set(uid, seenPod);
    return seenPod;
  }

  #rouse(uid: string): void {
    if (!this.#over.has(uid)) this.#restless.add(uid);
  }
}

function imagesByName(
  containers: readonly { readonly name: string; readonly image: string }[],
): ReadonlyMap<string, string> {
  return new Map(containers.map(({ name, image }) => [name, image]));
}
