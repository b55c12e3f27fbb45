import type { Cause, RecordOf } from '../../trace/record.ts';
import type { PhaseName } from './container-phases.ts';

export type LayerRecord = RecordOf<'fetch' | 'unpack'>;
export type RequestRecord = RecordOf<'request'>;

/** The possible phases of a layer. If the layers of a pull are in several, the first of these is the phase of the pull. */
const layerPhases = ['downloading', 'unpacking', 'stalled', 'waitingForUnpack', 'waitingForDownload', 'waitingForOtherPull'] as const;

type LayerPhase = (typeof layerPhases)[number];

interface LayerWork {
  readonly phase: LayerPhase;
  readonly rank: number;
  readonly because: Cause | undefined;
}

/** What the runtime does for one pull: which layers wait, arrive, or are unpacked. */
export class RuntimeWork {
  /** By layer: the fetch into the content store, and the unpacking into a snapshot. */
  readonly #fetching = new Map<number, LayerWork>();
  readonly #unpacking = new Map<number, LayerWork>();
  /** Whether a request waits for a download slot. */
  isRequestWaiting = false;
  #hasLayers = false;
  #busiest: LayerWork | undefined;

  note(record: LayerRecord): void {
    const { layer, state } = record;
    const phase = record.type === 'fetch' ? fetchPhases[record.state] : unpackPhases[record.state];
    const layers = record.type === 'fetch' ? this.#fetching : this.#unpacking;
    if (phase === undefined) layers.delete(layer);
    else layers.set(layer, { phase, rank: layerPhases.indexOf(phase), because: record.because });
    if (record.type === 'unpack') this.#endSharing(layer);
    this.#hasLayers ||= state === 'fetched' || state === 'present' || record.type === 'unpack';
    this.#busiest = undefined;
    for (const work of this.#fetching.values()) this.#consider(work);
    for (const work of this.#unpacking.values()) this.#consider(work);
  }

  /** The end of another pull's work has no record in this one. The chain has reached `layer`, so the work below it is over. */
  #endSharing(layer: number): void {
    if (this.#fetching.get(layer)?.phase === 'waitingForOtherPull') this.#fetching.delete(layer);
    for (const [known, { phase }] of this.#unpacking) {
      if (known < layer && phase === 'waitingForOtherPull') this.#unpacking.delete(known);
    }
  }

  /** Takes a request for a manifest or config. The wait of a layer has its own record. */
  noteRequest({ kind, state }: RequestRecord): void {
    if (kind !== 'layer') this.isRequestWaiting = state === 'waiting';
  }

  /** Returns the current phase. If layers are there and none is in progress, the runtime is between two layers or commits the last. */
  get phase(): PhaseName {
    const phase = this.#busiest?.phase;
    if (phase !== undefined) return phase;
    if (this.isRequestWaiting) return 'waitingForDownload';
    return this.#hasLayers ? 'unpacking' : 'resolving';
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

const unpackPhases: Readonly<Partial<Record<Extract<LayerRecord, { type: 'unpack' }>['state'], LayerPhase>>> = {
  queued: 'waitingForUnpack',
  shared: 'waitingForOtherPull',
  started: 'unpacking',
};
