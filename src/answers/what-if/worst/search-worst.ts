import type { Figure } from '../../../reports/comparison/figure-rows.ts';
import type { JsonFields } from '../../../reports/json/json-text.ts';
import type { RunSummary } from '../../../reports/summary/summary.ts';
import { appendAll } from '../../../rules/collections/append-all.ts';
import { RandomStreams } from '../../../run/simulation/random-streams.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { type DrawnRun, type DrawnRunner, runInOrder } from '../runs/runner.ts';
import { changedLuck, startedAt } from './change-luck.ts';
import type { FaultCandidate } from './fault-candidate.ts';
import { type Luck, type LuckPart, partsOfLuck, plainLuck, withoutParts } from './luck.ts';

/** A question for the worst luck. */
export interface AskedWorst {
  readonly figure: Figure;
  /** The seeds that are tried first, with all else left to them. */
  readonly seeds: readonly number[];
  /** How many runs may be made. */
  readonly budget: number;
  readonly candidates: readonly FaultCandidate[];
  readonly faultsMax: number;
  /** Pods whose order of arrival is free, burst by burst. */
  readonly bursts: readonly (readonly string[])[];
  readonly inputOf: (luck: Luck) => SimulationInput;
}

/** A luck, and what its run came to. */
interface LuckValue {
  readonly luck: Luck;
  /** null: the run does not have the figure, such as a time by which not all pods ran. */
  readonly value: number | null;
  readonly summary: RunSummary;
}

/** A luck, and its run, of which others are made. */
type LuckRun = LuckValue & DrawnRun;

/** What the figure would be with one part of the worst luck put back. */
export interface PartEffect {
  readonly part: LuckPart | { readonly kind: 'seed'; readonly seed: number };
  readonly value: number | null;
}

/** Whether the worst luck is worse than the median seed for other sizes of images too. */
export type WorstSizes = NonNullable<JsonFields<'Worst'>['sizes']>;

/** The worst luck that was found. */
export interface Worst {
  readonly worst: LuckRun;
  /** The runs of the plain seeds, in their order. */
  readonly plain: readonly LuckValue[];
  /** Each part of the worst luck by itself put back, those that matter most first. */
  readonly effects: readonly PartEffect[];
  readonly runs: number;
  readonly interrupted: boolean;
  /** Whether it is so for other sizes of images; absent: all are given, or a run takes long. */
  readonly sizes?: WorstSizes;
}

/** Runs whose lucks are changed next. */
const eliteMax = 12;
/** Runs that are made before the next ones are chosen: always so many, so that threads decide nothing. */
const batchSize = 8;
/** Of the budget: plain seeds, then single faults, and at the end putting back. */
const shares = { seeds: 1 / 3, faults: 1 / 3, puttingBack: 1 / 4 };
/** Sets of faults that are kept while one more is added. */
const beamWidth = 3;
const startsPerFault = 5;

/**
 * Searches the worst luck within a budget of runs, best first: plain seeds; then faults, one more at a time,
 * on top of the worst sets so far; then one change after another of the worst lucks so far. At the end what
 * does not matter is put back. Returns undefined if it was interrupted before the first run.
 */
export async function searchWorst(
  asked: AskedWorst,
  runner: DrawnRunner,
  onRun: (done: number) => void,
): Promise<Worst | undefined> {
  const search = new Search(asked, runner, onRun);
  await search.trySeeds();
  await search.tryFaults();
  await search.tryChanges();
  return search.finish();
}

/**
 * Whether the figure of one run is worse than that of another. A run without it is the worst; of two such,
 * that with fewer pods running.
 */
export function isWorse({ good }: Figure, one: LuckValue, other: LuckValue): boolean {
  if (one.value === null || other.value === null)
    return one.value === other.value ? idle(one.summary) > idle(other.summary) : one.value === null;
  return good === 'more' ? one.value < other.value : one.value > other.value;
}

function idle({ pods }: RunSummary): number {
  return pods.notRunning + pods.rejected;
}

class Search {
  readonly #asked: AskedWorst;
  readonly #runner: DrawnRunner;
  readonly #onRun: (done: number) => void;
  readonly #chance: () => number;
  /** The lucks of all runs so far, and the runs themselves once luck is put back. */
  readonly #known = new Map<string, LuckRun | undefined>();
  #keepsRuns = false;
  /** The worst first. */
  #elite: readonly LuckRun[] = [];
  readonly #plain: LuckValue[] = [];
  #runs = 0;
  #interrupted = false;

