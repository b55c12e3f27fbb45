import type {
  ActorStarted,
  ActorStep,
  PlainRecord,
  StateValue,
  StepRecord,
} from '../../trace/step-record.ts';
import { actorLabel } from './actor-entry.ts';
import {
  type StatelyActor,
  type StatelyChild,
  type StatelyMessage,
  type StatelyState,
  statelyVersion,
} from './stately-message.ts';
import type { SelectedStep } from './step-selection.ts';

/** What the messages need beyond the steps. */
export interface StatelyMessagesOptions {
  /** The instant that virtual time 0 stands for, from the trace's header. */
  readonly epoch: string;
  /** The machines' configs as JSON by machine id, from `statelyDefinitions`. */
  readonly definitions: Readonly<Record<string, string>>;
}

interface Shown {
  readonly told: Pick<
    StatelyActor,
    'sessionId' | 'rootId' | 'createdAt' | 'id' | '_version' | 'name' | 'parentId' | 'definition'
  >;
  /** undefined if its machine is not known. */
  readonly config: StatesConfig | undefined;
  value: StateValue;
  context: PlainRecord;
  children: StatelyState['children'];
  /** The name that its parent gives it. */
  readonly id: string;
}

/**
 * Makes Stately Inspector's messages of steps as they come: for each step an event and the new state of its
 * actor; a start is the event `xstate.init` from the actor's creator. Steps of actors that were not announced
 * are ignored, so some of the actors can be shown. Keeps only the latest state of each running actor.
 */
export class StatelyMessages {
  readonly #epochMs: number;
  readonly #definitions: Readonly<Record<string, string>>;
  readonly #actors = new Map<string, Shown>();
  readonly #configs = new Map<string, StatesConfig | undefined>();

  constructor({ epoch, definitions }: StatelyMessagesOptions) {
    const epochMs = Date.parse(epoch);
    this.#epochMs = Number.isNaN(epochMs) ? 0 : epochMs;
    this.#definitions = definitions;
  }

  /** Returns the messages of the next step: none to three. */
  of(step: SelectedStep): readonly StatelyMessage[] {
    if (step.type === 'actorStarted') return this.#started(step);
    const shown = this.#actors.get(step.actor);
    if (shown === undefined) return [];
    if (step.type === 'actorStep') return this.#stepped(step, shown);
    this.#actors.delete(step.actor);
    this.#setChild(shown, undefined);
    const state = stateOf(shown);
    if (state.status === 'done') return [];
    const snapshot = { ...state, status: 'stopped' } as const;
    return [
      {
        ...this.#told(step, shown.told.rootId, 'snapshot'),
        type: '@xstate.snapshot',
        event: { type: 'xstate.stop' },
        snapshot,
        taken: [],
      },
    ];
  }

