import type { Cause, HeaderNode, RecordOf } from '../../trace/record.ts';
import { groupedBy } from '../text/grouped-by.ts';
import { type PullIntervals, type PullsAhead, pullIntervalsOf } from './pull-intervals.ts';
import type { CauseStep, RecordedCauses } from './recorded-causes.ts';
import type { RunRow } from './run-rows.ts';

/** Causes are followed from record to record this far. */
const causesMax = 16;

/** Looks up what `because` points to, and who was in whose way; built once per run, each question costs little. */
export class CauseIndex {
  readonly #recorded: RecordedCauses;
  readonly rows: readonly RunRow[];
  #rowsByActor: ReadonlyMap<string, readonly number[]> | undefined;
  #intervals: ReadonlyMap<string, PullIntervals> | undefined;

  constructor(recorded: RecordedCauses, rows: readonly RunRow[]) {
    this.#recorded = recorded;
    this.rows = rows;
  }

  /** The record that the cause points to, or the first behind it that is looked for. */
  follow(because: Cause | undefined, isFound: (step: CauseStep) => boolean = () => true): CauseStep | undefined {
    let record = because?.record;
    for (let count = 0; count < causesMax && record !== undefined; count++) {
      const step = this.#recorded.step(record);
      if (step === undefined || isFound(step)) return step;
      record = step.behind;
    }
    return undefined;
  }

  /** The registry's own limit, or else the fault of the scenario, that is behind the cause. */
  limitBehind(because: Cause | undefined): RecordOf<'fault'> | RecordOf<'pullLimit'> | undefined {
    const found =
      this.follow(because, ({ limit }) => limit?.type === 'pullLimit') ?? this.follow(because, ({ limit }) => limit !== undefined);
    return found?.limit;
  }

  /** The number of the row that the cause leads to. */
  rowBehind(because: Cause | undefined): number | undefined {
    let found: number | undefined;
    this.follow(because, ({ caller, at }) => {
      found = this.rowOf(caller, at);
      return found !== undefined;
    });
    return found;
  }

  /** The row of the container that a pull is for; of pods of one name the latest by then. */
  rowOf(pull: string, atMs: number): number | undefined {
    this.#rowsByActor ??= groupedBy(this.rows.keys(), (row) => this.rows[row]?.actor ?? '');
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
    return this.#recorded.bytesOf(image, actor);
  }

  /** What the runtime of a node pulls for its sandboxes; undefined where none has needed it. */
  sandboxImageOf(node: string): string | undefined {
    return this.#recorded.sandboxImageOf(node);
  }

  /** The node with the settings that its kubelet had at that time. */
  settingsOf(node: string, atMs: number): HeaderNode | undefined {
    return this.#recorded.settingsOf(node, atMs);
  }
}
