import type { JobRun } from '../../input/model.ts';
import { type Controller, type Moves, microsOf, type PodLife, type PodNews } from './controller.ts';

/** From a change of one of its pods until the controller looks (`SyncJobBatchPeriod`, pkg/controller/job/job_controller.go, v1.36.3). */
const batchMicros = 1_000_000;

/**
 * The pods of a Job whose controller makes pods when others are over. Mirrors `syncJob`, `manageJob` and `firstPendingIndexes`
 * (pkg/controller/job, v1.36.3) without suspend, podFailurePolicy, successPolicy, backoffLimitPerIndex and activeDeadlineSeconds: as many
 * pods are active as are missing of the completions, at most `parallelism`; a failed one has a successor after a back-off that doubles until
 * one succeeds; the Job fails with one failure more than `backoffLimit`. A pod that somebody deletes is no failure here.
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
  /** When the latest container of each open pod ended: a back-off counts from there. */
  readonly #exits = new Map<string, number>();
  #succeeded = 0;
  #failed = 0;
  #failuresSinceSuccess = 0;
  #lastFailureMicros = 0;
  #isStopped = false;

  constructor(run: JobRun) {
    this.#run = run;
    this.delayMicros = run.delayMicros;
    this.#isIndexed = run.lines.length > 1;
    this.#lines = run.lines.map(() => ({ used: 0, hasSucceeded: false }));
    for (const [line, uids] of run.lines.entries()) for (const uid of uids) this.#lineOf.set(uid, line);
    for (const uid of run.first) this.#noteMade(uid);
  }

  /** The pods that it may make, and those that have taken the places of some. */
  get uids(): Iterable<string> {
    return this.#lineOf.keys();
  }

  /** Whether its controller makes no pod any more. */
  get isOver(): boolean {
    return this.#isStopped || this.#missing === 0;
  }

  /** How many completions are missing. */
  get #missing(): number {
    const { completions } = this.#run;
    if (completions !== null) return Math.max(0, completions - this.#succeeded);
    return this.#succeeded > 0 ? 0 : Number.POSITIVE_INFINITY;
  }

  /** Somebody deletes the Job. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Another pod takes the place of one that somebody has deleted. */
  adopt(uid: string, next: string): void {
    this.#lineOf.set(next, this.#lineOf.get(uid) ?? 0);
    this.#open.add(next);
    this.#coming.add(next);
  }

  observe(news: PodNews, life: PodLife | undefined): number | undefined {
    const { uid } = news.pod;
    const nowMicros = microsOf(news);
    if (news.type === 'container') {
      if (news.state === 'exited' && this.#open.has(uid)) this.#exits.set(uid, nowMicros);
      return undefined;
    }
    if (life !== undefined) this.#coming.delete(uid);
    if (life?.state === 'over') this.#noteEnd(uid, life.reason === 'Succeeded', nowMicros);
    return this.isOver ? undefined : nowMicros + batchMicros;
  }

  /** The API server knows that the pod is over. */
  #noteEnd(uid: string, isSuccess: boolean, atMicros: number): void {
    if (!this.#open.delete(uid)) return;
    if (isSuccess) {
      this.#succeeded++;
      this.#failuresSinceSuccess = 0;
      const line = this.#lines[this.#lineOf.get(uid) ?? 0];
      if (line !== undefined) line.hasSucceeded = true;
    } else {
      this.#failed++;
      this.#failuresSinceSuccess++;
      // The API has times of containers in whole seconds.
      this.#lastFailureMicros = Math.floor((this.#exits.get(uid) ?? atMicros) / 1_000_000) * 1_000_000;
    }
    this.#exits.delete(uid);
  }

  moves(lives: ReadonlyMap<string, PodLife>, nowMicros: number): Moves {
    if (this.isOver) return { deletes: [], creates: [] };
    const isLive = (uid: string) => lives.get(uid)?.state === 'live';
    const active = [...this.#open].filter((uid) => this.#coming.has(uid) || isLive(uid));
    if (this.#failed > this.#run.backoffLimit) {
      this.#isStopped = true;
      return { deletes: active.filter(isLive), creates: [] };
    }
    const wanted = Math.min(this.#missing, this.#run.parallelism) - active.length;
    const againAtMicros = this.#failuresSinceSuccess === 0 ? 0 : this.#lastFailureMicros + this.#backOffMicros;
    if (wanted > 0 && againAtMicros > nowMicros)
      return { deletes: [], creates: [], againAtMicros: Math.max(againAtMicros, nowMicros + batchMicros) };
    const creates = wanted <= 0 ? [] : this.#nextPods(wanted, new Set(active.map((uid) => this.#lineOf.get(uid) ?? 0)));
    for (const uid of creates) this.#noteMade(uid);
    return { deletes: [], creates };
  }

  /** `busy`: the lines that have an active pod. */
  #nextPods(count: number, busy: ReadonlySet<number>): readonly string[] {
    const next: string[] = [];
    for (const [index, uids] of this.#run.lines.entries()) {
      if (next.length === count) break;
      const { used, hasSucceeded } = this.#lines[index] ?? { used: 0, hasSucceeded: false };
      if (this.#isIndexed && (hasSucceeded || busy.has(index))) continue;
      next.push(...uids.slice(used, used + (this.#isIndexed ? 1 : count)));
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