  /** Returns every running actor as it is now, for a viewer that connects late. */
  present(): readonly StatelyActor[] {
    return [...this.#actors.values()].map((shown) => ({
      ...shown.told,
      type: '@xstate.actor',
      snapshot: stateOf(shown),
    }));
  }

  #started(step: Extract<SelectedStep, ActorStarted>): StatelyMessage[] {
    const { actor, machine, parent, value, context } = step;
    const rootId = parent === undefined ? actor : (this.#actors.get(parent)?.told.rootId ?? parent);
    const told = {
      ...this.#told(step, rootId, 'actor'),
      name: actorLabel(step),
      parentId: parent,
      definition: this.#definitionOf(machine),
    };
    const shown: Shown = {
      told,
      config: this.#configOf(machine),
      value,
      context,
      children: {},
      id: idOf(step),
    };
    this.#actors.set(actor, shown);
    this.#setChild(shown, { xstate$$type: 1, id: shown.id });
    const snapshot = stateOf(shown);
    const event = { type: 'xstate.init' };
    return [
      { ...told, type: '@xstate.actor', snapshot },
      { ...this.#told(step, rootId, 'event'), type: '@xstate.event', sourceId: step.maker ?? parent, event },
      { ...this.#told(step, rootId, 'snapshot'), type: '@xstate.snapshot', event, snapshot, taken: [] },
    ];
  }

  /**
   * Adds a child to the later messages about its parent, or removes it. Earlier messages stay as they are.
   */
  #setChild({ told, id }: Shown, child: StatelyChild | undefined): void {
    const parent = told.parentId === undefined ? undefined : this.#actors.get(told.parentId);
    if (parent === undefined) return;
    const { [id]: _, ...others } = parent.children;
    parent.children = child === undefined ? others : { ...others, [child.id]: child };
  }

  #stepped(step: ActorStep, shown: Shown): StatelyMessage[] {
    shown.value = step.value;
    if (step.context !== undefined) shown.context = changed(shown.context, step.context);
    const { event, source, taken } = step;
    const snapshot = {
      ...this.#told(step, shown.told.rootId, 'snapshot'),
      type: '@xstate.snapshot',
      event,
      snapshot: stateOf(shown),
      taken,
    } as const;
    // A transition that follows by itself belongs to the event before it, so only the state is told once
    // more.
    if (followsByItself(step)) return [snapshot];
    return [
      { ...this.#told(step, shown.told.rootId, 'event'), type: '@xstate.event', sourceId: source, event },
      snapshot,
    ];
  }

  #told({ step, at, actor }: StepRecord, rootId: string, kind: string) {
    return {
      sessionId: actor,
      rootId,
      createdAt: String(this.#epochMs + at),
      id: `${step}/${kind}`,
      _version: statelyVersion,
    } as const;
  }

  #definitionOf(machine: string): string | undefined {
    return Object.hasOwn(this.#definitions, machine) ? this.#definitions[machine] : undefined;
  }

  #configOf(machine: string): StatesConfig | undefined {
    if (!this.#configs.has(machine)) this.#configs.set(machine, configOf(this.#definitionOf(machine)));
    return this.#configs.get(machine);
  }
}

function stateOf({ config, value, context, children }: Shown): StatelyState {
  const status = isFinal(config, value) ? 'done' : 'active';
  return {
    status,
    value,
    context,
    tags: tagsIn(config, value),
    children,
    output: undefined,
    error: undefined,
  };
}

/**
 * Returns the name that its parent gives the actor: the rest of its path, without the number of a second
 * actor there.
 */
function idOf({ actor, parent, count }: ActorStarted): string {
  const end = count === undefined ? undefined : -`#${count}`.length;
  return actor.slice(parent === undefined ? 0 : parent.length + 1, end);
}

/** Only changed values are new; the others are shared between states. */
function changed(before: PlainRecord, delta: PlainRecord): PlainRecord {
  const context: Record<string, PlainRecord[string]> = { ...before };
  for (const [key, value] of Object.entries(delta)) {
    if (value === null) delete context[key];
    else context[key] = value;
  }
  return context;
}

/** Whether the step is an eventless transition, or follows the end of a state. */
function followsByItself({ taken, event }: ActorStep): boolean {
  if (event.type.startsWith('xstate.done.state.')) return true;
  return taken.length > 0 && taken.every((id) => / always(\[\d+\])? → /.test(id));
}

/** The part of a machine's config that each message about its states needs. */
interface StatesConfig {
  readonly type?: string;
  readonly tags?: string | readonly string[];
  readonly states?: Readonly<Record<string, StatesConfig>>;
}

/** Reads a definition, which is a config as JSON. */
function configOf(definition: string | undefined): StatesConfig | undefined {
  return definition === undefined ? undefined : (JSON.parse(definition) as StatesConfig);
}

/** Whether that state ends the machine: only final states directly below its root do. */
function isFinal(config: StatesConfig | undefined, value: StateValue): boolean {
  return typeof value === 'string' && config?.states?.[value]?.type === 'final';
}

/** Returns the tags of all active states, each once. */
function tagsIn(config: StatesConfig | undefined, value: StateValue): readonly string[] {
  if (config === undefined) return [];
  const active: [string, StateValue][] = typeof value === 'string' ? [[value, {}]] : Object.entries(value);
  const below = active.flatMap(([key, inner]) => tagsIn(config.states?.[key], inner));
  return [...new Set([config.tags ?? [], below].flat())];
}
