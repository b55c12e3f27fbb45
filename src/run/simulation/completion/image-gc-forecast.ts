import { copyTables, fillTables, type Table } from '../../../rules/collections/kept-tables.ts';
import { defaultImageTag } from '../../../rules/kubelet/images/image-reference.ts';
import { distributionReference06 } from '../../../rules/kubelet/images/parse-reference.ts';
import type { ActorRecord, TraceRecord } from '../../../trace/record.ts';
import type { NodeInput, SimulationInput } from '../../simulation-input.ts';
import { type Forecast, mark } from './pod-forecast.ts';

const withDefaultTag = defaultImageTag(distributionReference06, 'image name');

/**
 * Tells whether image GC or the eviction manager of some node can still do something: a disk is low or under
 * pressure, a round is under way, or an image that no pod uses waits for its maximal age.
 */
export class ImageGcForecast implements Forecast {
  readonly #input: Pick<SimulationInput, 'images'>;
  readonly #low = new Set<string>();
  readonly #pressed = new Set<string>();
  readonly #collecting = new Set<string>();
  readonly #images = new Map<string, NodeImages>();
  /** Nodes whose kubelets have a maximal age of images. */
  readonly #aging = new Set<string>();

  constructor(input: Pick<SimulationInput, 'images' | 'nodes'>) {
    this.#input = input;
    for (const node of input.nodes) {
      this.#images.set(node.name, this.#imagesOf(node));
      mark(this.#aging, node.name, node.kubelet.imageMaximumGCAgeMicros > 0);
    }
  }

  get canAct(): boolean {
    if (this.#low.size > 0 || this.#pressed.size > 0 || this.#collecting.size > 0) return true;
    for (const node of this.#aging) if (this.#images.get(node)?.hasIdleImage === true) return true;
    return false;
  }

  save(): readonly Table[] {
    return copyTables(this.#tables);
  }

  load(tables: readonly Table[]): void {
    fillTables(this.#tables, tables);
    for (const images of this.#images.values()) images.forget();
  }

  get #tables(): readonly Table[] {
    const ofNodes = [...this.#images.values()].flatMap(({ tables }) => tables);
    return [this.#low, this.#pressed, this.#collecting, this.#aging, ...ofNodes];
  }

  observe(record: TraceRecord): void {
    if (record.type === 'disk') mark(this.#low, record.node, record.state === 'low');
    else if (record.type === 'condition' && record.condition === 'DiskPressure')
      mark(this.#pressed, record.node, record.status === 'True');
    else if (record.type === 'imageGC') mark(this.#collecting, record.node, record.state !== 'finished');
    else if (record.type === 'node') this.#observeNode(record);
    else if (record.type === 'image')
      this.#images.get(record.node)?.noteImage(record.ref, record.state === 'present');
    else if (record.type === 'pod') {
      const isGone = record.state === 'deleted' || record.state === 'rejected';
      this.#images.get(record.node)?.notePod(record.pod.uid, isGone ? [] : record.containers);
    }
  }

  /** A kubelet that is down collects nothing, and the next one starts without pressure. */
  #observeNode(record: Extract<ActorRecord, { type: 'node' }>): void {
    if (record.state === 'started') return;
    this.#collecting.delete(record.actor);
    this.#pressed.delete(record.actor);
    const maxAge = record.kubelet?.imageMaximumGCAgeMicros;
    if (maxAge !== undefined) mark(this.#aging, record.actor, Number(maxAge) > 0);
  }

  #imagesOf({ presentImages, pinnedImages = [] }: NodeInput): NodeImages {
    const images = new NodeImages(new Set(pinnedImages.flatMap((name) => this.#refsOf(name))), (name) =>
      this.#refsOf(name),
    );
    for (const ref of presentImages.flatMap((name) => this.#refsOf(name))) images.noteImage(ref, true);
    return images;
  }

  #refsOf(written: string): readonly string[] {
    const tagged = withDefaultTag(written);
    const ref = 'image' in tagged ? this.#input.images[tagged.image]?.ref : undefined;
    return ref === undefined ? [] : [ref];
  }
}

/** The images of a node, and the pods that use them. */
class NodeImages {
  readonly #pinned: ReadonlySet<string>;
  readonly #present = new Set<string>();
  readonly #refsOf: (image: string) => readonly string[];
  /** The containers of each pod, by its UID. */
  readonly #users = new Map<string, readonly { readonly image: string }[]>();
  #hasIdleImage: boolean | undefined;

  constructor(pinned: ReadonlySet<string>, refsOf: (image: string) => readonly string[]) {
    this.#pinned = pinned;
    this.#refsOf = refsOf;
  }

  get tables(): readonly Table[] {
    return [this.#present, this.#users];
  }

  /** The tables have changed from outside. */
  forget(): void {
    this.#hasIdleImage = undefined;
  }

  noteImage(ref: string, isPresent: boolean): void {
    mark(this.#present, ref, isPresent);
    this.#hasIdleImage = undefined;
  }

  notePod(uid: string, containers: readonly { readonly image: string }[]): void {
    this.#users.set(uid, containers);
    this.#hasIdleImage = undefined;
  }

  /** It is asked after each step of the run, so it is computed only after a change. */
  get hasIdleImage(): boolean {
    this.#hasIdleImage ??= this.#findIdleImage();
    return this.#hasIdleImage;
  }

  #findIdleImage(): boolean {
    const used = new Set(
      [...this.#users.values()].flatMap((containers) =>
        containers.flatMap(({ image }) => this.#refsOf(image)),
      ),
    );
    return [...this.#present].some((ref) => !used.has(ref) && !this.#pinned.has(ref));
  }
}
