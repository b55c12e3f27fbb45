import type {
  ActorStarted,
  ActorStep,
  ActorStopped,
  PlainRecord,
  StateValue,
  StepRecord,
} from '../../trace/step-record.ts';
import { actorLabel, participantLabel } from './actor-entry.ts';
import { followsByItself } from './follows-by-itself.ts';
import {
  type StatelyActor,
  type StatelyChild,
  type StatelyMessage,
  type StatelyState,
  statelyVersion,
} from './stately-message.ts';
import { type SelectedStep, senderOf } from './step-selection.ts';

/** What the messages need beyond the steps. */
export interface StatelyMessagesOptions {
  /** The instant that virtual time 0 stands for, from the trace's header. */
  readonly epoch: string;
  /** The machines' configs as JSON by machine id, from `statelyDefinitions`. */
  readonly definitions: Readonly<Record<string, string>>;
  /** The path of the actor that is the root of all that are shown; default: `runRoot`, which is the run. */
  readonly root?: string;
}

/**
 * The root of the actors of a run, which has several: it sends what chance and the scenario send, and starts
 * the others. No actor has this path.
 */
export const runRoot = '(run)';

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
 * are ignored, so some of the actors can be shown; whoever sends something to these or gets something from them
 * is announced before, without a statechart. All have one root. Keeps only the latest state of each running
 * actor, and the names of all.
 */
export class StatelyMessages {
  readonly #epochMs: number;
  readonly #definitions: Readonly<Record<string, string>>;
  readonly #root: string;
  readonly #actors = new Map<string, Shown>();
  /** Actors that only send to shown ones and get from them, and the run. */
  readonly #participants = new Map<string, Shown>();
  readonly #names = new Map<string, string>([[runRoot, 'the run']]);
  /** Who is known to every viewer. */
  readonly #announced = new Set<string>();
  readonly #configs = new Map<string, StatesConfig | undefined>();

  constructor({ epoch, definitions, root = runRoot }: StatelyMessagesOptions) {
    const epochMs = Date.parse(epoch);
    this.#epochMs = Number.isNaN(epochMs) ? 0 : epochMs;
    this.#definitions = definitions;
    this.#root = root;
  }

  /** Returns the messages of the next step: up to three announcements, and none to three of the step. */
  of(step: SelectedStep): readonly StatelyMessage[] {
    if (step.type === 'actorStarted') return [...this.#introduced(step), ...this.#started(step)];
    if (step.type === 'actorStep' && step.isSent === true)
      return [...this.#introduced(step), this.#event(step)];
    const shown = this.#actors.get(step.actor);
    if (shown === undefined) return [];
    if (step.type === 'actorStep') return [...this.#introduced(step), ...this.#stepped(step, shown)];
    return this.#stopped(step, shown);
  }

  #stopped(step: ActorStopped, shown: Shown): readonly StatelyMessage[] {
    this.#actors.delete(step.actor);
    this.#setChild(shown, undefined);
    const state = stateOf(shown);
    if (state.status === 'done') return [];
    const snapshot = { ...state, status: 'stopped' } as const;
    return [
      {
        ...this.#told(step, 'snapshot'),
        type: '@xstate.snapshot',
        event: { type: 'xstate.stop' },
        snapshot,
        taken: [],
      },
    ];
  }

  /**
   * Returns every running actor as it is now, and those that only send, for a viewer that connects late.
   */
  present(): readonly StatelyActor[] {
    const present = [...this.#participants.values(), ...this.#actors.values()];
    // That viewer does not know who has ended, and may yet be shown an event from there.
    this.#announced.clear();
    for (const { told } of present) this.#announced.add(told.sessionId);
    return present.map((shown) => ({ ...shown.told, type: '@xstate.actor', snapshot: stateOf(shown) }));
  }

  /** Returns the announcements of the root, the sender and the receiver, as far as they are not announced. */
  #introduced(step: SelectedStep): StatelyMessage[] {
    const { actor, isSent = false } = step;
    const named = new Set([this.#root, this.#sourceOf(step), actor]);
    // An actor that is shown announces itself.
    if (!isSent) named.delete(actor);
    return [...named].flatMap((id) =>
      id === undefined || this.#announced.has(id) ? [] : [this.#announce(id, step)],
    );
  }

  #event(step: Extract<SelectedStep, ActorStep>): StatelyMessage {
    const sourceId = this.#sourceOf(step);
    return { ...this.#told(step, 'event'), type: '@xstate.event', sourceId, event: step.event };
  }

  #announce(actor: string, step: SelectedStep): StatelyActor {
    const { participant } = step;
    const name =
      participant?.actor === actor ? participantLabel(participant) : (this.#names.get(actor) ?? actor);
    const told = {
      ...this.#told({ ...step, actor }, `actor/${actor}`),
      name,
      parentId: actor === this.#root ? undefined : this.#root,
      definition: undefined,
    };
    const shown = { told, config: undefined, value: {}, context: {}, children: {}, id: actor };
    this.#names.set(actor, name);
    this.#announced.add(actor);
    this.#participants.set(actor, shown);
    return { ...told, type: '@xstate.actor', snapshot: stateOf(shown) };
  }

  /** Returns who sent the event of a step. What no actor sent is from the run. */
  #sourceOf(step: SelectedStep): string | undefined {
    return senderOf(step) ?? (this.#root === runRoot ? runRoot : undefined);
  }

  #started(step: Extract<SelectedStep, ActorStarted>): StatelyMessage[] {
    const { actor, machine, parent, value, context } = step;
    const name = actorLabel(step);
    const told = {
      ...this.#told(step, 'actor'),
      name,
      parentId: actor === this.#root ? undefined : (parent ?? this.#root),
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
    this.#names.set(actor, name);
    this.#announced.add(actor);
    this.#setChild(shown, { xstate$$type: 1, id: shown.id });
    const snapshot = stateOf(shown);
    const event = { type: 'xstate.init' };
    return [
      { ...told, type: '@xstate.actor', snapshot },
      { ...this.#told(step, 'event'), type: '@xstate.event', sourceId: this.#sourceOf(step), event },
      { ...this.#told(step, 'snapshot'), type: '@xstate.snapshot', event, snapshot, taken: [] },
    ];
  }

  /**
   * Adds a child to the later messages about its parent, or removes it. Earlier messages stay as they are.
   */
  #setChild({ told, id }: Shown, child: StatelyChild | undefined): void {
    const { parentId } = told;
    if (parentId === undefined) return;
    const parent = this.#actors.get(parentId) ?? this.#participants.get(parentId);
    if (parent === undefined) return;
    const { [id]: _, ...others } = parent.children;
    parent.children = child === undefined ? others : { ...others, [child.id]: child };
  }

  #stepped(step: Extract<SelectedStep, ActorStep>, shown: Shown): StatelyMessage[] {
    shown.value = step.value;
    if (step.context !== undefined) shown.context = changed(shown.context, step.context);
    const { event, taken } = step;
    const snapshot = {
      ...this.#told(step, 'snapshot'),
      type: '@xstate.snapshot',
      event,
      snapshot: stateOf(shown),
      taken,
    } as const;
    // A transition that follows by itself belongs to the event before it, so only the state is told once
    // more.
    if (followsByItself(step)) return [snapshot];
    return [this.#event(step), snapshot];
  }

  #told({ step, at, actor }: Pick<StepRecord, 'step' | 'at' | 'actor'>, kind: string) {
    return {
      sessionId: actor,
      rootId: this.#root,
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
