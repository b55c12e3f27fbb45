import type { InspectionEvent } from 'xstate';
import type { ActorStarted, ActorStep, StepRecord } from '../trace/step-record.ts';
import type { ActorEntry } from './actor-entry.ts';
import type { ActorHistory } from './actor-history.ts';
import { InspectionRecorder } from './inspection-recorder.ts';
import type { PathOf } from './plain-value.ts';
import type { StartedNote, StepNote, TakenNote } from './step-note.ts';
import { actorStartedOf, actorStepOf, nameIn } from './step-record-of.ts';

/** Steps that are kept, unless another number is asked for; about a kilobyte each. */
const historyStepsMax = 500_000;

/** Whose steps are kept, and how many. */
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
  /** The root of its actor system. */
  readonly root: string;
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
  readonly inspect: (event: InspectionEvent, nowMicros: number) => void;
  readonly #node: string;
  readonly #pathOf: PathOf;
  readonly #stepsMax: number;
  /** How many steps are kept, by root. */
  readonly #stepsOf = new Map<string, number>();
  readonly #givenUp = new Set<string>();
  /** By path, in the order in which they started: parents before their children. */
  readonly #kept = new Map<string, Kept>();
  #steps = 0;

  constructor({ node, keepsOthers = false, stepsMax = historyStepsMax }: StepHistoryOptions) {
    const watch = new InspectionRecorder({
      onNote: (note) => this.#note(note),
      isWatched: ({ root }) => keepsOthers || isShown(root, node),
    });
    this.#node = node;
    this.inspect = watch.inspect;
    this.#pathOf = watch.pathOf;
    this.#stepsMax = stepsMax;
  }

  /** The same of the steps of a stored trace, of all its nodes. */
  static ofRecords(records: readonly StepRecord[], options: StepHistoryOptions): StepHistory {
    const history = new StepHistory(options);
    const roots = new Map<string, string>();
    for (const record of records) {
      const { actor } = record;
      if (record.type === 'actorStarted') roots.set(actor, record.parent === undefined ? actor : (roots.get(record.parent) ?? actor));
      const root = roots.get(actor) ?? actor;
      if (options.keepsOthers === true || isShown(root, options.node)) history.#add(record, root);
    }
    return history;
  }

  /** Whether the actors of that node are kept. */
  keeps(node: string): boolean {
    return node === this.#node || (this.#stepsOf.has(node) && !this.#givenUp.has(node));
  }

  /** The actors of a node, and those that all nodes share, parents before their children, otherwise in the order in which they started. */
  actors(node = this.#node): readonly ActorEntry[] {
    return [...this.#kept.values()]
      .filter(({ root }) => isShown(root, node))
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
      const beginning = { actor: actor.path, name: nameIn(context), machine: actor.machine, parent: actor.parent };
      this.#begin(note, beginning, actor.root, micros / 1000);
    }
  }

  #add(record: StepRecord, root: string): void {
    if (record.type === 'actorStarted') this.#begin(record, record, root, record.at);
    else if (record.type === 'actorStep') this.#keepStep(record.actor, record);
    else this.#end(record.actor, record.at);
  }

  #begin(started: Kept['started'], { actor, name, machine, parent }: Beginning, root: string, fromMs: number): void {
    if (this.#givenUp.has(root)) return;
    if (!this.#stepsOf.has(root)) this.#stepsOf.set(root, 0);
    const named = name === undefined ? {} : { name };
    const entry = { actor, ...named, machine, ...(parent === undefined ? {} : { parent }), fromMs };
    this.#kept.set(actor, { root, entry, started, steps: [], toMs: undefined, isCut: false });
  }

  #keepStep(path: string, step: TakenNote | ActorStep): void {
    const kept = this.#kept.get(path);
    if (kept === undefined) return;
    if (this.#steps >= this.#stepsMax && !this.#giveUpAnother()) kept.isCut = true;
    else if (!this.#givenUp.has(kept.root)) {
      kept.steps.push(step);
      this.#steps++;
      this.#stepsOf.set(kept.root, (this.#stepsOf.get(kept.root) ?? 0) + 1);
    }
  }

  /** Makes room: of the nodes that nobody asked for, the last. Returns whether there was one. */
  #giveUpAnother(): boolean {
    const root = [...this.#stepsOf.keys()].findLast((other) => !isShown(other, this.#node));
    if (root === undefined) return false;
    this.#givenUp.add(root);
    this.#steps -= this.#stepsOf.get(root) ?? 0;
    this.#stepsOf.delete(root);
    for (const [path, kept] of this.#kept) if (kept.root === root) this.#kept.delete(path);
    return true;
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

/** The network and the registries belong to all nodes, or to those that they are named by (`network@node-1`). */
function isShown(root: string, node: string): boolean {
  if (root === node) return true;
  const [actor, place] = splitOnce(root, '@');
  return (actor === 'network' || actor.startsWith('registry/')) && (place === '' || place.split(',').includes(node));
}

function splitOnce(text: string, at: string): readonly [string, string] {
  const index = text.indexOf(at);
  return index < 0 ? [text, ''] : [text.slice(0, index), text.slice(index + 1)];
}
