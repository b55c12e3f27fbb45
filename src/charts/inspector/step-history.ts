import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { ActorStarted, ActorStep, StepRecord } from '../../trace/step-record.ts';
import {
  type ActorEntry,
  type ActorHistory,
  type ActorIdentity,
  identityIn,
  type SentMessage,
  type WorksFor,
} from './actor-entry.ts';
import { followsByItself } from './follows-by-itself.ts';
import { InspectionRecorder } from './inspection-recorder.ts';
import type { PathOf } from './plain-value.ts';
import { actorStartedOf, actorStepOf, identityOf } from './step-log.ts';
import type { StartedNote, StepNote, TakenNote } from './step-note.ts';

/** The default number of kept steps. A step takes about a kilobyte. */
const historyStepsMax = 500_000;

/** The node whose steps are kept, and the number of steps. */
export interface StepHistoryOptions {
  /** The node whose actors are kept. The network and the registries are kept too. */
  readonly node: string;
  /** Keeps other nodes too as long as there is room; those that came last are dropped first. */
  readonly keepsOthers?: boolean;
  /** The number of kept steps. Steps beyond it are cut off. */
  readonly stepsMax?: number;
}

/** The kept steps of an actor: notes by reference, or records of a stored trace. */
interface Kept {
  /** The nodes for which it works, as a key. Actors with one key are dropped together. */
  readonly owner: string;
  readonly entry: Omit<ActorEntry, 'steps' | 'toMs'>;
  readonly started: StartedNote | ActorStarted;
  readonly steps: (TakenNote | ActorStep)[];
  toMs: number | undefined;
  isCut: boolean;
}

/**
 * The steps of the actors of one node, or of more, and of those that all nodes share. Give its `inspect` to
 * `simulate`, or make a history of a stored trace with `ofRecords`. It holds references, and makes plain
 * values only on request.
 */
export class StepHistory {
  /** Takes XState's inspection events, each with the virtual time in µs. */
  readonly inspect: InspectionRecorder['inspect'];
  readonly #node: string;
  readonly #pathOf: PathOf;
  readonly #stepsMax: number;
  /** The number of kept steps by owner, with the nodes of that owner. */
  readonly #stepsOf = new Map<string, { readonly actor: WorksFor; count: number }>();
  readonly #givenUp = new Set<string>();
  /** The kept actors by path, in the order in which they started: parents before their children. */
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

  /**
   * Returns the actors of a node and those that all nodes share: parents before their children, otherwise in
   * the order in which they started.
   */
  actors(node = this.#node): readonly ActorEntry[] {
    return [...this.#kept.values()]
      .filter(({ entry }) => worksForNode(entry, node))
      .map(({ entry, steps, toMs }) => ({
        ...entry,
        ...(toMs === undefined ? {} : { toMs }),
        steps: steps.length,
      }));
  }

  /** Returns the kept steps of the actor at that path; undefined if there is no such actor. */
  steps(actor: string): ActorHistory | undefined {
    const kept = this.#kept.get(actor);
    if (kept === undefined) return undefined;
    const { entry, started, steps, isCut } = kept;
    const sent = this.#sentBy(actor);
    const partners = new Set([
      entry.parent,
      ...steps.map(({ source }) => source),
      ...sent.map(({ to }) => to),
    ]);
    partners.delete(actor);
    return {
      started: 'kind' in started ? actorStartedOf(started, this.#pathOf) : started,
      steps: steps.map((step) => ('kind' in step ? actorStepOf(step, this.#pathOf) : step)),
      isCut,
      sent,
      partners: [...partners].flatMap((path) => {
        const partner = path === undefined ? undefined : this.#kept.get(path);
        if (partner === undefined) return [];
        const { fromMs: _, ...identity } = partner.entry;
        return [identity];
      }),
    };
  }

  /** Returns what an actor sent, found in the steps of those who took it. */
  #sentBy(actor: string): readonly SentMessage[] {
    const sent: SentMessage[] = [];
    for (const [to, { entry, started, steps }] of this.#kept) {
      if (to === actor) continue;
      if (entry.parent === actor)
        sent.push({ step: started.step, at: entry.fromMs, to, event: 'xstate.init' });
      for (const step of steps) {
        if (step.source !== actor) continue;
        if ('kind' in step) {
          if (!step.follows)
            sent.push({ step: step.step, at: step.micros / 1000, to, event: step.event.type });
        } else if (!followsByItself(step))
          sent.push({ step: step.step, at: step.at, to, event: step.event.type });
      }
    }
    return sent.sort((one, other) => one.step - other.step);
  }

  #note(note: StepNote): void {
    if (note.kind === 'taken') this.#keepStep(note.actor.path, note);
    else if (note.kind === 'stopped') this.#end(note.actor.path, note.micros / 1000);
    else this.#begin(note, identityOf(note), note.micros / 1000);
  }

  #add(record: StepRecord, keepsOthers: boolean): void {
    if (record.type === 'actorStarted') {
      if (keepsOthers || worksForNode(record, this.#node)) this.#begin(record, identityIn(record), record.at);
    } else if (record.type === 'actorStep') this.#keepStep(record.actor, record);
    else this.#end(record.actor, record.at);
  }

  #begin(started: Kept['started'], identity: ActorIdentity, fromMs: number): void {
    const owner = identity.nodes?.join(' ') ?? '';
    if (this.#givenUp.has(owner)) return;
    getOrInsert(this.#stepsOf, owner, () => ({ actor: identity, count: 0 }));
    this.#kept.set(identity.actor, {
      owner,
      entry: { ...identity, fromMs },
      started,
      steps: [],
      toMs: undefined,
      isCut: false,
    });
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

  /** Makes room by dropping the last of the nodes that nobody asked for. Returns whether there was one. */
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

/** Whether the actor works for that node, alone or with others. */
function worksForNode({ nodes }: WorksFor, node: string): boolean {
  return nodes === undefined || nodes.includes(node);
}
