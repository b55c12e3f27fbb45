import { canonicalImageName } from '../../runtime/images/image-location.ts';
import type { ActorRecord, TraceRecord } from '../../trace/record.ts';

export interface PullFigures {
  /** Pulls that reached the runtime. */
  readonly calls: number;
  readonly succeeded: number;
  readonly failed: number;
  /** Calls for an image that another call was pulling already, or that was on the node. */
  readonly duplicates: number;
}

export interface ByteFigures {
  /** Compressed bytes of the layers that came in whole. */
  readonly downloadedBytes: number;
  /** Of layers that another pull was fetching already. */
  readonly savedInFlightBytes: number;
  /** Of layers that were on disk. */
  readonly savedOnDiskBytes: number;
}

type PullRecord = Extract<ActorRecord, { type: 'pull' }>;
type FetchRecord = Extract<ActorRecord, { type: 'fetch' }>;

/** Returns what the pulls up to `endMs` cost. */
export function pullFigures(records: readonly TraceRecord[], endMs: number): PullFigures & ByteFigures {
  const calls = new PullCalls();
  const bytes = new LayerBytes();
  for (const record of records) {
    if (record.at > endMs) break;
    if (record.type === 'pull') calls.note(record);
    else if (record.type === 'image') calls.noteImage(record.node, record.image, record.state === 'present');
    else if (record.type === 'fetch') bytes.note(record);
  }
  const { succeeded, failed, duplicates } = calls;
  return { calls: calls.calls, succeeded, failed, duplicates, ...bytes.total() };
}

/** Pulls under way, and images on the node. */
class PullCalls {
  calls = 0;
  succeeded = 0;
  failed = 0;
  duplicates = 0;
  readonly #imageByCaller = new Map<string, string>();
  readonly #underWay = new Map<string, number>();
  readonly #present = new Set<string>();

  note({ node, actor, image, state }: PullRecord): void {
    const key = keyOf(node, image);
    if (state === 'pulling') {
      this.#close(actor);
      this.calls += 1;
      const others = this.#underWay.get(key) ?? 0;
      if (others > 0 || this.#present.has(key)) this.duplicates += 1;
      this.#imageByCaller.set(actor, key);
      this.#underWay.set(key, others + 1);
      return;
    }
    const wasCalled = this.#close(actor);
    if (state === 'present' || state === 'pulled') this.#present.add(key);
    if (state === 'pulled') this.succeeded += 1;
    // A pull that was refused before the runtime was asked (pull QPS) is no call.
    if (state === 'failed' && wasCalled) this.failed += 1;
  }

  noteImage(node: string, image: string, isPresent: boolean): void {
    if (isPresent) this.#present.add(keyOf(node, image));
    else this.#present.delete(keyOf(node, image));
  }

  /** The caller has no call any more; returns whether it had one. */
  #close(actor: string): boolean {
    const key = this.#imageByCaller.get(actor);
    if (key === undefined) return false;
    this.#imageByCaller.delete(actor);
    this.#underWay.set(key, (this.#underWay.get(key) ?? 1) - 1);
    return true;
  }
}

/** The last word on each layer of each caller decides what it cost. */
class LayerBytes {
  #downloadedBytes = 0;
  #savedInFlightBytes = 0;
  #savedOnDiskBytes = 0;
  /** Layers that another pull fetches, by caller and layer; some traces never tell their end. */
  readonly #shared = new Map<string, number>();

  note({ pull, layer, digest, state, bytes }: FetchRecord): void {
    const key = `${pull} ${layer} ${digest}`;
    const wasShared = this.#shared.delete(key);
    if (state === 'shared') this.#shared.set(key, bytes);
    else if (wasShared && (state === 'fetched' || state === 'present')) this.#savedInFlightBytes += bytes;
    else if (state === 'fetched') this.#downloadedBytes += bytes;
    else if (state === 'present') this.#savedOnDiskBytes += bytes;
  }

  total(): ByteFigures {
    let savedInFlightBytes = this.#savedInFlightBytes;
    for (const bytes of this.#shared.values()) savedInFlightBytes += bytes;
    return { downloadedBytes: this.#downloadedBytes, savedInFlightBytes, savedOnDiskBytes: this.#savedOnDiskBytes };
  }
}

function keyOf(node: string, image: string): string {
  return `${node} ${canonicalImageName(image)}`;
}
