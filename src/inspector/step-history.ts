import type { InspectionEvent } from 'xstate';
import type { ActorStarted, ActorStep, StepRecord } from '../trace/step-record.ts';
import type { ActorEntry } from './actor-entry.ts';
import type { ActorHistory } from './actor-history.ts';
import { ActorWatch } from './actor-watch.ts';
import type { PathOf } from './plain-value.ts';
import type { StartedNote, StepNote, TakenNote } from './step-note.ts';
import { actorStartedOf, actorStepOf, nameIn } from './step-record-of.ts';

/** Steps that are kept of a node, unless another number is asked for. */
const historyStepsMax = 500_000;

export interface StepHistoryOptions {
  /** The node whose actors are kept; the network and the registries are kept beside it. */
  readonly node: string;
  /** Steps kept; from then on histories are cut. */
  readonly stepsMax?: number;
}

/** What is kept of an actor: notes by reference, or records of a stored trace. */
interface Kept {
  readonly entry: Omit<ActorEntry, 'steps' | 'toMs'>;
  readonly started: StartedNote | ActorStarted;
  readonly steps: (TakenNote | ActorStep)[];
  toMs: number | undefined;
  isCut: boolean;
}

/**
 * What the actors of one node did, and those that all nodes share: give its `inspect` to `simulate`, or make one of a stored
 * trace with `ofRecords`. It holds references, and makes plain values of them when it is asked.
 */
export class StepHistory {
  readonly inspect: (event: InspectionEvent, nowMicros: number) => void;
  readonly #pathOf: PathOf;
  readonly #stepsMax: number;
  /** By path, in the order in which they started: parents before their children. */
  readonly #kept = new Map<string, Kept>();
  #steps = 0;

  constructor({ node, stepsMax = historyStepsMax }: StepHistoryOptions) {
    const watch = new ActorWatch({ onNote: (note) => this.#note(note), isWatched: ({ root }) => isShown(root, node) });
    this.inspect = watch.inspect;
    this.#pathOf = watch.pathOf;
    this.#stepsMax = stepsMax;
  }

  /** The same of the steps of a stored trace, of all its nodes. */
  static ofRecords(records: readonly StepRecord[], options: StepHistoryOptions): StepHistory {
    const history = new StepHistory(options);
    const shown = new Set<string>();
    for (const record of records) {
      if (record.type === 'actorStarted' && (record.parent === undefined ? isShown(record.actor, options.node) : shown.has(record.parent)))
        shown.add(record.actor);
      if (shown.has(record.actor)) history.#add(record);
    }
    return history;
  }

  /** The actors, parents before their children, otherwise in the order in which they started. */
  actors(): readonly ActorEntry[] {
    return [...this.#kept.values()].map(({ entry, steps, toMs }) => ({
      ...entry,
      ...(toMs === undefined ? {} : { toMs }),
      steps: steps.length,
    }));
  }

  /** All that is kept of the actor at that path; undefined where there is none. */
  steps(actor: string): ActorHistory | undefined {
    const kept = this.#kept.get(actor);
    if (kept === undefined) return undefined;
    const { started, steps, isCut } = kept;
    return {
      started: 'kind' in started ? actorStartedOf(started, this.#pathOf) : started,
      steps: steps.map((step) => ('kind' in step ? actorStepOf(step, this.#pathOf) : step)),
      isCut,
    };
  }

  #note(note: StepNote): void {
    if (note.kind === 'taken') this.#keepStep(note.actor.path, note);
    else if (note.kind === 'stopped') this.#end(note.actor.path, note.micros / 1000);
    else {
      const { actor, micros, context } = note;
      this.#begin(note, { actor: actor.path, name: nameIn(context), machine: actor.machine, parent: actor.parent }, micros / 1000);
    }
  }

  #add(record: StepRecord): void {
    if (record.type === 'actorStarted') this.#begin(record, record, record.at);
    else if (record.type === 'actorStep') this.#keepStep(record.actor, record);
    else this.#end(record.actor, record.at);
  }

  #begin(started: Kept['started'], { actor, name, machine, parent }: Beginning, fromMs: number): void {
    const named = name === undefined ? {} : { name };
    const entry = { actor, ...named, machine, ...(parent === undefined ? {} : { parent }), fromMs };
    this.#kept.set(actor, { entry, started, steps: [], toMs: undefined, isCut: false });
  }

  #keepStep(path: string, step: TakenNote | ActorStep): void {
    const kept = this.#kept.get(path);
    if (kept === undefined) return;
    if (this.#steps < this.#stepsMax) {
      kept.steps.push(step);
      this.#steps++;
    } else kept.isCut = true;
  }

  #end(path: string, toMs: number): void {
    const kept = this.#kept.get(path);
    if (kept !== undefined) kept.toMs = toMs;
  }
}

interface Beginning {
  readonly actor: string;
  readonly name?: string | undefined;
  readonly machine: string;
  readonly parent?: string | undefined;
}

/** The network and the registries belong to all nodes. */
function isShown(root: string, node: string): boolean {
  return root === node || root === 'network' || root.startsWith('registry/');
}
