import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { canonicalImageName } from '../../rules/runtime/images/image-location.ts';
import type { ActorRecord, HeaderNode, RecordOf } from '../../trace/record.ts';
import { type Series, SeriesBuilder } from './series-builder.ts';

type LayerRecord = RecordOf<'fetch' | 'unpack'>;

/** The parts of its image that a pull has so far. */
interface OpenPull {
  /** Layers by index: their digests, of which the names of content are made. */
  readonly digests: Map<number, string>;
  /** Content that is being written. */
  readonly unfinished: Map<string, number>;
  readonly needs: Set<string>;
}

/**
 * Computes what images and their layers take of one node's disk: blobs from the beginning of their fetch,
 * snapshots from the beginning of their unpacking, each once; minus what goes with an image, and with it or
 * later what failed pulls have left. Of images at the start only the sum is known, until image GC tells what
 * the rest takes.
 */
export class DiskUse {
  readonly #series: SeriesBuilder;
  /** The bytes of images at the start, and others that only records of image GC show. */
  #unseenBytes: number;
  /** The content by name: what is complete, and what failed pulls have left of layers. */
  readonly #content = new Map<string, number>();
  /** The names of the active pulls and of the images that need it. */
  readonly #needed = new Map<string, Set<string>>();
  readonly #open = new Map<string, OpenPull>();
  readonly #images = new Map<string, ReadonlySet<string>>();
  #contentBytes = 0;
  #unfinishedBytes = 0;

  constructor(node: HeaderNode | undefined) {
    this.#unseenBytes = node?.imageBytes ?? 0;
    this.#series = new SeriesBuilder(this.#unseenBytes);
  }

  get bytes(): number {
    return this.#unseenBytes + this.#contentBytes + this.#unfinishedBytes;
  }

  /** Takes the next record. `dropped` are the pulls that the runtime gave up with this record. */
  note(record: ActorRecord, dropped: readonly string[]): void {
    if (record.type === 'fetch' || record.type === 'unpack') this.#noteLayer(record);
    else if (record.type === 'image') {
      if (record.state === 'present') this.#complete(canonicalImageName(record.image), record.pull);
      else this.#remove(canonicalImageName(record.image));
    } else if (record.type === 'content' && record.state === 'left')
      this.#hold(restName(record.digest ?? ''), record.bytes);
    else if (record.type === 'content') this.#collect();
    else if (record.type === 'imageGC' && record.state === 'removed' && record.heldBytes !== undefined)
      this.#unseenBytes = record.heldBytes - this.#contentBytes;
    for (const actor of dropped) this.#drop(actor);
    this.#series.set(record.at, this.bytes);
  }

  finish(): Series {
    return this.#series.finish();
  }

  #noteLayer(record: LayerRecord): void {
    const actor = record.pull;
    const pull = getOrInsert(this.#open, actor, () => ({
      digests: new Map(),
      unfinished: new Map(),
      needs: new Set<string>(),
    }));
    pull.digests.set(record.layer, record.digest);
    const name = record.type === 'fetch' ? `blob ${record.digest}` : chainName(pull, record.layer);
    pull.needs.add(name);
    this.#need(name, actor);
    const rest = restName(record.digest);
    if (record.type === 'fetch') {
      pull.needs.add(rest);
      this.#need(rest, actor);
    }
    const thereBytes = record.type === 'fetch' ? (this.#content.get(rest) ?? 0) : 0;
    if (record.state === 'started') this.#begin(pull, name, record.bytes - thereBytes);
    else if (record.state === 'failed') this.#giveUp(pull, name);
    else if (record.state === 'fetched' || record.state === 'finished') {
      if (record.type === 'fetch') this.#hold(rest, 0);
      this.#commit(pull, name, record.bytes);
    }
  }

  #begin(pull: OpenPull, name: string, bytes: number): void {
    this.#giveUp(pull, name);
    pull.unfinished.set(name, bytes);
    this.#unfinishedBytes += bytes;
  }

  #giveUp(pull: OpenPull, name: string): void {
    this.#unfinishedBytes -= pull.unfinished.get(name) ?? 0;
    pull.unfinished.delete(name);
  }

  #commit(pull: OpenPull, name: string, bytes: number): void {
    if (!pull.unfinished.has(name)) return;
    this.#giveUp(pull, name);
    this.#hold(name, bytes);
  }

  #hold(name: string, bytes: number): void {
    this.#contentBytes += bytes - (this.#content.get(name) ?? 0);
    if (bytes === 0) this.#content.delete(name);
    else this.#content.set(name, bytes);
  }

  #complete(image: string, caller: string | undefined): void {
    const pull = caller === undefined ? undefined : this.#open.get(caller);
    if (caller === undefined || pull === undefined) return;
    const known = this.#images.get(image);
    this.#images.set(image, new Set([...(known ?? []), ...pull.needs]));
    for (const name of pull.needs) this.#need(name, image);
    this.#close(caller, pull);
  }

  #remove(image: string): void {
    const needs = this.#images.get(image);
    this.#images.delete(image);
    for (const name of needs ?? []) this.#release(name, image);
    this.#collect();
  }

  #drop(actor: string): void {
    const pull = this.#open.get(actor);
    if (pull !== undefined) this.#close(actor, pull);
  }

  #close(actor: string, pull: OpenPull): void {
    this.#open.delete(actor);
    for (const name of pull.unfinished.keys()) this.#giveUp(pull, name);
    for (const name of pull.needs) this.#release(name, actor);
  }

  #need(name: string, who: string): void {
    getOrInsert(this.#needed, name, () => new Set()).add(who);
  }

  #release(name: string, who: string): void {
    const needed = this.#needed.get(name);
    needed?.delete(who);
    if (needed?.size === 0) this.#needed.delete(name);
  }

  /** Removes content that nothing needs any more. */
  #collect(): void {
    for (const name of this.#content.keys()) if (!this.#needed.has(name)) this.#hold(name, 0);
  }
}

/** Returns the name of what a failed pull has left of a layer. */
function restName(digest: string): string {
  return `rest of ${digest}`;
}

/** A snapshot is a layer on top of all those below it. */
function chainName({ digests }: OpenPull, layer: number): string {
  let name = 'chain';
  for (let below = 0; below <= layer; below++) name += ` ${digests.get(below) ?? '?'}`;
  return name;
}
