import type { PlainRecord, StateValue } from '../trace/plain-value.ts';
import type { ActorStarted, ActorStep, StepRecord } from '../trace/step-record.ts';
import type { SelectedStep } from './actor-selection.ts';
import { actorLabel } from './actor-title.ts';
import { type StatelyActor, type StatelyChild, type StatelyMessage, type StatelyState, statelyVersion } from './stately-message.ts';

/** What messages say that no step has in it. */
export interface StatelyMessagesOptions {
  /** The instant that virtual time 0 stands for, as the trace's header has it. */
  readonly epoch: string;
  /** The machines' configs as JSON, by machine id: `statelyDefinitions`. */
  readonly definitions: Readonly<Record<string, string>>;
}

interface Shown {
  readonly told: Pick<StatelyActor, 'sessionId' | 'rootId' | 'createdAt' | 'id' | '_version' | 'name' | 'parentId' | 'definition'>;
  /** undefined: its machine is not known. */
  readonly config: StatesConfig | undefined;
  value: StateValue;
  context: PlainRecord;
  children: StatelyState['children'];
  /** What its parent calls it. */
  readonly id: string;
}

/**
 * Makes Stately Inspector's messages of steps, one after the other as they come: an event and what became of its actor for
 * each step; a beginning is the event `xstate.init` of whoever made it. Steps of actors that were not told of are let go by,
 * so a part of the actors can be shown. Keeps the latest state of each running actor, and nothing else.
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

  /** The messages of the next step: none to three. */
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
      { ...this.#told(step, shown.told.rootId, 'snapshot'), type: '@xstate.snapshot', event: { type: 'xstate.stop' }, snapshot, taken: [] },
    ];
  }

  /** Every actor that runs, as it is now: for a viewer that comes late. */
  present(): readonly StatelyActor[] {
    return [...this.#actors.values()].map((shown) => ({ ...shown.told, type: '@xstate.actor', snapshot: stateOf(shown) }));
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
    const shown: Shown = { told, config: this.#configOf(machine), value, context, children: {}, id: idOf(step) };
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

  /** Puts a child into what is told of its parent from now on, or takes it out. What was told before stays as it was. */
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
    // What follows by itself belongs to the event before: only the state is told once more.
    if (followsByItself(step)) return [snapshot];
    return [{ ...this.#told(step, shown.told.rootId, 'event'), type: '@xstate.event', sourceId: source, event }, snapshot];
  }

  #told({ step, at, actor }: StepRecord, rootId: string, kind: string) {
    return { sessionId: actor, rootId, createdAt: String(this.#epochMs + at), id: `${step}/${kind}`, _version: statelyVersion } as const;
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
  return { status, value, context, tags: tagsIn(config, value), children, output: undefined, error: undefined };
}

/** What its parent calls it: the rest of its path, without the number of a second actor there. */
function idOf({ actor, parent, count }: ActorStarted): string {
  const end = count === undefined ? undefined : -`#${count}`.length;
  return actor.slice(parent === undefined ? 0 : parent.length + 1, end);
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

/** An eventless transition, or what follows the end of a state. */
function followsByItself({ taken, event }: ActorStep): boolean {
  if (event.type.startsWith('xstate.done.state.')) return true;
  return taken.length > 0 && taken.every((id) => / always(\[\d+\])? → /.test(id));
}

/** What a machine's config says of its states, as far as it is told with each of them. */
interface StatesConfig {
  readonly type?: string;
  readonly tags?: string | readonly string[];
  readonly states?: Readonly<Record<string, StatesConfig>>;
}

/** Reads a definition: a config as JSON. */
function configOf(definition: string | undefined): StatesConfig | undefined {
  return definition === undefined ? undefined : (JSON.parse(definition) as StatesConfig);
}

/** Whether that state ends the machine: only those right below it do. */
function isFinal(config: StatesConfig | undefined, value: StateValue): boolean {
  return typeof value === 'string' && config?.states?.[value]?.type === 'final';
}

/** The tags of all states that are active, each once. */
function tagsIn(config: StatesConfig | undefined, value: StateValue): readonly string[] {
  if (config === undefined) return [];
  const active: [string, StateValue][] = typeof value === 'string' ? [[value, {}]] : Object.entries(value);
  const below = active.flatMap(([key, inner]) => tagsIn(config.states?.[key], inner));
  return [...new Set([config.tags ?? [], below].flat())];
}
