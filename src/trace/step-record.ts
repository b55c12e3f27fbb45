import { z } from 'zod';
import { count, ms, text } from './schema-fields.ts';

export type StateValue = string | { readonly [key: string]: StateValue };

export type PlainValue = null | boolean | number | string | readonly PlainValue[] | PlainRecord;

export interface PlainRecord {
  readonly [key: string]: PlainValue;
}

const stepFields = {
  step: count('place among the steps; the first is 0, no number is left out'),
  at: ms('virtual time in ms, exact to the microsecond; never falls'),
};

const actor = text(
  'the actor: ids from its root down, `node-1/kubelet/<uid of the pod>/pulls/app`; `…#2` for the second one there',
);

const value = (description: string) =>
  z
    .custom<StateValue>(isStateValue, 'expected the name of a state, or an object of such names')
    .meta({ description, type: 'state' });

const plain = (description: string) =>
  z.custom<PlainRecord>(isRecord, 'expected a JSON object').meta({ description, type: 'map' });

/** The schemas of steps, with the fields in the order in which they are written. */
export const stepSchemas = {
  actorStarted: z
    .strictObject({
      ...stepFields,
      type: z.literal('actorStarted'),
      actor,
      machine: text('the id of its machine, `imagePull`'),
      name: text(
        'what records call it, `node-1/kubelet/default/web-0/app`; several actors may share it',
      ).exactOptional(),
      parent: text('the actor that made it; absent: a root').exactOptional(),
      count: count(
        'how many actors there have been at that path, this one included; absent: it is the first',
      ).exactOptional(),
      nodes: z
        .array(z.string())
        .meta({
          description:
            'the nodes that it works for: its own, or all that share it; absent: the run has no nodes',
        })
        .exactOptional(),
      pod: z
        .strictObject({ namespace: text('of the pod'), name: text('of the pod') })
        .meta({ description: 'the pod that it works for; absent: it works for all of them' })
        .exactOptional(),
      container: text('the container (or image volume) of the pod that it works for').exactOptional(),
      part: text('which part of that work it does, `fetch-0`; absent: all of it').exactOptional(),
      value: value('the state that it begins in, as XState writes it: `"idle"`, `{"up":"ready"}`'),
      context: plain('the context that it begins with'),
    })
    .meta({ description: 'An actor began.' }),
  actorStep: z
    .strictObject({
      ...stepFields,
      type: z.literal('actorStep'),
      actor,
      event: z
        .custom<PlainRecord & { readonly type: string }>(
          isEvent,
          'expected an event: a JSON object with a type',
        )
        .meta({
          description:
            'the event, with its fields; only its type where an eventless transition follows the step that took it',
          type: 'map',
        }),
      source: text(
        'the actor that sent it, of a timer the actor itself; absent: chance or the scenario',
      ).exactOptional(),
      taken: z.array(z.string()).meta({
        description: 'the transitions taken, as `windlass coverage` names them; none: the event was ignored',
      }),
      value: value('the state afterwards'),
      context: plain(
        'the keys of the context that changed, with their values afterwards; null: the key is gone',
      ).exactOptional(),
    })
    .meta({ description: 'A microstep: an event was taken, or an eventless transition followed.' }),
  actorStopped: z
    .strictObject({ ...stepFields, type: z.literal('actorStopped'), actor })
    .meta({ description: 'An actor reached its end, or was stopped.' }),
};

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEvent(value: unknown): boolean {
  return isRecord(value) && typeof Reflect.get(value as object, 'type') === 'string';
}

function isStateValue(value: unknown): boolean {
  return typeof value === 'string' || (isRecord(value) && Object.values(value as object).every(isStateValue));
}

/**
 * What the statecharts of a run did. It is written only on request. In a trace these lines stand between the
 * records, in the order in which things happened, and have numbers of their own: without these lines, the
 * trace has the same bytes as one that was written without them.
 */
export type StepRecord = ActorStarted | ActorStep | ActorStopped;

/** An actor has started, in this state and with this context. */
export type ActorStarted = Line<'actorStarted'>;

/** One microstep: an actor took an event or an eventless transition. */
export type ActorStep = Line<'actorStep'>;

/** An actor has reached its end or was stopped. */
export type ActorStopped = Line<'actorStopped'>;

type Line<Type extends keyof typeof stepSchemas> = ReadonlyFields<z.infer<(typeof stepSchemas)[Type]>>;

type ReadonlyFields<T> = {
  readonly [Key in keyof T]: T[Key] extends string[] | undefined ? readonly string[] : T[Key];
};
