import type { ActorStarted, ActorStep, StepRecord } from '../trace/step-record.ts';
import type { ActorEntry } from './actor-entry.ts';
import type { ActorHistory } from './actor-history.ts';
import type { WorksFor } from './inspected-actor.ts';
import { InspectionRecorder } from './inspection-recorder.ts';
import type { PathOf } from './plain-value.ts';
import { givenIn, type StartedNote, type StepNote, type TakenNote } from './step-note.ts';
import { actorStartedOf, actorStepOf, worksForOf } from './step-record-of.ts';

/** Steps that are kept, unless another number is asked for; about a kilobyte each. */
const historyStepsMax = 500_000;

/** The node whose steps are kept, and how many of them. */
export interface StepHistoryOptions {
  /** The node whose actors are kept; the network and the registries are kept beside it. */
  readonly node: string;
  /** The other nodes' too, as long as there is room: those that came last are given up first. */
  readonly keepsOthers?: boolean;
  /** Steps kept; from then on histories are cut. */
  readonly stepsMax?: number;
}

/** What is kept of an actor: notes by reference, or records of a stored trace. */
interface Kept {
  /** The nodes that it works for, as a key: what is given up is given up for all of them. */
  readonly owner: string;
  readonly entry: Omit<ActorEntry, 'steps' | 'toMs'>;
  readonly started: StartedNote | ActorStarted;
  readonly steps: (TakenNote | ActorStep)[];
  toMs: number | undefined;
  isCut: boolean;
}

/**
 * What the actors of one node did (or of more), and those that all nodes share: give its `inspect` to `simulate`, or make one of
 * a stored trace with `ofRecords`. It holds references, and makes plain values of them when it is asked.
 */
export class StepHistory {
  /** Hears each inspection event of XState, with the virtual time in µs. */
  readonly inspect: InspectionRecorder['inspect'];
  readonly #node: string;
  readonly #pathOf: PathOf;
  readonly #stepsMax: number;
  /** How many steps are kept, by owner; with the nodes of that owner. */
  readonly #stepsOf = new Map<string, { readonly actor: WorksFor; count: number }>();
  readonly #givenUp = new Set<string>();
  /** By path, in the order in which they started: parents before their children. */
  readonly #kept = new Map<string, Kept>();
  #steps = 0;

  constructor({ node, keepsOthers = false, stepsMax = historyStepsMax }: StepHistoryOptions) {
    const watch = new InspectionRecorder({
      onNote: (note) => this.#note(note),
      isWatched: (actor) => keepsOthers || worksForNode(actor, node),
    });
    this.#node = node;
    this.inspect = watch.inspect;
    this.#pathOf = watch.pathOf;
    this.#stepsMax = stepsMax;
  }

  /** Makes a history of the steps of a stored trace. */
  static ofRecords(records: readonly StepRecord[], options: StepHistoryOptions): StepHistory {
    const history = new StepHistory(options);
    for (const record of records) history.#add(record, options.keepsOthers === true);
    return history;
  }

  /** Whether the actors of that node are kept. */
  keeps(node: string): boolean {
    return node === this.#node || (this.#stepsOf.has(node) && !this.#givenUp.has(node));
  }

  /** The actors of a node, and those that all nodes share, parents before their children, otherwise in the order in which they started. */
  actors(node = this.#node): readonly ActorEntry[] {
    return [...this.#kept.values()]
      .filter(({ entry }) => worksForNode(entry, node))
      .map(({ entry, steps, toMs }) => ({ ...entry, ...(toMs === undefined ? {} : { toMs }), steps: steps.length }));
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
      const { path, machine, parent, count } = actor;
      const beginning = { actor: path, name: givenIn(context).name, machine, parent, ...worksForOf(actor) };
      this.#begin(note, count === 1 ? beginning : { ...beginning, count }, micros / 1000);
    }
  }

  #add(record: StepRecord, keepsOthers: boolean): void {
    if (record.type === 'actorStarted') {
      if (keepsOthers || worksForNode(record, this.#node)) this.#begin(record, record, record.at);
    } else if (record.type === 'actorStep') this.#keepStep(record.actor, record);
    else this.#end(record.actor, record.at);
  }

  #begin(started: Kept['started'], beginning: Beginning, fromMs: number): void {
    const { actor, name, machine, parent, count } = beginning;
    const owner = beginning.nodes?.join(' ') ?? '';
    if (this.#givenUp.has(owner)) return;
    if (!this.#stepsOf.has(owner)) this.#stepsOf.set(owner, { actor: worksForOf(beginning), count: 0 });
    const named = name === undefined ? {} : { name };
    const place = { ...(parent === undefined ? {} : { parent }), ...(count === undefined ? {} : { count }), ...worksForOf(beginning) };
    const entry = { actor, ...named, machine, ...place, fromMs };
    this.#kept.set(actor, { owner, entry, started, steps: [], toMs: undefined, isCut: false });
  }

  #keepStep(path: string, step: TakenNote | ActorStep): void {
    const kept = this.#kept.get(path);
    if (kept === undefined) return;
    if (this.#steps >= this.#stepsMax && !this.#giveUpAnother()) kept.isCut = true;
    else if (!this.#givenUp.has(kept.owner)) {
      kept.steps.push(step);
      this.#steps++;
      const steps = this.#stepsOf.get(kept.owner);
      if (steps !== undefined) steps.count++;
    }
  }

  /** Makes room: of the nodes that nobody asked for, the last. Returns whether there was one. */
  #giveUpAnother(): boolean {
    const last = [...this.#stepsOf].findLast(([, { actor }]) => !worksForNode(actor, this.#node));
    if (last === undefined) return false;
    const [owner, { count }] = last;
    this.#givenUp.add(owner);
    this.#steps -= count;
    this.#stepsOf.delete(owner);
    for (const [path, kept] of this.#kept) if (kept.owner === owner) this.#kept.delete(path);
    return true;
  }

  #end(path: string, toMs: number): void {
    const kept = this.#kept.get(path);
    if (kept !== undefined) kept.toMs = toMs;
  }
}

interface Beginning extends WorksFor {
  readonly actor: string;
  readonly name?: string | undefined;
  readonly machine: string;
  readonly parent?: string | undefined;
  readonly count?: number;
}

/** Whether the actor is one of that node, or one that the node shares with others. */
function worksForNode({ nodes }: WorksFor, node: string): boolean {
  return nodes === undefined || nodes.includes(node);
}
