import { entryOf } from '../../collections/entry-of.ts';
import type { byteFigures as bytes, pullFigures as pulls } from '../../json/run-summary.ts';
import { canonicalImageName } from '../../runtime/images/image-location.ts';
import { peersHost } from '../../runtime/peers/peer-source.ts';
import { type Readings, ReadingTable } from '../../trace/readings.ts';
import type { ActorRecord, Parsed, RecordOf, TraceRecord } from '../../trace/record.ts';

export type PullFigures = Parsed<typeof pulls>;

export type ByteFigures = Parsed<typeof bytes>;

/** Returns the figures of the pulls up to `endMs`. */
export function pullFigures(records: readonly TraceRecord[], endMs: number): PullFigures & ByteFigures {
  const reader = new PullFiguresReader();
  new ReadingTable([reader.readings]).noteUntil(records, endMs);
  return { ...reader.pulls(), ...reader.bytes() };
}

/** Reads the figures of pulls. Remembers the active pulls and what is on each node. */
export class PullFiguresReader {
  readonly #counts: (record: ActorRecord) => boolean;
  readonly #calls = new PullCalls();
  readonly #layers = new LayerBytes();
  readonly readings: Readings = {
    pull: (record) => this.#calls.note(record, this.#counts(record)),
    image: ({ node, image, state }) => this.#calls.noteImage(node, image, state === 'present'),
    request: (record) => this.#layers.noteRequest(record),
    fetch: (record) => {
      if (this.#counts(record)) this.#layers.note(record);
    },
  };

  /** `counts` says whose figures they are. */
  constructor(counts: (record: ActorRecord) => boolean = () => true) {
    this.#counts = counts;
  }

  pulls(): PullFigures {
    const { calls, succeeded, failed, duplicates } = this.#calls;
    return { calls, succeeded, failed, duplicates };
  }

  bytes(): ByteFigures {
    return this.#layers.total();
  }
}

/** An image on one node. */
interface ImageOnNode {
  isPresent: boolean;
  pullsUnderWay: number;
}

/** The active pulls, and the images on the nodes. */
class PullCalls {
  calls = 0;
  succeeded = 0;
  failed = 0;
  duplicates = 0;
  readonly #imageByCaller = new Map<string, ImageOnNode>();
  /** By node, and by the one name for all spellings of an image. */
  readonly #images = new Map<string, Map<string, ImageOnNode>>();
  readonly #names = new Map<string, string>();

  note({ node, actor, image: name, state }: RecordOf<'pull'>, counts: boolean): void {
    const image = this.#imageOf(node, name);
    const one = counts ? 1 : 0;
    if (state === 'pulling') {
      this.#close(actor);
      this.calls += one;
      if (image.pullsUnderWay > 0 || image.isPresent) this.duplicates += one;
      this.#imageByCaller.set(actor, image);
      image.pullsUnderWay += 1;
      return;
    }
    const wasCalled = this.#close(actor);
    if (state === 'present' || state === 'pulled') image.isPresent = true;
    if (state === 'pulled') this.succeeded += one;
    // A pull that was refused before the runtime was called (pull QPS) is no call.
    if (state === 'failed' && wasCalled) this.failed += one;
  }

  noteImage(node: string, name: string, isPresent: boolean): void {
    this.#imageOf(node, name).isPresent = isPresent;
  }

  /** Ends the caller's call. Returns whether it had one. */
  #close(actor: string): boolean {
    const image = this.#imageByCaller.get(actor);
    if (image === undefined) return false;
    this.#imageByCaller.delete(actor);
    image.pullsUnderWay -= 1;
    return true;
  }

  #imageOf(node: string, name: string): ImageOnNode {
    const canonical = entryOf(this.#names, name, () => canonicalImageName(name));
    const images = entryOf(this.#images, node, () => new Map());
    return entryOf(images, canonical, () => ({ isPresent: false, pullsUnderWay: 0 }));
  }
}

/** The last record of each layer of each caller decides what it cost. */
class LayerBytes {
  #downloadedBytes = 0;
  #fromPeersBytes = 0;
  #savedInFlightBytes = 0;
  #savedOnDiskBytes = 0;
  /** Layers that another pull fetches, by caller. In some traces they have no end. */
  readonly #shared = new Map<string, Map<string, number>>();

  /** The fetches whose last body comes from other nodes. */
  readonly #ofPeers = new Set<string>();

  noteRequest({ actor, kind, state, registry }: RecordOf<'request'>): void {
    if (kind !== 'layer' || state !== 'answered') return;
    if (registry === peersHost) this.#ofPeers.add(actor);
    else if (this.#ofPeers.size > 0) this.#ofPeers.delete(actor);
  }

  note({ actor, pull, layer, digest, state, bytes }: RecordOf<'fetch'>): void {
    const shared = this.#shared.get(pull);
    const wasShared = shared?.delete(`${layer} ${digest}`) === true;
    if (state === 'shared') entryOf(this.#shared, pull, () => new Map()).set(`${layer} ${digest}`, bytes);
    else if (wasShared && (state === 'fetched' || state === 'present')) this.#savedInFlightBytes += bytes;
    else if (state === 'fetched') {
      this.#downloadedBytes += bytes;
      if (this.#ofPeers.delete(actor)) this.#fromPeersBytes += bytes;
    } else if (state === 'present') this.#savedOnDiskBytes += bytes;
    if (shared?.size === 0) this.#shared.delete(pull);
  }

  total(): ByteFigures {
    let savedInFlightBytes = this.#savedInFlightBytes;
    for (const layers of this.#shared.values()) for (const bytes of layers.values()) savedInFlightBytes += bytes;
    const downloadedBytes = this.#downloadedBytes;
    return { downloadedBytes, fromPeersBytes: this.#fromPeersBytes, savedInFlightBytes, savedOnDiskBytes: this.#savedOnDiskBytes };
  }
}
