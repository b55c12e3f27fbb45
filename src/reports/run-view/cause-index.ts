import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { Cause, HeaderNode, RecordOf } from '../../trace/record.ts';
import type { Phase } from '../phases/container-phases.ts';
import { type PullIntervals, type PullsAhead, pullIntervalsOf } from './pull-intervals.ts';
import type { CauseStep, RecordedCauses } from './recorded-causes.ts';
import type { RunRow } from './run-rows.ts';

/** The most records through which a cause is followed. */
const causesMax = 16;

/**
 * Finds the records to which `because` points, and the pulls that delayed others. It is built once for each
 * run, and questions cost little.
 */
export class CauseIndex {
  readonly #recorded: RecordedCauses;
  readonly rows: readonly RunRow[];
  #rowsByActor: ReadonlyMap<string, readonly number[]> | undefined;
  #intervals: ReadonlyMap<string, PullIntervals> | undefined;

  constructor(recorded: RecordedCauses, rows: readonly RunRow[]) {
    this.#recorded = recorded;
    this.rows = rows;
  }

  /** Returns the record to which the cause points, or the first one behind it for which `isFound` holds. */
  follow(
    because: Cause | undefined,
    isFound: (step: CauseStep) => boolean = () => true,
  ): CauseStep | undefined {
    let record = because?.record;
    for (let count = 0; count < causesMax && record !== undefined; count++) {
      const step = this.#recorded.step(record);
      if (step === undefined || isFound(step)) return step;
      record = step.behind;
    }
    return undefined;
  }

  /** Returns the registry's own limit, or otherwise the fault of the scenario, behind the cause. */
  limitBehind(because: Cause | undefined): RecordOf<'fault'> | RecordOf<'pullLimit'> | undefined {
    const found =
      this.follow(because, ({ limit }) => limit?.type === 'pullLimit') ??
      this.follow(because, ({ limit }) => limit !== undefined);
    return found?.limit;
  }

  /** Returns the number of the row to which the cause of a phase leads. */
  rowBehind({ because, fromMs }: Phase): number | undefined {
    if (because !== undefined && because.record === undefined) {
      const caller = this.#recorded.callerOf(because.actor);
      return caller === undefined ? undefined : this.rowOf(caller, fromMs);
    }
    let found: number | undefined;
    this.follow(because, ({ caller, at }) => {
      found = this.rowOf(caller, at);
      return found !== undefined;
    });
    return found;
  }

  /**
   * Returns the row of the container for which a pull works. Of pods with one name, the latest by then
   * counts.
   */
  rowOf(pull: string, atMs: number): number | undefined {
    this.#rowsByActor ??= groupedBy(this.rows.keys(), (row) => this.rows[row]?.actor ?? '');
    const rows = this.#rowsByActor.get(pull);
    return rows?.findLast((row) => (this.rows[row]?.arrivedMs ?? 0) <= atMs) ?? rows?.[0];
  }

  /** Returns the pulls that held the node's slots between these times. */
  pullsWithin(node: string, fromMs: number, toMs: number): PullsAhead | undefined {
    if (this.#intervals === undefined) {
      const pulls = [...this.rows.entries()].filter(([, row]) => !row.isPrePull);
      const byNode = groupedBy(pulls, ([, { container }]) => container.node);
      this.#intervals = new Map([...byNode].map(([name, rows]) => [name, pullIntervalsOf(rows)]));
    }
    return this.#intervals.get(node)?.within(fromMs, toMs);
  }

  /**
   * Returns the bytes of the pulled image, or of its layers as far as they are known; undefined if unknown.
   */
  bytesOf({ container, actor }: RunRow, image: string = container.image): number | undefined {
    return this.#recorded.bytesOf(image, actor);
  }

  /** Returns the image that the runtime of a node pulls for its sandboxes; undefined if none needed it. */
  sandboxImageOf(node: string): string | undefined {
    return this.#recorded.sandboxImageOf(node);
  }

  /** Returns the node with the settings that its kubelet had at that time. */
  settingsOf(node: string, atMs: number): HeaderNode | undefined {
    return this.#recorded.settingsOf(node, atMs);
  }
}
