import type { z } from 'zod';
import type { stepSchemas } from './step-schema.ts';

/**
 * What the statecharts of a run did. It is written only on request. In a trace these lines stand between the records, in the order in which
 * things happened, and have numbers of their own: without these lines, the trace has the same bytes as one that was written without them.
 */
export type StepRecord = ActorStarted | ActorStep | ActorStopped;

/** An actor has started, in this state and with this context. */
export type ActorStarted = Line<'actorStarted'>;

/** One microstep: an actor took an event or an eventless transition. */
export type ActorStep = Line<'actorStep'>;

/** An actor has reached its end or was stopped. */
export type ActorStopped = Line<'actorStopped'>;

type Line<Type extends keyof typeof stepSchemas> = ReadonlyFields<z.infer<(typeof stepSchemas)[Type]>>;

type ReadonlyFields<T> = { readonly [Key in keyof T]: T[Key] extends string[] | undefined ? readonly string[] : T[Key] };
