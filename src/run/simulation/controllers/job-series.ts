import type { JobRun } from '../../simulation-input.ts';
import { type Controller, type Moves, type PodLife, type PodRecord, recordMicros } from './controller.ts';

/**
 * From a change of one of its pods until the controller looks (`SyncJobBatchPeriod`,
 * pkg/controller/job/job_controller.go, v1.36.3).
 */
const batchMicros = 1_000_000;

/** The API has times of containers and conditions in whole seconds. */
function wholeSeconds(micros: number): number {
  return Math.floor(micros / 1_000_000) * 1_000_000;
}

/**
 * The pods of a Job whose controller makes pods when others are over. Mirrors `syncJob`, `manageJob`,
 * `newBackoffRecord` and `firstPendingIndexes` (pkg/controller/job, v1.37.2) without suspend,
 * podFailurePolicy, successPolicy, backoffLimitPerIndex and activeDeadlineSeconds: as many pods are active as
 * are missing of the completions, at most `parallelism`; a failed one has a successor after a back-off that
 * doubles until one succeeds; the Job fails with one failure more than `backoffLimit`. A pod that a user
 * deletes is no failure here.
 */
export class JobSeries implements Controller {
  readonly delayMicros: number;
  readonly #run: JobRun;
  readonly #isIndexed: boolean;
  readonly #lineOf = new Map<string, number>();
  /** How many UIDs of each line are used up, and whether one of its pods has succeeded. */
  readonly #lines: { used: number; hasSucceeded: boolean }[];
  /** The pods that were made and have not ended; those of them that have not arrived. */
  readonly #open = new Set<string>();
  readonly #coming = new Set<string>();
  /**
   * When each open pod came, when the latest of its containers ended, and whether one of them that is no init
   * container waits.
   */
  readonly #begins = new Map<string, number>();
  readonly #exits = new Map<string, number>();
  readonly #waiting = new Set<string>();
  /** The pods that have ended since the controller has looked. */
  #ended: { readonly line: number; readonly isSuccess: boolean; readonly finishedMicros: number }[] = [];
  /** Those that are gone without having ended. */
  #gone: string[] = [];
  /** The numbers of pods in the Job's status, a change of which makes the controller look again. */
  #status = '';
  #succeeded = 0;
  #failed = 0;
  #failuresSinceSuccess = 0;
  #lastFailureMicros = 0;
  #hasFailed = false;
  #isDeleted = false;

  constructor(run: JobRun) {
    this.#run = run;
    this.delayMicros = run.delayMicros;
    this.#isIndexed = run.lines.length > 1;
    this.#lines = run.lines.map(() => ({ used: 0, hasSucceeded: false }));
    for (const [line, uids] of run.lines.entries()) for (const uid of uids) this.#lineOf.set(uid, line);
    for (const uid of run.first) this.#noteMade(uid);
    this.#status = `${run.first.length} 0 ${run.first.length}`;
  }

  /** The pods that it may make, and those that have taken the places of some. */
  get uids(): Iterable<string> {
    return this.#lineOf.keys();
  }

