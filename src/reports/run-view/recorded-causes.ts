import type { Cause, HeaderNode, HeaderRecord, RecordOf, TraceRecord } from '../../trace/record.ts';
import type { PartTimes } from '../summary/record-number.ts';
import { settingsInForce } from '../summary/settings-in-force.ts';

type LimitRecord = RecordOf<'fault'> | RecordOf<'pullLimit'>;

/** A record as a step towards a cause. */
export interface CauseStep {
  readonly at: number;
  /** The pull that it is about, otherwise the actor that told it. */
  readonly caller: string;
  /** The number of the record behind it. */
  readonly behind: number | undefined;
  /** The whole record, if it is of a kind that sentences name. */
  readonly limit: LimitRecord | undefined;
}

/**
 * The part of a run's trace that questions about causes need: three values for each record, so that a long
 * run's records need not be kept, and sizes, settings and limits in full.
 */
export class RecordedCauses {
  readonly #behind: (number | undefined)[] = [];
  readonly #times: number[] = [];
  readonly #callers: (string | undefined)[] = [];
  readonly #limits = new Map<number, LimitRecord>();
  /** The pulls of actors that are causes before they have told anything. */
  readonly #callersByActor = new Map<string, string | undefined>();
  /** By image as written in the pod. */
  readonly #imageBytes = new Map<string, number>();
  /** By the name of the pull. */
  readonly #layers = new Map<string, KnownLayers>();
  /** The image that the runtime of each node pulls for its sandboxes. */
  readonly #sandboxImages = new Map<string, string>();
  readonly #nodes: ReadonlyMap<string, HeaderNode>;
  readonly #changes = new Map<string, RecordOf<'node'>[]>();

  /** `header` is the header of the run. It must still be passed to `note`. */
  constructor(header: HeaderRecord | undefined) {
    this.#nodes = new Map(header?.nodes.map((node) => [node.name, node]));
  }

  /** Takes the next record, in order and without gaps, from the header on. */
  note(record: TraceRecord): void {
    const id = this.#times.push(record.at) - 1;
    if (record.type === 'header' || record.type === 'end') {
      this.#behind.push(undefined);
      this.#callers.push(undefined);
      return;
    }
    const { because, actor, pull = actor }: { because?: Cause; actor: string; pull?: string } = record;
    this.#behind.push(because?.record);
    this.#callers.push(pull);
    if (this.#callersByActor.has(actor)) this.#callersByActor.set(actor, pull);
    if (because !== undefined && because.record === undefined)
      this.#callersByActor.set(because.actor, undefined);
    if (record.type === 'fetch') this.#noteLayer(record);
    else if (record.type === 'pull') {
      // A kubelet that does not ask for the size of an image says 0.
      if (record.sizeBytes && !this.#imageBytes.has(record.image))
        this.#imageBytes.set(record.image, record.sizeBytes);
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

  /** Returns the record of this number; undefined if no actor told it. */
  step(record: number): CauseStep | undefined {
    const [at, caller] = [this.#times[record], this.#callers[record]];
    if (at === undefined || caller === undefined) return undefined;
    return { at, caller, behind: this.#behind[record], limit: this.#limits.get(record) };
  }

  /** Returns the pull of an actor that was a cause before its first record; undefined if it tells none. */
  callerOf(actor: string): string | undefined {
    return this.#callersByActor.get(actor);
  }

  /**
   * Returns the bytes of an image that has been pulled, otherwise of the layers of this pull as far as they
   * are known; undefined if unknown.
   */
  bytesOf(image: string, pull: string): number | undefined {
    return this.#imageBytes.get(image) ?? this.#layers.get(pull)?.bytes;
  }

  /** Returns the sandbox image of a node; undefined if none was needed. */
  sandboxImageOf(node: string): string | undefined {
    return this.#sandboxImages.get(node);
  }

  /** Returns the node with the settings that its kubelet had at that time. */
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

/** Returns what the causes of a whole trace need. */
export function recordedCauses(records: readonly TraceRecord[]): RecordedCauses {
  const [header] = records;
  const causes = new RecordedCauses(header?.type === 'header' ? header : undefined);
  for (const record of records) causes.note(record);
  return causes;
}
