import type { ActorStarted, ActorStep, PlainRecord, StateValue, StepRecord } from '../trace/step-record.ts';
import { actorLabel } from './actor-label.ts';
import { type StatelyActor, type StatelyMessage, type StatelyState, statelyVersion } from './stately-message.ts';

export interface StatelyMessagesOptions {
  /** The instant that virtual time 0 stands for, as the trace's header has it. */
  readonly epoch: string;
  /** The machines' configs as JSON, by machine id: `statelyDefinitions`. */
  readonly definitions: Readonly<Record<string, string>>;
}

interface Shown {
  readonly told: Pick<StatelyActor, 'sessionId' | 'rootId' | 'createdAt' | 'id' | '_version' | 'name' | 'parentId' | 'definition'>;
  readonly machine: string;
  value: StateValue;
  context: PlainRecord;
  isDone: boolean;
}

/**
 * Makes Stately Inspector's messages of steps, one after the other as they come: an event and what became of its actor for
 * each step. Steps of actors that were not told of are let go by, so a part of the actors can be shown. Keeps the latest
 * state of each running actor, and nothing else.
 */
export class StatelyMessages {
  readonly #epochMs: number;
  readonly #definitions: Readonly<Record<string, string>>;
  readonly #actors = new Map<string, Shown>();
  readonly #finals = new Map<string, ReadonlySet<string>>();

  constructor({ epoch, definitions }: StatelyMessagesOptions) {
    const epochMs = Date.parse(epoch);
    this.#epochMs = Number.isNaN(epochMs) ? 0 : epochMs;
    this.#definitions = definitions;
  }

  /** The messages of the next step: none, one or two. */
  of(step: StepRecord): readonly StatelyMessage[] {
    if (step.type === 'actorStarted') return [this.#started(step)];
    const shown = this.#actors.get(step.actor);
    if (shown === undefined) return [];
    if (step.type === 'actorStep') return this.#stepped(step, shown);
    this.#actors.delete(step.actor);
    if (shown.isDone) return [];
    const snapshot = { ...stateOf(shown), status: 'stopped' } as const;
    return [
      { ...this.#told(step, shown.told.rootId, 'snapshot'), type: '@xstate.snapshot', event: { type: 'xstate.stop' }, snapshot, taken: [] },
    ];
  }

  /** Every actor that runs, as it is now: for a viewer that comes late. */
  present(): readonly StatelyActor[] {
    return [...this.#actors.values()].map((shown) => ({ ...shown.told, type: '@xstate.actor', snapshot: stateOf(shown) }));
  }

  #started(step: ActorStarted): StatelyActor {
    const { actor, machine, parent, value, context } = step;
    const rootId = parent === undefined ? actor : (this.#actors.get(parent)?.told.rootId ?? parent);
    const told = {
      ...this.#told(step, rootId, 'actor'),
      name: actorLabel(step),
      parentId: parent,
      definition: this.#definitionOf(machine),
    };
    const shown: Shown = { told, machine, value, context, isDone: this.#isFinal(machine, value) };
    this.#actors.set(actor, shown);
    return { ...told, type: '@xstate.actor', snapshot: stateOf(shown) };
  }

  #stepped(step: ActorStep, shown: Shown): StatelyMessage[] {
    shown.value = step.value;
    if (step.context !== undefined) shown.context = changed(shown.context, step.context);
    shown.isDone = this.#isFinal(shown.machine, step.value);
    const { event, source, taken } = step;
    const snapshot = {
      ...this.#told(step, shown.told.rootId, 'snapshot'),
      type: '@xstate.snapshot',
      event,
      snapshot: stateOf(shown),
      taken,
    } as const;
    // What follows by itself belongs to the event before: only the state is told once more.
    if (isEventless(step)) return [snapshot];
    const sourceId = source !== undefined && this.#actors.has(source) ? source : undefined;
    return [{ ...this.#told(step, shown.told.rootId, 'event'), type: '@xstate.event', sourceId, event }, snapshot];
  }

  #told({ step, at, actor }: StepRecord, rootId: string, kind: string) {
    return { sessionId: actor, rootId, createdAt: String(this.#epochMs + at), id: `${step}/${kind}`, _version: statelyVersion } as const;
  }

  #definitionOf(machine: string): string | undefined {
    return Object.hasOwn(this.#definitions, machine) ? this.#definitions[machine] : undefined;
  }

  #isFinal(machine: string, value: StateValue): boolean {
    if (typeof value !== 'string') return false;
    let finals = this.#finals.get(machine);
    if (finals === undefined) {
      finals = finalStates(this.#definitionOf(machine));
      this.#finals.set(machine, finals);
    }
    return finals.has(value);
  }
}

function stateOf({ value, context, isDone }: Shown): StatelyState {
  return { status: isDone ? 'done' : 'active', value, context, output: undefined, error: undefined };
}

/** Only what changed is new; the rest stays shared between states. */
function changed(before: PlainRecord, delta: PlainRecord): PlainRecord {
  const context: Record<string, PlainRecord[string]> = { ...before };
  for (const [key, value] of Object.entries(delta)) {
    if (value === null) delete context[key];
    else context[key] = value;
  }
  return context;
}

function isEventless({ taken }: ActorStep): boolean {
  return taken.length > 0 && taken.every((id) => / always(\[\d+\])? → /.test(id));
}

/** The states that end the machine: those right below it. */
function finalStates(definition: string | undefined): ReadonlySet<string> {
  if (definition === undefined) return new Set();
  const { states = {} } = JSON.parse(definition) as { states?: Record<string, { type?: string }> };
  return new Set(Object.keys(states).filter((key) => states[key]?.type === 'final'));
}