  /**
   * Whether it is complete, has failed or is gone: its controller has seen that and that none of its pods is
   * left.
   */
  get isOver(): boolean {
    if (this.#isDeleted) return true;
    return (this.#hasFailed || this.#missing === 0) && this.#open.size === 0 && this.#ended.length === 0;
  }

  /** How many completions are missing. */
  get #missing(): number {
    const { completions } = this.#run;
    if (completions !== null) return Math.max(0, completions - this.#succeeded);
    return this.#succeeded > 0 ? 0 : Number.POSITIVE_INFINITY;
  }

  /** A user deletes the Job. */
  stop(): void {
    this.#isDeleted = true;
  }

  /** Another pod takes the place of one that a user has deleted. */
  adopt(uid: string, next: string): void {
    this.#lineOf.set(next, this.#lineOf.get(uid) ?? 0);
    this.#open.add(next);
    this.#coming.add(next);
  }

  observe(podRecord: PodRecord, life: PodLife | undefined): number | undefined {
    const { uid } = podRecord.pod;
    const nowMicros = recordMicros(podRecord);
    if (podRecord.type === 'container') {
      if (podRecord.state === 'exited' && this.#open.has(uid)) this.#exits.set(uid, nowMicros);
      return undefined;
    }
    if (podRecord.type === 'status') {
      if (podRecord.containers.some(({ kind, state }) => kind === 'container' && state === 'waiting'))
        this.#waiting.add(uid);
      else this.#waiting.delete(uid);
    } else if (podRecord.state === 'added') this.#begins.set(uid, nowMicros);
    else if (podRecord.state === 'deleted') this.#gone.push(uid);
    if (life !== undefined) this.#coming.delete(uid);
    if (life?.state === 'over') this.#noteEnd(uid, life.reason === 'Succeeded', nowMicros);
    return this.isOver ? undefined : nowMicros + batchMicros;
  }

  /** The API server knows that the pod is over. */
  #noteEnd(uid: string, isSuccess: boolean, atMicros: number): void {
    if (!this.#open.delete(uid)) return;
    // `getFinishedTime`: where an init container failed, since when the pod is not ready.
    const finished = this.#waiting.has(uid) ? this.#begins.get(uid) : this.#exits.get(uid);
    this.#ended.push({
      line: this.#lineOf.get(uid) ?? 0,
      isSuccess,
      finishedMicros: wholeSeconds(finished ?? atMicros),
    });
    this.#exits.delete(uid);
    this.#begins.delete(uid);
    this.#waiting.delete(uid);
  }

  /** Counts the pods that have ended: failures count for the back-off from the last success on. */
  #countEnded(): void {
    const lastSuccess = this.#ended.reduce(
      (last, { isSuccess, finishedMicros: at }) => (isSuccess ? Math.max(last, at) : last),
      -1,
    );
    if (lastSuccess >= 0) this.#failuresSinceSuccess = 0;
    for (const { line, isSuccess, finishedMicros } of this.#ended.toSorted(
      (one, other) => one.finishedMicros - other.finishedMicros,
    )) {
      const completedLine = this.#lines[line];
      if (isSuccess) {
        this.#succeeded++;
        if (completedLine !== undefined) completedLine.hasSucceeded = true;
        continue;
      }
      this.#failed++;
      if (finishedMicros <= lastSuccess) continue;
      this.#failuresSinceSuccess++;
      this.#lastFailureMicros = finishedMicros;
    }
    this.#ended = [];
    for (const uid of this.#gone) this.#open.delete(uid);
    this.#gone = [];
  }

  moves(lives: ReadonlyMap<string, PodLife>, nowMicros: number): Moves {
    if (this.isOver) return { deletes: [], creates: [] };
    const hasNews = this.#ended.length > 0;
    this.#countEnded();
    const isLive = (uid: string) => lives.get(uid)?.state === 'live';
    const active = [...this.#open].filter((uid) => this.#coming.has(uid) || isLive(uid));
    if (this.#failed > this.#run.backoffLimit) {
      this.#hasFailed = true;
      return { deletes: active.filter(isLive), creates: [] };
    }
    const missingPods = Math.min(this.#missing, this.#run.parallelism) - active.length;
    const dueMicros = this.#failuresSinceSuccess === 0 ? 0 : this.#lastFailureMicros + this.#backOffMicros;
    const waits = missingPods > 0 && dueMicros > nowMicros;
    const creates =
      missingPods <= 0 || waits
        ? []
        : this.#nextPods(missingPods, new Set(active.map((uid) => this.#lineOf.get(uid) ?? 0)));
    for (const uid of creates) this.#noteMade(uid);
    const ready = active.filter((uid) => isReady(lives.get(uid))).length;
    const status = `${active.length + creates.length} ${ready} ${this.#open.size}`;
    const looksAgain = hasNews || status !== this.#status;
    this.#status = status;
    if (!looksAgain && !waits) return { deletes: [], creates };
    const requeueAtMicros = nowMicros + batchMicros;
    return {
      deletes: [],
      creates,
      requeueAtMicros: looksAgain ? requeueAtMicros : Math.max(dueMicros, requeueAtMicros),
    };
  }

  /** `busy`: the lines that have an active pod. */
  #nextPods(count: number, busy: ReadonlySet<number>): readonly string[] {
    const next: string[] = [];
    for (const [index, uids] of this.#run.lines.entries()) {
      if (next.length === count) break;
      const { used, hasSucceeded } = this.#lines[index] ?? { used: 0, hasSucceeded: false };
      if (this.#isIndexed && (hasSucceeded || busy.has(index))) continue;
      for (const uid of uids.slice(used, used + (this.#isIndexed ? 1 : count))) next.push(uid);
    }
    return next;
  }

  get #backOffMicros(): number {
    const { backOffMicrosMin, backOffMicrosMax } = this.#run;
    const doublings = Math.min(this.#failuresSinceSuccess - 1, 10);
    return Math.min(backOffMicrosMax, backOffMicrosMin * 2 ** doublings);
  }

  #noteMade(uid: string): void {
    const line = this.#lines[this.#lineOf.get(uid) ?? 0];
    if (line !== undefined) line.used++;
    this.#open.add(uid);
    this.#coming.add(uid);
  }
}

function isReady(life: PodLife | undefined): boolean {
  return life?.state === 'live' && life.isReady;
}
