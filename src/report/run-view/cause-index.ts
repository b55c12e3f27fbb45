import type { ActorRecord, Cause, HeaderNode, TraceRecord } from '../../trace/record.ts';
import { headerOf } from '../summary/run-conditions.ts';
import { settingsInForce } from '../summary/settings-in-force.ts';
import { groupedBy } from '../text/grouped-by.ts';
import { type PullIntervals, type PullsAhead, pullIntervalsOf } from './pull-intervals.ts';
import type { RunRow } from './run-rows.ts';

export type FaultRecord = Extract<ActorRecord, { type: 'fault' }>;

/** Causes are followed from record to record this far. */
const causesMax = 16;

/** Looks up what `because` points to, and who was in whose way; built once per run, each question costs little. */
export class CauseIndex {
  readonly #records: readonly TraceRecord[];
  readonly rows: readonly RunRow[];
  #rowsByActor: ReadonlyMap<string, readonly number[]> | undefined;
  #intervals: ReadonlyMap<string, PullIntervals> | undefined;
  #sandboxImages: ReadonlyMap<string, string> | undefined;
  #sizes: Sizes | undefined;
  #nodes: ReadonlyMap<string, { readonly node: HeaderNode; readonly changes: readonly TraceRecord[] }> | undefined;

  constructor(records: readonly TraceRecord[], rows: readonly RunRow[]) {
    this.#records = records;
    this.rows = rows;
  }

  /** The record that the cause points to, or the first behind it that is looked for. */
  follow(because: Cause | undefined, isFound: (record: ActorRecord) => boolean): ActorRecord | undefined {
    let cause = because;
    for (let step = 0; step < causesMax && cause?.record !== undefined; step++) {
      const record = this.#records[cause.record];
      if (record === undefined || record.type === 'header' || record.type === 'end') return undefined;
      if (isFound(record)) return record;
      cause = record.because;
    }
    return undefined;
  }

  faultBehind(because: Cause | undefined): FaultRecord | undefined {
    const record = this.follow(because, ({ type }) => type === 'fault');
    return record?.type === 'fault' ? record : undefined;
  }

  /** The number of the row that the cause leads to. */
  rowBehind(because: Cause | undefined): number | undefined {
    let found: number | undefined;
    this.follow(because, (record) => {
      found = this.rowOf('pull' in record ? (record.pull ?? record.actor) : record.actor, record.at);
      return found !== undefined;
    });
    return found;
  }

  /** The row of the container that a pull is for; of pods of one name the latest by then. */
  rowOf(pull: string, atMs: number): number | undefined {
    this.#rowsByActor ??= groupedRows(this.rows);
    const rows = this.#rowsByActor.get(pull);
    return rows?.findLast((row) => (this.rows[row]?.arrivedMs ?? 0) <= atMs) ?? rows?.[0];
  }

  /** The pulls that held the node's slots between these times. */
  pullsWithin(node: string, fromMs: number, toMs: number): PullsAhead | undefined {
    if (this.#intervals === undefined) {
      const pulls = [...this.rows.entries()].filter(([, row]) => !row.isPrePull);
      const byNode = groupedBy(pulls, ([, { container }]) => container.node);
      this.#intervals = new Map([...byNode].map(([name, rows]) => [name, pullIntervalsOf(rows)]));
    }
    return this.#intervals.get(node)?.within(fromMs, toMs);
  }

  /** Bytes of the pulled image, or of its layers so far as they are known; undefined if unknown. */
  bytesOf({ container, actor }: RunRow, image: string = container.image): number | undefined {
    this.#sizes ??= sizesOf(this.#records);
    return this.#sizes.images.get(image) ?? this.#sizes.layers.get(actor)?.bytes;
  }

  /** What the runtime of a node pulls for its sandboxes; undefined where none has needed it. */
  sandboxImageOf(node: string): string | undefined {
    this.#sandboxImages ??= new Map(
      this.#records.flatMap((record) => (record.type === 'sandbox' && record.image !== undefined ? [[record.node, record.image]] : [])),
    );
    return this.#sandboxImages.get(node);
  }

  /** The node with the settings that its kubelet had at that time. */
  settingsOf(node: string, atMs: number): HeaderNode | undefined {
    if (this.#nodes === undefined) {
      const changes = groupedBy(
        this.#records.filter((record) => record.type === 'node' && record.kubelet !== undefined),
        (record) => ('actor' in record ? record.actor : ''),
      );
      const nodes = headerOf(this.#records)?.nodes ?? [];
      this.#nodes = new Map(nodes.map((header) => [header.name, { node: header, changes: changes.get(header.name) ?? [] }]));
    }
    const known = this.#nodes.get(node);
    return known && settingsInForce(known.changes, known.node, atMs);
  }
}

interface Sizes {
  /** By image as written in the pod. */
  readonly images: ReadonlyMap<string, number>;
  /** By the name of the pull. */
  readonly layers: ReadonlyMap<string, { readonly bytes: number }>;
}

function sizesOf(records: readonly TraceRecord[]): Sizes {
  const images = new Map<string, number>();
  const layers = new Map<string, { readonly seen: Set<string>; bytes: number }>();
  for (const record of records) {
    if (record.type === 'pull' && record.sizeBytes !== undefined && !images.has(record.image)) images.set(record.image, record.sizeBytes);
    if (record.type !== 'fetch') continue;
    const caller = record.pull;
    const known = layers.get(caller) ?? { seen: new Set<string>(), bytes: 0 };
    layers.set(caller, known);
    const layer = `${record.layer} ${record.digest}`;
    if (!known.seen.has(layer)) known.bytes += record.bytes;
    known.seen.add(layer);
  }
  return { images, layers };
}

function groupedRows(rows: readonly RunRow[]): Map<string, number[]> {
  return groupedBy(rows.keys(), (row) => rows[row]?.actor ?? '');
}
