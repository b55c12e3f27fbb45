import { History, type Moment } from '../../run/engine/history.ts';
import type { BrokenInvariant } from '../../run/invariants/check-invariants.ts';
import type { Invariant, Violation } from '../../run/invariants/invariant.ts';
import type { Choice, ChoiceAtStep } from '../../run/simulation/choices.ts';
import type { QueueEntry } from '../../run/simulation/event-queue.ts';
import { PartRun } from '../../run/simulation/part-run.ts';
import { SimulationError } from '../../run/simulation/simulation-error.ts';
import { traceHeader } from '../../run/simulation/trace-header.ts';
import type { SimulationInput } from '../../run/simulation-input.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { StateKeys } from './state-key.ts';
import { Watch } from './watch.ts';

/** What may happen in the runs that are explored. */
export interface Budget {
  /** How late something may be at most, in µs. */
  readonly lateMicros: number;
  /** How many attempts to pull fail at most. */
  readonly faultsMax: number;
  /** How often a kubelet restarts at most, at any time. */
  readonly restartsMax: number;
  /** How many choices a run has at most that differ from what is due first; absent: any number. */
  readonly choicesMax?: number | undefined;
}

export interface ExplorationOptions extends Budget {
  readonly statesMax: number;
  /**
   * Those that can be are judged at each record, and are part of the state; the others on the trace of each run,
   * where it ends or comes to a state that is known: of several ways to a state they see the first one go on.
   */
  readonly invariants: readonly Invariant[];
  /** Whether it goes on after a violation, to look for those of other properties. */
  readonly goesOn?: boolean;
}

/** A run that breaks a property. */
export interface Counterexample extends BrokenInvariant {
  readonly choices: readonly ChoiceAtStep[];
  /** How far the run had come, in µs. */
  readonly atMicros: number;
  /** The trace up to there, with the numbers of a run of its part alone. */
  readonly records: readonly TraceRecord[];
}

/** How much has been explored. */
export interface Coverage {
  /** States in which there was a choice, each counted once. */
  readonly states: number;
  /** Entries of the queue that were run. */
  readonly steps: number;
  /** The runs that came to their end, by how: nothing could happen any more, or the horizon was reached. */
  readonly settled: number;
  readonly atHorizon: number;
  /** The runs that came to a state that was known. */
  readonly joined: number;
  /** Whether no choice is left. */
  readonly isWhole: boolean;
}

/** A state with choices that are still to be made. */
interface Frame {
  readonly moment: Moment;
  readonly ready: readonly QueueEntry[];
  readonly options: Choice[];
  next: number;
  readonly choices: number;
  readonly faultsLeft: number;
  readonly restartsLeft: number;
}

const inOrder: Choice = { kind: 'order', take: 0 };

/** The name of what is broken where the simulation itself fails. */
export const runsOn = {
  name: 'runs-on',
  says: 'No actor fails, and none gets an event that it does not expect.',
} as const;

/**
 * Searches every run of an input in which things come in another order, pulls fail and kubelets restart, within a
 * budget: depth first, back to each state by the history of the run, and no state twice. Where there is nothing
 * to choose the run just goes on. Nodes that share nothing are to be explored on their own.
 */
export class Exploration {
  readonly counterexamples: Counterexample[] = [];
  readonly #options: ExplorationOptions;
  readonly #nodes: readonly string[];
  readonly #horizonMicros: number;
  readonly #history = new History();
  readonly #watch: Watch;
  readonly #run: PartRun;
  readonly #keys: StateKeys;
  readonly #frames: Frame[] = [];
  /** When each state was reached first, by its key: from there on there is most time left. */
  readonly #visited = new Map<number, number>();
  readonly #found = new Set<string>();
  readonly #choices: ChoiceAtStep[] = [];
  #faultsLeft: number;
  #restartsLeft: number;
  #steps = 0;
  #settled = 0;
  #atHorizon = 0;
  #joined = 0;
  /** How many records from the header on have been judged. */
  #judged = 0;
  #isOver = false;
  #isCut = false;
  /** The run has just failed, and cannot go on. */
  #hasFailed = false;

