import type { z } from 'zod';
import type { recordSchemas } from './schema.ts';
import type { because } from './schema-fields.ts';

type Schemas = typeof recordSchemas;

/** The values that a schema accepts, as read-only types. */
export type Parsed<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>;

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** A record of this type. Its schema and docs/trace.md say what the fields mean. */
export type RecordOf<Type extends keyof Schemas> = Parsed<Schemas[Type]>;

/** A line of a trace, with the fields that docs/trace.md lists for its type. */
export type TraceRecord = { readonly [Type in keyof Schemas]: RecordOf<Type> }[keyof Schemas];

/** The first record: the conditions of the run that a reader must know. */
export type HeaderRecord = RecordOf<'header'>;
export type HeaderNode = HeaderRecord['nodes'][number];
export type HeaderRegistry = NonNullable<HeaderRecord['registries']>[string];

/** The last record: why the run stopped. */
export type EndRecord = RecordOf<'end'>;

/**
 * A record of an actor. Records are in order of time, then in the order in which things happened. `at` is in
 * ms of virtual time, exact to the microsecond.
 */
export type ActorRecord = Exclude<TraceRecord, HeaderRecord | EndRecord>;

/** A cause, with the number of the record to which it points; absent if that actor has no record. */
export type Cause = NonNullable<Parsed<typeof because>>;
