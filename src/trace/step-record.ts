import type { z } from 'zod';
import type { stepSchemas } from './step-schema.ts';

/**
 * What the statecharts of a run did, told only where asked for. In a trace these lines stand between the records, in the
 * order in which things happened, and are numbered by themselves: a trace without them is the same, byte for byte, as one
 * from which they are taken out.
 */
export type StepRecord = ActorStarted | ActorStep | ActorStopped;

/** An actor began, in this state and with this context. */
export type ActorStarted = Line<'actorStarted'>;

/** One microstep: an event was taken, or an eventless transition followed. */
export type ActorStep = Line<'actorStep'>;

/** An actor reached its end, or was stopped. */
export type ActorStopped = Line<'actorStopped'>;

type Line<Type extends keyof typeof stepSchemas> = ReadonlyFields<z.infer<(typeof stepSchemas)[Type]>>;

type ReadonlyFields<T> = { readonly [Key in keyof T]: T[Key] extends string[] | undefined ? readonly string[] : T[Key] };