  constructor(input: SimulationInput, options: ExplorationOptions) {
    this.#options = options;
    this.#horizonMicros = input.horizonMicros;
    this.#nodes = input.nodes.map(({ name }) => name);
    this.#faultsLeft = options.faultsMax;
    this.#restartsLeft = options.restartsMax;
    this.#watch = new Watch(options.invariants, this.#history);
    this.#watch.note(traceHeader(input));
    this.#run = new PartRun(input, {
      history: this.#history,
      chosen: { lateMicros: options.lateMicros, choices: [] },
      onRecord: (record) => this.#watch.note(record),
    });
    this.#keys = new StateKeys(this.#run);
  }

  get coverage(): Coverage {
    return {
      states: this.#visited.size,
      steps: this.#steps,
      settled: this.#settled,
      atHorizon: this.#atHorizon,
      joined: this.#joined,
      isWhole: this.#isOver && !this.#isCut,
    };
  }

  /** The keys of the states. */
  get keys(): Iterable<number> {
    return this.#visited.keys();
  }

  /** Makes about so many steps. Returns false once the exploration is over, or has reached one of its bounds. */
  advance(steps: number): boolean {
    const end = this.#steps + steps;
    while (!this.#isOver && this.#steps < end) this.#goOn();
    return !this.#isOver;
  }

  #goOn(): void {
    if (this.#hasFailed) {
      this.#hasFailed = false;
      this.#back();
      return;
    }
    const over = this.#run.over;
    if (over !== undefined && !this.#mayGoOn(over)) this.#back();
    else if (over === undefined) this.#pass();
  }

  /** The end of a run. A settled node can still be restarted. */
  #mayGoOn(over: 'settled' | 'horizon'): boolean {
    this.#judgeEnd(over);
    if (over === 'settled') this.#settled++;
    else this.#atHorizon++;
    if (this.#isOver || over === 'horizon' || this.#restartsLeft === 0 || !this.#mayChoose) return false;
    return this.#choose([], this.#restarts());
  }

  /** Goes on to the next state with a choice, or makes one. */
  #pass(): void {
    const ready = this.#run.ready(this.#options.lateMicros);
    if (!this.#mayChoose) {
      this.#take(ready, inOrder);
      return;
    }
    const options: Choice[] = [
      ...ready.map((_, take): Choice => ({ kind: 'order', take })),
      ...(this.#restartsLeft > 0 ? this.#restarts() : []),
    ];
    if (options.length > 1) {
      if (!this.#choose(ready, options)) this.#back();
      return;
    }
    if (this.#faultsLeft === 0) {
      this.#take(ready, inOrder);
      return;
    }
    const moment = this.#history.snapshot();
    const images = this.#take(ready, inOrder);
    if (images.length === 0 || this.#isOver || this.#hasFailed) return;
    // The pull could have failed: this was a choice.
    this.#history.restore(moment);
    if (!this.#choose(ready, options)) this.#back();
  }

  /** Makes the first of these choices, unless the state is known. Returns whether the run goes on. */
  #choose(ready: readonly QueueEntry[], options: Choice[]): boolean {
    const { nowMicros } = this.#run;
    const choicesMade = this.#options.choicesMax === undefined ? 0 : this.#choices.length;
    const budget = (choicesMade * 1_000 + this.#faultsLeft) * 1_000 + this.#restartsLeft;
    const key = this.#keys.key(budget, this.#watch.states);
    const before = this.#visited.get(key);
    if (before !== undefined && before <= nowMicros) {
      this.#joined++;
      this.#judgeTrace();
      return this.#isOver;
    }
    if (this.#visited.size >= this.#options.statesMax && before === undefined) {
      this.#isCut = true;
      this.#isOver = true;
      return true;
    }
    this.#visited.set(key, nowMicros);
    this.#frames.push({
      moment: this.#history.snapshot(),
      ready,
      options,
      next: 0,
      choices: this.#choices.length,
      faultsLeft: this.#faultsLeft,
      restartsLeft: this.#restartsLeft,
    });
    this.#takeNext();
    return true;
  }

  #takeNext(): void {
    const frame = this.#frames.at(-1);
    const choice = frame?.options[frame.next++];
    if (frame === undefined || choice === undefined) return;
    const images = this.#take(frame.ready, choice);
    if (choice.kind !== 'order' || this.#faultsLeft === 0) return;
    // Behind all others, which come from the same state.
    for (const image of images) frame.options.push({ kind: 'pullFails', take: choice.take, image });
  }

  /** Makes a step. Returns the images of the pulls that it starts. */
  #take(ready: readonly QueueEntry[], choice: Choice): readonly string[] {
    if (choice.kind !== 'order' || choice.take !== 0)
      this.#choices.push({ step: this.#run.steps, ...choice });
    if (choice.kind === 'restart') this.#restartsLeft--;
    if (choice.kind === 'pullFails') this.#faultsLeft--;
    const { records } = this.#watch;
    const from = records.length;
    this.#steps++;
    let failure: unknown;
    try {
      this.#run.take(ready, choice);
    } catch (error) {
      if (!(error instanceof SimulationError)) throw error;
      failure = error;
    }
    for (const broken of this.#watch.takeBroken()) this.#find(broken);
    if (failure instanceof SimulationError) {
      const violation = { record: records.length, message: failure.message };
      this.#find({ invariant: runsOn.name, violation });
      this.#hasFailed = true;
      return [];
    }
    return pulledImages(records, from);
  }

  /** Goes back to the latest state with a choice that has not been made. */
  #back(): void {
    let frame = this.#frames.at(-1);
    while (frame !== undefined && frame.next >= frame.options.length) {
      this.#frames.pop();
      frame = this.#frames.at(-1);
    }
    if (frame === undefined) {
      this.#isOver = true;
      return;
    }
    this.#history.restore(frame.moment);
    this.#choices.length = frame.choices;
    this.#judged = Math.min(this.#judged, this.#watch.records.length);
    this.#faultsLeft = frame.faultsLeft;
    this.#restartsLeft = frame.restartsLeft;
    this.#takeNext();
  }

  get #mayChoose(): boolean {
    const { choicesMax } = this.#options;
    return choicesMax === undefined || this.#choices.length < choicesMax;
  }

  #restarts(): Choice[] {
    return this.#nodes.map((node) => ({ kind: 'restart', node }));
  }

  #judgeEnd(reason: 'settled' | 'horizon'): void {
    const { records } = this.#watch;
    const { steps, nowMicros } = this.#run;
    const at = (reason === 'settled' ? nowMicros : this.#horizonMicros) / 1_000;
    const moment = this.#history.snapshot();
    this.#watch.note({ type: 'end', id: records.length, at, reason, steps });
    for (const broken of this.#watch.takeBroken()) this.#find(broken);
    this.#judgeTrace();
    this.#history.restore(moment);
  }

  /**
   * Judges the trace of a run that goes no further. What has shown no violation before shows none now: where
   * nothing was recorded since, only its end is judged.
   */
  #judgeTrace(): void {
    const { records } = this.#watch;
    const hasEnded = records.at(-1)?.type === 'end';
    const isKnown = records.length - (hasEnded ? 1 : 0) <= this.#judged;
    for (const { name: invariant, kind, check, fold } of this.#options.invariants) {
      if (fold !== undefined || this.#found.has(invariant)) continue;
      if (kind === 'eventually' ? !hasEnded : isKnown) continue;
      let violations: readonly Violation[] = check(records);
      if (violations.length > 0 && !hasEnded) violations = this.#atItsEnd(check);
      const [violation] = violations;
      if (violation !== undefined) this.#find({ invariant, violation });
    }
    this.#judged = Math.max(this.#judged, records.length - (hasEnded ? 1 : 0));
  }

  /** Judges the trace when the run has gone on to its end: what a moment begins it may still put right. */
  #atItsEnd(check: Invariant['check']): readonly Violation[] {
    const moment = this.#history.snapshot();
    try {
      while (this.#run.over === undefined) this.#run.take(this.#run.ready(this.#options.lateMicros), inOrder);
    } catch (error) {
      // That is another finding, for a run that gets there.
      if (!(error instanceof SimulationError)) throw error;
    }
    const violations = check(this.#watch.records);
    this.#watch.takeBroken();
    this.#history.restore(moment);
    return violations.filter(({ record }) => record < this.#watch.records.length);
  }

  #find({ invariant, violation }: BrokenInvariant): void {
    if (this.#found.has(invariant)) return;
    this.#found.add(invariant);
    const { nowMicros: atMicros } = this.#run;
    const [choices, records] = [[...this.#choices], [...this.#watch.records]];
    this.counterexamples.push({ invariant, violation, choices, atMicros, records });
    if (this.#options.goesOn === true) return;
    this.#isCut = true;
    this.#isOver = true;
  }
}

/** Returns the images that the kubelet asks the runtime to pull in the records from there on. */
function pulledImages(records: readonly TraceRecord[], from: number): readonly string[] {
  const images = new Set<string>();
  for (let index = from; index < records.length; index++) {
    const record = records[index];
    if (record?.type === 'runtime' && record.op === 'PullImage') images.add(record.image);
  }
  return [...images];
}
