import type { KubeletSettings } from '../../src/rules/kubelet/configuration/settings.ts';
import { type PodChange, type PodSpec, withPodChange } from '../../src/rules/kubelet/pods/pod.ts';
import type { Fault } from '../../src/rules/runtime/fault.ts';
import { firstLife, type KubeletLife, type LifeChange, livesAfter } from './kubelet-life.ts';
import { imageNames, type NodeSetup, settingsOf } from './node-setup.ts';
import type { RunningNode } from './running-node.ts';

/** A fault that began: from which record on, and up to which one. */
export interface ModelFault {
  readonly id: string;
  readonly fault: Fault;
  readonly from: number;
  readonly fromMicros: number;
  until: number;
  untilMicros: number;
}

/** What must be true of the node, by rules of its own that know neither machines nor their messages. */
export class NodeModel {
  readonly release: string;
  life: KubeletLife;
  /** As they are by now. */
  readonly pods: PodSpec[] = [];
  /** UIDs of those that somebody has deleted. */
  readonly deletions = new Set<string>();
  readonly faults: ModelFault[] = [];
  /** Images on the node at the start, and those that a pull of a pod may have brought. */
  readonly possibleImages: Set<string>;

  constructor({ release, settings, presentImages }: NodeSetup) {
    this.release = release;
    this.life = firstLife(settingsOf(settings, release));
    this.possibleImages = new Set(presentImages);
  }

  get settings(): KubeletSettings {
    return this.life.settings;
  }

  /** Faults in force. */
  get activeFaults(): readonly ModelFault[] {
    return this.faults.filter(({ until }) => until === Number.POSITIVE_INFINITY);
  }

  /** Pulls that may be in flight at once. */
  get slots(): number {
    if (this.settings.serializeImagePulls) return 1;
    return this.release === '1.14'
      ? Number.POSITIVE_INFINITY
      : (this.settings.maxParallelImagePulls ?? Number.POSITIVE_INFINITY);
  }

  podArrives(spec: PodSpec): void {
    this.pods.push(spec);
    for (const { image } of [...spec.imageVolumes, ...spec.initContainers, ...spec.containers])
      this.#mayCome(image);
  }

  podIsEdited(uid: string, change: PodChange): void {
    const place = this.pods.findIndex((pod) => pod.uid === uid);
    const pod = this.pods[place];
    if (pod === undefined || this.deletions.has(uid)) return;
    this.pods[place] = withPodChange(pod, change);
    this.#mayCome(change.kind === 'image' ? change.image : change.container.image);
  }

  #mayCome(image: string): void {
    if (imageNames.includes(image)) this.possibleImages.add(image);
  }

  faultBegins(id: string, fault: Fault, from: number, fromMicros: number): void {
    this.faults.push({
      id,
      fault,
      from,
      fromMicros,
      until: Number.POSITIVE_INFINITY,
      untilMicros: Number.POSITIVE_INFINITY,
    });
  }

  /**
   * Follows the kubelet's life to the node's present, with what was done to it. Where two orders of one
   * instant are possible it takes the one that the trace tells of; throws where the trace tells of neither.
   */
  follow(node: RunningNode, change?: LifeChange, isMidInstant = false): void {
    const lives = livesAfter(this.life, node.nowMicros, change, isMidInstant);
    const told = JSON.stringify(
      node.watch.node.map(({ state, atMicros, kubelet }) => ({ state, atMicros, settings: kubelet })),
    );
    const possible = lives.map((life) =>
      JSON.stringify(life.told.map(({ state, atMicros, settings }) => ({ state, atMicros, settings }))),
    );
    const found = possible.indexOf(told);
    const life = lives[found];
    if (life === undefined)
      throw new Error(`the node told ${told}, where the model has ${possible.join(' or ')}`);
    this.life = life;
  }
}
