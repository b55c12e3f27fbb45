import type { Cause, RecordOf } from '../../trace/record.ts';
import type { PhaseName } from './container-phases.ts';

export type LayerRecord = RecordOf<'fetch' | 'unpack'>;
export type RequestRecord = RecordOf<'request'>;

/**
 * The possible phases of a layer. If the layers of a pull are in several, the first of these is the phase of
 * the pull.
 */
const layerPhases = [
  'downloading',
  'unpacking',
  'waitingForDisk',
  'stalled',
  'waitingForUnpack',
  'waitingForDownload',
  'waitingForOtherPull',
] as const;

type LayerPhase = (typeof layerPhases)[number];

interface LayerWork {
  readonly digest: string;
  readonly phase: LayerPhase;
  readonly rank: number;
  readonly because: Cause | undefined;
}

/** What the runtime does for one pull: which layers wait, arrive, or are unpacked. */
export class RuntimeWork {
  /** By layer: the fetch into the content store, and the unpacking into a snapshot. */
  readonly #fetching = new Map<number, LayerWork>();
  readonly #unpacking = new Map<number, LayerWork>();
  /** What a request for a manifest or config waits for; undefined: none waits. */
  #requestWait: 'waitingForDownload' | 'waitingForOtherPull' | 'resting' | undefined;
  /** The actors of the requests that have no answer yet. */
  readonly #asking = new Set<string>();
  #busiest: LayerWork | undefined;

  note(record: LayerRecord): void {
    const { layer } = record;
    const phase = record.type === 'fetch' ? fetchPhases[record.state] : unpackPhases[record.state];
    const layers = record.type === 'fetch' ? this.#fetching : this.#unpacking;
    if (phase === undefined) layers.delete(layer);
    else
      layers.set(layer, {
        digest: record.digest,
        phase,
        rank: layerPhases.indexOf(phase),
        because: record.because,
      });
    if (record.type === 'unpack') this.#endSharing(layer);
    // The manifest of another pull has come.
    if (this.#requestWait === 'waitingForOtherPull') this.#requestWait = undefined;
    this.#findBusiest();
  }

  #findBusiest(): void {
    this.#busiest = undefined;
    for (const work of this.#fetching.values()) this.#consider(work);
    for (const work of this.#unpacking.values()) this.#consider(work);
  }

  /**
   * The end of another pull's work has no record in this one. The chain has reached `layer`, so the work
   * below it is over.
   */
  #endSharing(layer: number): void {
    if (this.#fetching.get(layer)?.phase === 'waitingForOtherPull') this.#fetching.delete(layer);
    for (const [known, { phase }] of this.#unpacking) {
      if (known < layer && phase === 'waitingForOtherPull') this.#unpacking.delete(known);
    }
  }

  /** Takes a request. The wait of a layer for its slot has a record of its own. */
  noteRequest({ actor, kind, state, digest, because }: RequestRecord): void {
    if (state === 'sent') this.#asking.add(actor);
    if (state === 'sent' && kind === 'layer') this.#endQueueing(digest);
    if (state === 'answered' || state === 'failed') this.#asking.delete(actor);
    if (state === 'resting') this.#requestWait = 'resting';
    else if (state === 'sent' || state === 'failed') this.#requestWait = undefined;
    else if (state === 'waiting' && kind !== 'layer')
      this.#requestWait = because?.kind === 'inFlight' ? 'waitingForOtherPull' : 'waitingForDownload';
  }

  /** The request for a layer is sent, so it has its slot. */
  #endQueueing(digest: string | undefined): void {
    for (const [layer, work] of this.#fetching)
      if (work.digest === digest && work.phase === 'waitingForDownload') this.#fetching.delete(layer);
    this.#findBusiest();
  }

  /**
   * Returns the current phase: that of the layer that is furthest, else that of a request; else the runtime
   * works by itself.
   */
  get phase(): PhaseName {
    return this.#busiest?.phase ?? this.#requestWait ?? (this.#asking.size > 0 ? 'resolving' : 'runtimeWork');
  }

  /** Returns the cause, if the layer's own record has one. */
  get because(): Cause | undefined {
    return this.#busiest?.because;
  }

  #consider(work: LayerWork): void {
    if (this.#busiest === undefined || work.rank < this.#busiest.rank) this.#busiest = work;
  }
}

/** Absent if the layer is not in progress in this state. */
const fetchPhases: Readonly<Partial<Record<Extract<LayerRecord, { type: 'fetch' }>['state'], LayerPhase>>> = {
  queued: 'waitingForDownload',
  shared: 'waitingForOtherPull',
  started: 'downloading',
  stalled: 'stalled',
};

const unpackPhases: Readonly<Partial<Record<Extract<LayerRecord, { type: 'unpack' }>['state'], LayerPhase>>> =
  {
    queued: 'waitingForUnpack',
    shared: 'waitingForOtherPull',
    started: 'unpacking',
    throttled: 'waitingForDisk',
  };
