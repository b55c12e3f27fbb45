import type { ActorRecord } from '../trace/record.ts';
import type { PhaseName } from './container-phases.ts';

export type LayerRecord = Extract<ActorRecord, { type: 'fetch' | 'unpack' }>;

/** What the runtime does for one pull: which layers wait, come in, or are unpacked. */
export class RuntimeWork {
  readonly #waiting = new Set<number>();
  readonly #downloading = new Set<number>();
  readonly #unpacking = new Set<number>();
  #hasLayers = false;

  note(record: LayerRecord): void {
    const { layer, state } = record;
    if (record.type === 'unpack') {
      if (state === 'started' || state === 'shared') this.#unpacking.add(layer);
      else this.#unpacking.delete(layer);
    } else {
      this.#waiting.delete(layer);
      this.#downloading.delete(layer);
      if (state === 'started') this.#downloading.add(layer);
      if (state === 'queued' || state === 'shared') this.#waiting.add(layer);
    }
    this.#hasLayers ||= state === 'fetched' || state === 'present' || record.type === 'unpack';
  }

  /** Once layers are there and nothing is under way, the runtime is between two layers or commits the last. */
  get phase(): PhaseName {
    if (this.#downloading.size > 0) return 'downloading';
    if (this.#unpacking.size > 0) return 'unpacking';
    if (this.#waiting.size > 0) return 'waitingForDownload';
    return this.#hasLayers ? 'unpacking' : 'resolving';
  }
}
