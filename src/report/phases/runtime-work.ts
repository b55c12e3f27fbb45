import type { ActorRecord, Cause } from '../../trace/record.ts';
import type { PhaseName } from './container-phases.ts';

export type LayerRecord = Extract<ActorRecord, { type: 'fetch' | 'unpack' }>;
export type RequestRecord = Extract<ActorRecord, { type: 'request' }>;

/** What keeps a layer busy, or from being so; of several layers the first of these that any of them is in says what the pull does. */
const layerPhases = ['downloading', 'unpacking', 'stalled', 'waitingForUnpack', 'waitingForDownload', 'waitingForOtherPull'] as const;

type LayerPhase = (typeof layerPhases)[number];

interface LayerWork {
  readonly phase: LayerPhase;
  readonly rank: number;
  readonly because: Cause | undefined;
}

/** What the runtime does for one pull: which layers wait, come in, or are unpacked. */
export class RuntimeWork {
  /** By layer: on its way into the content store, and from there into a snapshot. */
  readonly #fetching = new Map<number, LayerWork>();
  readonly #unpacking = new Map<number, LayerWork>();
  /** For a download slot. */
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

  /** What another pull does leaves no record of its end in this one: the chain has come as far as `layer`, so it is over below. */
  #endSharing(layer: number): void {
    if (this.#fetching.get(layer)?.phase === 'waitingForOtherPull') this.#fetching.delete(layer);
    for (const [known, { phase }] of this.#unpacking) {
      if (known < layer && phase === 'waitingForOtherPull') this.#unpacking.delete(known);
    }
  }

  /** Of manifests and configs; what a layer waits for its own record says. */
  noteRequest({ kind, state }: RequestRecord): void {
    if (kind !== 'layer') this.isRequestWaiting = state === 'waiting';
  }

  /** Once layers are there and nothing is under way, the runtime is between two layers or commits the last. */
  get phase(): PhaseName {
    const phase = this.#busiest?.phase;
    if (phase !== undefined) return phase;
    if (this.isRequestWaiting) return 'waitingForDownload';
    return this.#hasLayers ? 'unpacking' : 'resolving';
  }

  /** Why it is so, as far as the layer's own record said. */
  get because(): Cause | undefined {
    return this.#busiest?.because;
  }

  #consider(work: LayerWork): void {
    if (this.#busiest === undefined || work.rank < this.#busiest.rank) this.#busiest = work;
  }
}

/** Absent: nothing is under way for it. */
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
