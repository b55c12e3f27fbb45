import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { type PartEnd, type PartMoment, PartRun as RunAnew } from '../src/simulation/part-run.ts';
import { stepsPerTelling } from '../src/simulation/parts-progress.ts';
import type { ActorRecord } from '../src/trace/record.ts';

/**
 * Tests of these folders are about what is made of runs, and make the same ones again and again: for text, JSON and a page, for each
 * `--fail-if`. Such a run is made once, and then told again from its records. The others are about runs themselves.
 */
const folders = ['certainty', 'cli', 'docs', 'examples', 'json', 'page', 'published', 'report', 'scenarios', 'what-if'];
const ofReaders = new RegExp(`/test/(${folders.join('|')})/`);

/** More would be searched by the garbage collector again and again. */
const recordsMax = 200_000;

type Options = ConstructorParameters<typeof RunAnew>[1];

interface KeptRun {
  readonly records: readonly ActorRecord[];
  /** How many steps had been taken at each record, and how often it had been asked whether a pause is due. */
  readonly steps: readonly number[];
  readonly looks: readonly number[];
  readonly moments: readonly KeptMoment[];
  readonly end: PartEnd;
  readonly looksInAll: number;
}

/** The progress of a run, after so many of its records. */
interface KeptMoment extends PartMoment {
  readonly told: number;
}

/** By what decides the run; the one that was asked for last comes last. */
const runs = new Map<string, KeptRun>();
let recordsKept = 0;

/** Takes the place of the class in src/simulation/simulate.ts (test/loader-hooks.mjs). */
export const PartRun = new Proxy(RunAnew, {
  construct: (_, [input, options]: ConstructorParameters<typeof RunAnew>) => {
    const { place, engine = 'compiled', inspect, draw, choose, limits } = options;
    // Whoever hears more than records and progress, or decides something, has the run itself.
    const isOfRecords = [inspect, draw, choose, limits].every((own) => own === undefined);
    if (!isOfRecords || !ofReaders.test(expect.getState().testPath ?? '')) return new RunAnew(input, options);
    const key = createHash('sha1')
      .update(JSON.stringify([input, place, engine]))
      .digest('base64');
    const kept = runs.get(key);
    if (kept === undefined) return new RunToKeep(key, input, options);
    runs.delete(key);
    runs.set(key, kept);
    return new RunAgain(kept, options);
  },
});

/** A run that is made, and kept once it has come to its own end. */
class RunToKeep extends RunAnew {
  readonly #key: string;
  readonly #noted: Noted;

  constructor(key: string, input: ConstructorParameters<typeof RunAnew>[0], options: Options) {
    const noted: Noted = { records: [], steps: [], looks: [], moments: [], looksInAll: 0 };
    const onRecord = (record: ActorRecord): void => {
      noted.records.push(copyOf(record));
      noted.steps.push(noted.run?.steps ?? 0);
      noted.looks.push(noted.looksInAll);
      options.onRecord(record);
    };
    const onStep = (run: PartMoment): void => {
      options.onStep?.(run);
      const { nowMicros, nextMicros, steps, podsUnsettled } = run;
      // Progress is told then and at the end: what stands between is heard by nobody.
      if (steps % stepsPerTelling !== 0 && nextMicros !== undefined) return;
      noted.moments.push({ nowMicros, nextMicros, steps, podsUnsettled, told: noted.records.length });
    };
    super(input, { ...options, onRecord, onStep });
    noted.run = this;
    this.#key = key;
    this.#noted = noted;
  }

  override advanceTo(untilMicros: number, isPauseDue: () => boolean = () => false): void {
    super.advanceTo(untilMicros, () => {
      this.#noted.looksInAll += 1;
      return isPauseDue();
    });
    if (this.nextMicros !== undefined || this.end.reason === 'interrupted' || runs.has(this.#key)) return;
    const { records, steps, looks, moments, looksInAll } = this.#noted;
    runs.set(this.#key, { records, steps, looks, moments, looksInAll, end: this.end });
    recordsKept += records.length;
    for (const [key, kept] of runs) {
      if (recordsKept <= recordsMax) break;
      runs.delete(key);
      recordsKept -= kept.records.length;
    }
  }
}

interface Noted {
  readonly records: ActorRecord[];
  readonly steps: number[];
  readonly looks: number[];
  readonly moments: KeptMoment[];
  looksInAll: number;
  /** Absent while it is constructed. */
  run?: RunAnew;
}

/** A run that was made before: tells its records again, to the end, and pauses where the run itself would. */
class RunAgain implements Omit<PartMoment, 'podsUnsettled'> {
  readonly #run: KeptRun;
  readonly #options: Pick<Options, 'onRecord' | 'onStep'>;
  #told = 0;
  #looks = 0;
  #moments = 0;
  #end: PartEnd | undefined;

  constructor(run: KeptRun, options: Pick<Options, 'onRecord' | 'onStep'>) {
    this.#run = run;
    this.#options = options;
  }

  get nowMicros(): number {
    return Math.round((this.#run.records[this.#told - 1]?.at ?? 0) * 1000);
  }

  get steps(): number {
    return this.#run.steps[this.#told - 1] ?? 0;
  }

  get nextMicros(): number | undefined {
    return this.#end === undefined ? Math.round((this.#run.records[this.#told]?.at ?? this.#run.end.at) * 1000) : undefined;
  }

  get end(): PartEnd {
    return this.#end ?? { at: this.nowMicros / 1000, reason: 'horizon', steps: this.steps };
  }

  advanceTo(_: number, isPauseDue: () => boolean = () => false): void {
    const { records, looks, moments, looksInAll, end } = this.#run;
    while (this.#end === undefined) {
      for (let moment = moments[this.#moments]; moment?.told === this.#told; moment = moments[this.#moments]) {
        this.#moments += 1;
        this.#options.onStep?.(moment);
      }
      for (const due = looks[this.#told] ?? looksInAll; this.#looks < due; ) {
        this.#looks += 1;
        if (isPauseDue()) return;
      }
      const record = records[this.#told];
      if (record === undefined) this.#end = end;
      else {
        this.#told += 1;
        this.#options.onRecord(copyOf(record));
      }
    }
  }

  interrupt(): void {
    this.#end ??= { ...this.end, reason: 'interrupted' };
  }
}

/** A record of a part is changed where it becomes one of the whole run. */
function copyOf(record: ActorRecord): ActorRecord {
  return 'because' in record && record.because !== undefined ? { ...record, because: { ...record.because } } : { ...record };
}
