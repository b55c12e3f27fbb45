import type { HeaderNode, HeaderRecord, RecordOf, TraceRecord } from '../../trace/record.ts';
import type { PartTimes } from '../summary/record-number.ts';
import { settingsInForce } from '../summary/settings-in-force.ts';

type LimitRecord = RecordOf<'fault'> | RecordOf<'pullLimit'>;

/** A record as a step on the way to a cause. */
export interface CauseStep {
  readonly at: number;
  /** The pull that it is about, else who told it. */
  readonly caller: string;
  /** The number of the record behind it. */
  readonly behind: number | undefined;
  /** In full where it is one that sentences name. */
  readonly limit: LimitRecord | undefined;
}

/**
 * What questions about the causes of a run need of its trace, read record by record: three values for each, so that a long
 * run's records need not be kept for them, and sizes, settings and limits in full.
 */
export class RecordedCauses {
  readonly #behind: (number | undefined)[] = [];
  readonly #times: number[] = [];
  readonly #callers: (string | undefined)[] = [];
  readonly #limits = new Map<number, LimitRecord>();
  /** By image as written in the pod. */
  readonly #imageBytes = new Map<string, number>();
  /** By the name of the pull. */
  readonly #layers = new Map<string, KnownLayers>();
  /** What the runtime of a node pulls for its sandboxes. */
  readonly #sandboxImages = new Map<string, string>();
  readonly #nodes: ReadonlyMap<string, HeaderNode>;
  readonly #changes = new Map<string, RecordOf<'node'>[]>();

  /** `header`: of the run; its record is not noted by that. */
  constructor(header: HeaderRecord | undefined) {
    this.#nodes = new Map(header?.nodes.map((node) => [node.name, node]));
  }

  /** Records in order, without gaps, from the header on. */
  note(record: TraceRecord): void {
    const id = this.#times.push(record.at) - 1;
    if (record.type === 'header' || record.type === 'end') {
      this.#behind.push(undefined);
      this.#callers.push(undefined);
      return;
    }
    const { because, actor, pull = actor }: { because?: { record?: number }; actor: string; pull?: string } = record;
    this.#behind.push(because?.record);
    this.#callers.push(pull);
    if (record.type === 'fetch') this.#noteLayer(record);
    else if (record.type === 'pull') {
      if (record.sizeBytes !== undefined && !this.#imageBytes.has(record.image)) this.#imageBytes.set(record.image, record.sizeBytes);
    } else if (record.type === 'sandbox') {
      if (record.image !== undefined) this.#sandboxImages.set(record.node, record.image);
    } else if (record.type === 'fault' || record.type === 'pullLimit') this.#limits.set(id, record);
    else if (record.type === 'node' && record.kubelet !== undefined)
      this.#changes.set(record.actor, [...(this.#changes.get(record.actor) ?? []), record]);
  }

  times(): PartTimes {
    const ofScenario = [...this.#limits].flatMap(([record, { type }]) => (type === 'fault' ? [record] : []));
    return { atMs: Float64Array.from(this.#times), ofScenario };
  }

  /** The record of this number; undefined where no actor told it. */
  step(record: number): CauseStep | undefined {
    const [at, caller] = [this.#times[record], this.#callers[record]];
    if (at === undefined || caller === undefined) return undefined;
    return { at, caller, behind: this.#behind[record], limit: this.#limits.get(record) };
  }

  /** Bytes of an image that has been pulled; else of the layers of this pull, so far as they are known; undefined if unknown. */
  bytesOf(image: string, pull: string): number | undefined {
    return this.#imageBytes.get(image) ?? this.#layers.get(pull)?.bytes;
  }

  /** Undefined where none has been needed. */
  sandboxImageOf(node: string): string | undefined {
    return this.#sandboxImages.get(node);
  }

  /** The node with the settings that its kubelet had at that time. */
  settingsOf(name: string, atMs: number): HeaderNode | undefined {
    const node = this.#nodes.get(name);
    return node && settingsInForce(this.#changes.get(name) ?? [], node, atMs);
  }

  #noteLayer({ pull, layer, digest, bytes }: RecordOf<'fetch'>): void {
    const known = this.#layers.get(pull);
    if (known === undefined) this.#layers.set(pull, { seen: [{ layer, digest }], bytes });
    else if (!known.seen.some((one) => one.layer === layer && one.digest === digest)) {
      known.seen.push({ layer, digest });
      known.bytes += bytes;
    }
  }
}

interface KnownLayers {
  readonly seen: { readonly layer: number; readonly digest: string }[];
  bytes: number;
}

/** Of a whole trace. */
export function recordedCauses(records: readonly TraceRecord[]): RecordedCauses {
  const [header] = records;
  const causes = new RecordedCauses(header?.type === 'header' ? header : undefined);
  for (const record of records) causes.note(record);
  return causes;
}
