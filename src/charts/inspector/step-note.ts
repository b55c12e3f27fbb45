import type { AnyTransitionDefinition, EventObject } from 'xstate';
import type { ActorStarted, StateValue } from '../../trace/step-record.ts';
import type { InspectedActor } from './actor-entry.ts';

/** What an actor did. It refers to the actor's own values, which are neither copied nor made plain yet. */
export type StepNote = StartedNote | TakenNote | StoppedNote;

export type Context = Readonly<Record<string, unknown>>;

/** Returns what a context says of its actor's identity, directly or in the input that it keeps. */
export function givenIn(context: Context): {
  name: string | undefined;
  pod: ActorStarted['pod'];
  container: string | undefined;
} {
  const given = (key: string): unknown =>
    context[key] ?? (isObject(context.input) ? context.input[key] : undefined);
  const [name, pod, container] = [given('name'), given('pod'), given('container')];
  return {
    name: typeof name === 'string' ? name : undefined,
    pod: isObject(pod) ? { namespace: `${pod.namespace}`, name: `${pod.name}` } : undefined,
    container: typeof container === 'string' ? container : undefined,
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

interface Noted {
  /** The number of the step in the whole run, from 0. */
  readonly step: number;
  readonly micros: number;
  readonly actor: InspectedActor;
}

export interface StartedNote extends Noted {
  readonly kind: 'started';
  readonly value: StateValue;
  readonly context: Context;
}

export interface TakenNote extends Noted {
  readonly kind: 'taken';
  readonly event: EventObject;
  /** Whether this is an eventless transition: its event is that of the step before. */
  readonly follows: boolean;
  /**
   * The path of the sender; for a timer, the actor itself. undefined for the random source and the scenario.
   */
  readonly source: string | undefined;
  readonly transitions: readonly AnyTransitionDefinition[];
  readonly value: StateValue;
  /** The context before and after. Unchanged values are the same objects in both. */
  readonly before: Context;
  readonly context: Context;
}

export interface StoppedNote extends Noted {
  readonly kind: 'stopped';
}
