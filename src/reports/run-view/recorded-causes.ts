import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { Cause, HeaderNode, HeaderRecord, RecordOf, TraceRecord } from '../../trace/record.ts';
import type { PartTimes } from '../numbering/record-number.ts';
import { RecordTimes } from '../numbering/record-times.ts';
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

/** What an actor has told last, and its last failed pull: later records point to these two only. */
class ActorSteps {
  /** Written over by each record, of which there are far more than causes. */
  id = 0;
  at = 0;
  caller: string | undefined = undefined;
  behind: number | undefined = undefined;
  limit: LimitRecord | undefined = undefined;
  failureId: number | undefined = undefined;
  failure: CauseStep | undefined = undefined;

  /** Returns the record of this number; undefined if it is neither the last one nor the last failed pull. */
  step(record: number): CauseStep | undefined {
    if (record === this.failureId) return this.failure;
    const { at, caller, behind, limit } = this;
    return record !== this.id || caller === undefined ? undefined : { at, caller, behind, limit };
  }
}

/**
 * The part of a run's trace that questions about causes need: the records to which later ones point, and sizes,
 * settings and limits in full. It grows with the failures of a run, not with its records.
 */
export class RecordedCauses {
  /** By number, those to which a record points. */
  readonly #steps = new Map<number, CauseStep>();
  readonly #actors = new Map<string, ActorSteps>();
  readonly #times = new RecordTimes();
  readonly #faults: number[] = [];
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
    const id = this.#times.push(record.at);
    if (record.type === 'header' || record.type === 'end') return;
    const { because, actor, pull = actor }: { because?: Cause; actor: string; pull?: string } = record;
    if (because !== undefined) this.#keep(because);
    const steps = this.#stepsOf(actor);
    steps.id = id;
    steps.at = record.at;
    steps.caller = pull;
    steps.behind = because?.record;
    steps.limit = record.type === 'fault' || record.type === 'pullLimit' ? record : undefined;
    if (record.type === 'fetch') this.#noteLayer(record);
    else if (record.type === 'pull') {
      if (record.state === 'failed') {
        steps.failure = steps.step(id);
        steps.failureId = id;
      }
      // A kubelet that does not ask for the size of an image says 0.
      if (record.sizeBytes && !this.#imageBytes.has(record.image))
        this.#imageBytes.set(record.image, record.sizeBytes);
    } else if (record.type === 'sandbox') {
      if (record.image !== undefined) this.#sandboxImages.set(record.node, record.image);
    } else if (record.type === 'fault') this.#faults.push(id);
    else if (record.type === 'node' && record.kubelet !== undefined)
      this.#changes.set(record.actor, [...(this.#changes.get(record.actor) ?? []), record]);
  }

  times(): PartTimes {
    return { times: this.#times.pack(), ofScenario: this.#faults };
  }

  /** Returns the record of this number; undefined if no later record points to it, or no actor told it. */
  step(record: number): CauseStep | undefined {
    return this.#steps.get(record);
  }

  /** Returns the pull of an actor that was a cause before its first record; undefined if it tells none. */
  callerOf(actor: string): string | undefined {
    return this.#actors.get(actor)?.caller;
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

  /** Keeps the record to which a cause points. */
  #keep({ actor, record }: Cause): void {
    const steps = this.#stepsOf(actor);
    if (record === undefined || this.#steps.has(record)) return;
    const step = steps.step(record);
    if (step !== undefined) this.#steps.set(record, step);
  }

  #stepsOf(actor: string): ActorSteps {
    return getOrInsert(this.#actors, actor, () => new ActorSteps());
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