  constructor(asked: AskedWorst, runner: DrawnRunner, onRun: (done: number) => void) {
    this.#asked = asked;
    this.#runner = runner;
    this.#onRun = onRun;
    const streams = new RandomStreams(asked.seeds[0] ?? 1);
    this.#chance = () => streams.draw('worst');
  }

  async trySeeds(): Promise<void> {
    const { seeds, budget } = this.#asked;
    const tried = seeds.slice(0, Math.max(1, Math.floor(budget * shares.seeds)));
    const made = await this.#make(tried.map(plainLuck));
    appendAll(
      this.#plain,
      made.map(({ luck, value, summary }) => ({ luck, value, summary })),
    );
  }

  /** Each fault at several times, the first time of all of them before the second one. */
  async tryFaults(): Promise<void> {
    const { candidates, faultsMax, budget } = this.#asked;
    if (candidates.length === 0) return;
    const allowed = Math.floor((budget * shares.faults) / faultsMax);
    let beam: readonly Luck[] = this.#elite.slice(0, 1).map(({ luck }) => luck);
    for (let count = 1; count <= faultsMax && this.#isOn; count++) {
      const starts = Array.from({ length: startsPerFault }, (_, index) => startShare(index));
      const lucks = starts.flatMap((share) =>
        beam.flatMap((luck) =>
          candidates
            .filter((candidate) => share === startShare(0) || candidate.starts !== undefined)
            .map((candidate): Luck => ({ ...luck, faults: [...luck.faults, startedAt(candidate, share)] })),
        ),
      );
      const made = await this.#make(lucks.slice(0, Math.max(1, allowed)));
      beam = worstFirst(this.#asked.figure, made)
        .slice(0, beamWidth)
        .map(({ luck }) => luck);
    }
  }

  async tryChanges(): Promise<void> {
    for (let left = this.#forChanges; this.#isOn && left > 0; left = this.#forChanges) {
      const lucks: Luck[] = [];
      const keys = new Set<string>();
      // Where all that can be changed has been tried, nothing new comes.
      for (let tries = 0; lucks.length < Math.min(batchSize, left) && tries < 20 * batchSize; tries++) {
        const luck = this.#changed();
        const key = JSON.stringify(luck);
        if (luck === undefined || this.#known.has(key) || keys.has(key)) continue;
        keys.add(key);
        lucks.push(luck);
      }
      if (lucks.length === 0) return;
      await this.#make(lucks);
    }
  }

  /** Puts back what does not matter, and measures the rest. */
  async finish(): Promise<Worst | undefined> {
    const found = this.#elite[0];
    if (found === undefined) return undefined;
    this.#keepsRuns = true;
    this.#known.set(JSON.stringify(found.luck), found);
    let worst = found;
    for (
      let parts = partsOfLuck(worst.luck), size = Math.ceil(parts.length / 2);
      size > 0 && this.#isOn;
      size = Math.floor(size / 2)
    ) {
      const chunks = Array.from({ length: Math.ceil(parts.length / size) }, (_, index) =>
        parts.slice(index * size, (index + 1) * size),
      );
      const { luck } = worst;
      const made = await this.#make(chunks.map((chunk) => withoutParts(luck, chunk)));
      const bad = worst;
      const idle = chunks.filter((_, index) => this.#isAsBad(made[index], bad));
      const [together] = idle.length > 1 ? await this.#make([withoutParts(luck, idle.flat())]) : [];
      const single = made.find((run) => this.#isAsBad(run, bad));
      worst = this.#isAsBad(together, worst) ? together : this.#isAsBad(single, worst) ? single : worst;
      parts = partsOfLuck(worst.luck);
    }
    const effects = await this.#effects(worst);
    return { worst, plain: this.#plain, effects, runs: this.#runs, interrupted: this.#interrupted };
  }

  async #effects(worst: LuckRun): Promise<readonly PartEffect[]> {
    const { figure } = this.#asked;
    const parts = partsOfLuck(worst.luck);
    const median = medianRun(figure, this.#plain);
    const others = parts.map((part) => ({ part, luck: withoutParts(worst.luck, [part]) }));
    const reseeded =
      median === undefined || median.luck.seed === worst.luck.seed || parts.length === 0
        ? []
        : [
            {
              part: { kind: 'seed' as const, seed: median.luck.seed },
              luck: { ...worst.luck, seed: median.luck.seed },
            },
          ];
    const all = [...others, ...reseeded];
    const made = await this.#make(all.map(({ luck }) => luck));
    const effects = made.flatMap((run, index) => {
      const part = all[index]?.part;
      // A seed that is as good is no part of it.
      return part === undefined || (part.kind === 'seed' && this.#isAsBad(run, worst))
        ? []
        : [{ effect: { part, value: run.value }, run }];
    });
    // What matters most leaves the least.
    return effects
      .sort((a, b) => Number(isWorse(figure, a.run, b.run)) - Number(isWorse(figure, b.run, a.run)))
      .map(({ effect }) => effect);
  }

  /** How many runs are left for changes, so that the worst luck so far can be put back part by part. */
  get #forChanges(): number {
    const { budget } = this.#asked;
    const parts = this.#elite[0] === undefined ? 0 : partsOfLuck(this.#elite[0].luck).length;
    return budget - this.#runs - Math.min(Math.floor(budget * shares.puttingBack), 4 * parts + 1);
  }

  get #isOn(): boolean {
    return !this.#interrupted && this.#runs < this.#asked.budget;
  }

  #isAsBad(run: LuckRun | undefined, worst: LuckRun): run is LuckRun {
    return run !== undefined && !isWorse(this.#asked.figure, worst, run);
  }

  /**
   * Makes as many of the runs as the budget allows, and returns them in order. Those that are known already
   * are not made again.
   */
  async #make(lucks: readonly Luck[]): Promise<readonly LuckRun[]> {
    const { figure, inputOf, budget } = this.#asked;
    const { width, runDrawn } = this.#runner;
    const unknown = lucks.filter((luck) => this.#known.get(JSON.stringify(luck)) === undefined);
    const allowed = this.#interrupted ? [] : unknown.slice(0, budget - this.#runs);
    const before = this.#runs;
    const ran = new Map<Luck, LuckRun>();
    for await (const { job, result } of runInOrder(allowed, width, (luck: Luck) => runDrawn(inputOf(luck)))) {
      const run = { ...result, luck: job, value: figure.measure(result.summary) };
      ran.set(job, run);
      this.#known.set(JSON.stringify(job), this.#keepsRuns ? run : undefined);
      this.#onRun(++this.#runs);
    }
    if (this.#runs - before < allowed.length) this.#interrupted = true;
    // The first one that is not known ends the list, so that results keep the places of their lucks.
    const made: LuckRun[] = [];
    for (const luck of lucks) {
      const run = ran.get(luck) ?? this.#known.get(JSON.stringify(luck));
      if (run === undefined) break;
      made.push(run);
    }
    this.#elite = worstFirst(figure, [...new Set([...this.#elite, ...made])]).slice(0, eliteMax);
    return made;
  }

  /** A change of one of the worst lucks; the worse it is, the more often it is taken. */
  #changed(): Luck | undefined {
    const chance = this.#chance;
    const parent = this.#elite[Math.floor(chance() ** 2 * this.#elite.length)];
    if (parent === undefined) return undefined;
    const { candidates, faultsMax, bursts } = this.#asked;
    const seeds = this.#plain.map(({ luck }) => luck.seed);
    return changedLuck(
      parent.luck,
      { candidates, faultsMax, bursts, seeds, draws: parent.draws, near: nearStreams(parent) },
      chance,
    );
  }
}

/** The streams of the slowest pod, whose names have its name in them. */
function nearStreams({ podTimes, draws }: LuckRun): readonly string[] {
  const slowest = podTimes.reduce<(typeof podTimes)[number] | undefined>(
    (slow, pod) =>
      slow === undefined || (pod.timeToRunningMs ?? Infinity) > (slow.timeToRunningMs ?? Infinity)
        ? pod
        : slow,
    undefined,
  );
  return slowest === undefined
    ? []
    : Object.keys(draws).filter((stream) => `${stream}/`.includes(`/${slowest.pod}/`));
}

/** The middle of the range, its ends, and what is between them. */
function startShare(index: number): number {
  return [0.5, 0, 1, 0.25, 0.75][index] ?? 0.5;
}

/** Returns the runs with the worst one first. Equal ones keep their order. */
export function worstFirst<Run extends LuckValue>(figure: Figure, runs: readonly Run[]): readonly Run[] {
  return [...runs].sort((a, b) => Number(isWorse(figure, b, a)) - Number(isWorse(figure, a, b)));
}

/** Returns the run in the middle of all; undefined if there is none. */
export function medianRun(figure: Figure, runs: readonly LuckValue[]): LuckValue | undefined {
  return worstFirst(figure, runs)[Math.floor(runs.length / 2)];
}
