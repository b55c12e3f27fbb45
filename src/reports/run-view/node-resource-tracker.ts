import { findProfile } from '../../rules/kubelet/profiles/profiles.ts';
import type { ActorRecord, HeaderNode, RecordOf } from '../../trace/record.ts';
import { type BackOffKey, BackOffKeys } from './back-off-keys.ts';
import { DiskUse } from './disk-use.ts';
import { type ImageStay, ImageStays } from './image-stays.ts';
import { takenInAtMost } from './network-view.ts';
import { type Series, SeriesBuilder } from './series-builder.ts';
import { TokenLevel } from './token-level.ts';

/** Counts the pulls of one node that hold a slot of its kubelet, and those that wait for one. */
class SlotCounter {
  readonly #held = new SeriesBuilder(0);
  readonly #awaited = new SeriesBuilder(0);
  readonly #pulls = new Map<string, 'waiting' | 'pulling'>();
  #waiting = 0;
  #pulling = 0;

  note(record: ActorRecord): void {
    if (record.type === 'pull') {
      const { state, hasSlot } = record;
      if (state === 'credentialsAnswered') return;
      const holds = state === 'pulling' || hasSlot === true;
      this.#set(record.actor, holds ? 'pulling' : state === 'waiting' ? state : undefined, record.at);
    } else if (
      record.type === 'node' &&
      (record.state === 'kubeletRestarted' || record.state === 'rebooting')
    ) {
      // The slots of a kubelet end with it.
      for (const actor of [...this.#pulls.keys()]) this.#set(actor, undefined, record.at);
    }
  }

  finish(): { readonly slotsInUse: Series; readonly slotsWaiting: Series } {
    return { slotsInUse: this.#held.finish(), slotsWaiting: this.#awaited.finish() };
  }

  #set(actor: string, state: 'waiting' | 'pulling' | undefined, atMs: number): void {
    const before = this.#pulls.get(actor);
    if (before === state) return;
    if (before === 'waiting') this.#waiting -= 1;
    if (before === 'pulling') this.#pulling -= 1;
    if (state === 'waiting') this.#waiting += 1;
    if (state === 'pulling') this.#pulling += 1;
    if (state === undefined) this.#pulls.delete(actor);
    else this.#pulls.set(actor, state);
    this.#held.set(atMs, this.#pulling);
    this.#awaited.set(atMs, this.#waiting);
  }
}

type Settings = Readonly<Record<string, unknown>>;

/** Follows what pulls compete for on one node, record by record. */
export class NodeResourceTracker {
  readonly name: string;
  readonly #node: HeaderNode | undefined;
  readonly #slots = new SlotCounter();
  readonly #tokens = new TokenLevel();
  readonly #disk: DiskUse;
  readonly #images = new ImageStays();
  readonly #backOffs = new BackOffKeys();
  #settings: Settings;
  #slotsMax: number;
  #gcHighPercent = 0;
  #gcLowPercent = 0;
  #diskBytes: number | undefined;

  constructor(name: string, node: HeaderNode | undefined) {
    this.name = name;
    this.#node = node;
    this.#settings = node?.kubelet ?? {};
    this.#disk = new DiskUse(node);
    this.#diskBytes = node?.diskBytes;
    this.#slotsMax = slotsOf(this.#settings, this.#node?.profile);
    this.#noteThresholds();
    this.#tokens.start(this.#settings, 0);
  }

  /** Takes the next record. `dropped` are the pulls that the runtime gave up with this record. */
  note(record: ActorRecord, dropped: readonly string[]): void {
    this.#slots.note(record);
    this.#images.note(record);
    this.#backOffs.note(record);
    this.#disk.note(record, dropped);
    if (record.type === 'runtime') this.#tokens.note(record);
    else if (record.type === 'disk') this.#diskBytes ??= record.capacityBytes;
    else if (record.type === 'node' && (record.state === 'kubeletRestarted' || record.state === 'rebooted'))
      this.#restart(record);
  }

  finish(endMs: number, link: Series): NodeResources {
    const { diskUsedBytes = 0 } = this.#node ?? {};
    const linkMax = this.#node && takenInAtMost(this.#node);
    const capacity = this.#diskBytes;
    const levelOf = (percent: number) => Math.max(0, ((capacity ?? 0) * percent) / 100 - diskUsedBytes);
    return {
      node: this.name,
      ...this.#slots.finish(),
      ...(Number.isFinite(this.#slotsMax) ? { slotsMax: this.#slotsMax } : {}),
      ...this.#tokens.finish(endMs),
      link,
      ...(linkMax === undefined ? {} : { linkMax }),
      ...(this.#node?.intake === undefined ? {} : { takenInBy: this.#node.intake.limit }),
      disk: this.#disk.finish(),
      ...(capacity === undefined ? {} : { diskMax: Math.max(0, capacity - diskUsedBytes) }),
      ...(capacity === undefined || this.#gcHighPercent === 0
        ? {}
        : { gcHighBytes: levelOf(this.#gcHighPercent) }),
      ...(capacity === undefined || this.#gcLowPercent === 0
        ? {}
        : { gcLowBytes: levelOf(this.#gcLowPercent) }),
      images: this.#images.finish(),
      backOffs: this.#backOffs.finish(),
    };
  }

  #restart({ at, kubelet = {} }: RecordOf<'node'>): void {
    this.#settings = { ...this.#settings, ...kubelet };
    this.#slotsMax = Math.max(this.#slotsMax, slotsOf(this.#settings, this.#node?.profile));
    this.#noteThresholds();
    this.#tokens.start(this.#settings, at);
  }

  #noteThresholds(): void {
    const { imageGCHighThresholdPercent: high, imageGCLowThresholdPercent: low } = this.#settings;
    if (typeof high === 'number') this.#gcHighPercent = Math.max(this.#gcHighPercent, high);
    if (typeof low === 'number') this.#gcLowPercent = Math.max(this.#gcLowPercent, low);
  }
}

/** Returns the number of the kubelet's slots; Infinity for no limit, and for releases without one. */
function slotsOf(
  { serializeImagePulls, maxParallelImagePulls }: Settings,
  profile: string | undefined,
): number {
  if (serializeImagePulls === true) return 1;
  const isLimited = findProfile(profile)?.limitsParallelPulls !== false;
  return isLimited && typeof maxParallelImagePulls === 'number'
    ? maxParallelImagePulls
    : Number.POSITIVE_INFINITY;
}

/**
 * What pulls of a node compete for, over virtual time: slots, tokens, bandwidth, processors, disk. Series are
 * in the units of their names.
 */
export interface NodeResources {
  readonly node: string;
  /** The pulls that hold one of the kubelet's slots, and those that wait for one. */
  readonly slotsInUse: Series;
  readonly slotsWaiting: Series;
  /**
   * Absent means no limit. If a restart changed it, this is the greatest; the same holds for the other
   * limits.
   */
  readonly slotsMax?: number;
  /** The level of the token bucket of registryPullQPS; absent if pulls are not throttled. */
  readonly tokens?: Series;
  readonly tokensMax?: number;
  /** The bytes per second that arrive over the node's link. */
  readonly link: Series;
  readonly linkMax?: number;
  /** What limits the bytes that come in, if it is not the link itself. */
  readonly takenInBy?: 'disk' | 'cpus';
  /** The bytes that images and their layers take of the disk. */
  readonly disk: Series;
  /** The room that other files leave to images. The levels of image GC are given in the same way. */
  readonly diskMax?: number;
  readonly gcHighBytes?: number;
  readonly gcLowBytes?: number;
  readonly images: readonly ImageStay[];
  readonly backOffs: readonly BackOffKey[];
}
