import { expect, it } from 'vitest';
import type { PodLife, PodRecord } from '../../../../src/run/simulation/controllers/controller.ts';
import { JobSeries } from '../../../../src/run/simulation/controllers/job-series.ts';
import { recordedIn } from '../../../rules/kubelet/recorded.ts';

interface PodEnd {
  /** In ms. */
  readonly after: number;
  readonly isError: boolean;
  readonly isInit: boolean;
}

/** In ms since the Job's start; -1: never. */
interface Moves {
  readonly creates: readonly { readonly at: number; readonly index: number }[];
  readonly deletedAt: number;
  readonly completeAt: number;
}

/**
 * A random Job, what becomes of its pods, and what the real controller does (scripts/oracle/record-jobs.mjs).
 */
interface Recorded {
  readonly completions: number | null;
  readonly parallelism: number;
  readonly backoffLimit: number;
  readonly isIndexed: boolean;
  readonly ends: readonly PodEnd[];
  readonly moves: Moves;
}

const recorded = recordedIn<Recorded>(new URL('recorded-jobs.ndjson.gz', import.meta.url));
/** The API has times in whole seconds, and the Job starts between two. */
const startMicros = 300_000;
const endMicros = startMicros + 1_800_000_000;

/** A Job's pods without kubelets: each is there at once, and ends in time. */
class Play {
  readonly #given: Recorded;
  readonly #job: JobSeries;
  readonly #lives = new Map<string, PodLife>();
  readonly #tries = new Map<number, number>();
  readonly #creates: { at: number; index: number }[] = [];
  #ends: { uid: string; atMicros: number; end: PodEnd }[] = [];
  #dueMicros = Number.POSITIVE_INFINITY;

  constructor(given: Recorded) {
    this.#given = given;
    const { completions, parallelism, isIndexed } = given;
    const count = completions ?? parallelism;
    const lines = Array.from({ length: isIndexed ? count : 1 }, (_, line) =>
      Array.from({ length: 99 }, (_, pod) => `${line}-${pod}`),
    );
    const first = (isIndexed ? lines.flatMap(([uid = '']) => uid) : lines.flat()).slice(
      0,
      Math.min(count, parallelism),
    );
    const backOff = { backOffMicrosMin: 10_000_000, backOffMicrosMax: 600_000_000 };
    this.#job = new JobSeries({ ...given, lines, first, retries: [], delayMicros: 0, ...backOff });
    this.#make(first, startMicros);
  }

  moves(): Moves {
    for (;;) {
      this.#ends.sort((one, other) => one.atMicros - other.atMicros);
      const [ending] = this.#ends;
      const nowMicros = Math.min(this.#dueMicros, ending?.atMicros ?? Number.POSITIVE_INFINITY);
      const at = (nowMicros - startMicros) / 1000;
      if (nowMicros > endMicros) return { creates: this.#creates, deletedAt: -1, completeAt: -1 };
      if (ending?.atMicros === nowMicros) {
        this.#ends = this.#ends.slice(1);
        this.#end(ending.uid, ending.end, nowMicros);
        continue;
      }
      this.#dueMicros = Number.POSITIVE_INFINITY;
      const { creates, deletes, requeueAtMicros: againAtMicros } = this.#job.moves(this.#lives, nowMicros);
      this.#make(creates, nowMicros);
      this.#wake(againAtMicros);
      if (deletes.length > 0) return { creates: this.#creates, deletedAt: at, completeAt: -1 };
      // A Job that has failed without a pod to delete is over too.
      if (this.#job.isOver) return { creates: this.#creates, deletedAt: -1, completeAt: at };
    }
  }

  #wake(atMicros: number | undefined): void {
    if (atMicros !== undefined) this.#dueMicros = Math.min(this.#dueMicros, atMicros);
  }

  #tell(news: object, uid: string, nowMicros: number): void {
    this.#wake(
      this.#job.observe({ ...news, pod: { uid }, at: nowMicros / 1000 } as PodRecord, this.#lives.get(uid)),
    );
  }

  #make(uids: readonly string[], nowMicros: number): void {
    const { ends, isIndexed } = this.#given;
    for (const uid of uids) {
      const line = Number.parseInt(uid, 10);
      const tries = this.#tries.get(line) ?? 0;
      this.#tries.set(line, tries + 1);
      const end = ends[(isIndexed ? line + 3 * tries : this.#creates.length) % ends.length];
      this.#creates.push({ at: (nowMicros - startMicros) / 1000, index: isIndexed ? line : -1 });
      if (end !== undefined) this.#ends.push({ uid, atMicros: nowMicros + end.after * 1000, end });
      this.#lives.set(uid, { state: 'live', isReady: false });
      this.#tell({ type: 'pod', state: 'added' }, uid, nowMicros);
    }
  }

  #end(uid: string, { isError, isInit }: PodEnd, nowMicros: number): void {
    const waiting = { kind: 'container', state: 'waiting' };
    this.#tell({ type: 'status', containers: isError && isInit ? [waiting] : [] }, uid, nowMicros);
    this.#tell({ type: 'container', state: 'exited' }, uid, nowMicros);
    this.#lives.set(uid, { state: 'over', reason: isError ? 'Failed' : 'Succeeded' });
    this.#tell({ type: 'pod', state: 'terminated' }, uid, nowMicros);
  }
}

it('Jobs make their pods when the real controller does, and are over when it says so', () => {
  const ours = (given: Recorded) => {
    const moves = new Play(given).moves();
    return given.moves.completeAt < 0 ? { ...moves, completeAt: -1 } : moves;
  };
  expect(recorded.filter((one) => JSON.stringify(ours(one)) !== JSON.stringify(one.moves))).toEqual([]);
  expect(recorded.filter(({ moves }) => moves.deletedAt >= 0).length).toBeGreaterThan(50);
  expect(recorded.filter(({ moves }) => moves.completeAt >= 0).length).toBeGreaterThan(200);
});
