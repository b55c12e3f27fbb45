import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { canonicalImageName } from '../../rules/runtime/images/image-location.ts';
import { peersHost } from '../../rules/runtime/peers/peer-source.ts';
import { type Readings, ReadingTable } from '../../trace/readings.ts';
import type { ActorRecord, Parsed, RecordOf, TraceRecord } from '../../trace/record.ts';
import type { byteFigures as bytes, pullFigures as pulls } from '../json/run-summary.ts';
import { DeletedPodPulls } from './deleted-pod-pulls.ts';

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
  readonly #deleted = new DeletedPodPulls();
  readonly readings: Readings = {
    pod: (record) => this.#deleted.notePod(record),
    pull: (record) => {
      const counts = this.#counts(record);
      this.#calls.note(record, counts);
      this.#deleted.notePull(record, counts);
    },
    image: (record) => this.#calls.noteImage(record),
    request: (record) => {
      this.#layers.noteRequest(record);
      this.#calls.noteRequest(record.pull);
    },
    fetch: (record) => {
      this.#calls.noteFetch(record.pull);
      if (!this.#counts(record)) return;
      this.#layers.note(record);
      this.#deleted.noteFetch(record);
    },
  };

  /** `counts` says whose figures they are. */
  constructor(counts: (record: ActorRecord) => boolean = () => true) {
    this.#counts = counts;
  }

  pulls(): PullFigures {
    const { calls, succeeded, failed, duplicates } = this.#calls;
    const { pulls: ofDeletedPods, slotMs: deletedSlotMs, bytes: deletedBytes } = this.#deleted.figures();
    const ofDeleted = ofDeletedPods === 0 ? {} : { ofDeletedPods, deletedSlotMs, deletedBytes };
    return { calls, succeeded, failed, duplicates, ...ofDeleted };
  }

  bytes(): ByteFigures {
    return this.#layers.total();
  }
}

/** An image on one node. */
interface ImageOnNode {
  /** undefined: nothing tells yet whether it was there at the start. */
  isPresent: boolean | undefined;
  pullsUnderWay: number;
  /** Calls until something tells. If it was there, they were of an image that was there. */
  untold: number;
}

/** What a caller's pull has done. */
interface Call {
  readonly image: ImageOnNode;
  hasAsked: boolean;
}

/** The active pulls, and the images on the nodes. */
class PullCalls {
  calls = 0;
  succeeded = 0;
  failed = 0;
  duplicates = 0;
  readonly #byCaller = new Map<string, Call>();
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
      else if (image.isPresent === undefined) image.untold += one;
      this.#byCaller.set(actor, { image, hasAsked: false });
      image.pullsUnderWay += 1;
      return;
    }
    const call = this.#close(actor);
    if (state === 'present') this.#know(image, true, true);
    if (state === 'pulled') this.#know(image, true, call?.hasAsked === true);
    if (state === 'pulled') this.succeeded += one;
    // A pull that was refused before the runtime was called (pull QPS) is no call.
    if (state === 'failed' && call !== undefined) this.failed += one;
  }

  noteRequest(caller: string): void {
    const call = this.#byCaller.get(caller);
    if (call !== undefined) call.hasAsked = true;
  }

  noteFetch(caller: string): void {
    const image = this.#byCaller.get(caller)?.image;
    if (image !== undefined && image.isPresent === undefined) this.#know(image, false, false);
  }

  noteImage({ node, image, state, pull = '' }: RecordOf<'image'>): void {
    const isPresent = state === 'present';
    // A pull that has asked the registry and fetched nothing has found the image on the node.
    this.#know(
      this.#imageOf(node, image),
      isPresent,
      !isPresent || this.#byCaller.get(pull)?.hasAsked === true,
    );
  }

  /** `wasThere` says what it tells of an image of which nothing was known. */
  #know(image: ImageOnNode, isPresent: boolean, wasThere: boolean): void {
    if (image.isPresent === undefined && wasThere) this.duplicates += image.untold;
    image.isPresent = isPresent;
    image.untold = 0;
  }

  /** Ends the caller's call. Returns it if there was one. */
  #close(actor: string): Call | undefined {
    const call = this.#byCaller.get(actor);
    if (call === undefined) return undefined;
    this.#byCaller.delete(actor);
    call.image.pullsUnderWay -= 1;
    return call;
  }

  #imageOf(node: string, name: string): ImageOnNode {
    const canonical = getOrInsert(this.#names, name, () => canonicalImageName(name));
    const images = getOrInsert(this.#images, node, () => new Map());
    return getOrInsert(images, canonical, () => ({ isPresent: undefined, pullsUnderWay: 0, untold: 0 }));
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
    if (state === 'shared') getOrInsert(this.#shared, pull, () => new Map()).set(`${layer} ${digest}`, bytes);
    else if (wasShared && (state === 'fetched' || state === 'present')) this.#savedInFlightBytes += bytes;
    else if (state === 'fetched') {
      this.#downloadedBytes += bytes;
      if (this.#ofPeers.delete(actor)) this.#fromPeersBytes += bytes;
    } else if (state === 'present') this.#savedOnDiskBytes += bytes;
    if (shared?.size === 0) this.#shared.delete(pull);
  }

  total(): ByteFigures {
    let savedInFlightBytes = this.#savedInFlightBytes;
    for (const layers of this.#shared.values())
      for (const bytes of layers.values()) savedInFlightBytes += bytes;
    const downloadedBytes = this.#downloadedBytes;
    return {
      downloadedBytes,
      fromPeersBytes: this.#fromPeersBytes,
      savedInFlightBytes,
      savedOnDiskBytes: this.#savedOnDiskBytes,
    };
  }
}
