import type { z } from 'zod';
import type { recordSchemas } from './schema.ts';
import type { because } from './schema-fields.ts';

type Schemas = typeof recordSchemas;

/** What a schema lets through, as nobody may change it. */
export type Parsed<Schema extends z.ZodType> = DeepReadonly<z.infer<Schema>>;

type DeepReadonly<T> = T extends object ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> } : T;

/** A record of this type. What its fields mean stands in the schema, and in docs/trace.md. */
export type RecordOf<Type extends keyof Schemas> = Parsed<Schemas[Type]>;

/** A line of a trace: what docs/trace.md says of its type is in it. */
export type TraceRecord = { readonly [Type in keyof Schemas]: RecordOf<Type> }[keyof Schemas];

/** The first record: everything that a reader must know of the run's conditions. */
export type HeaderRecord = RecordOf<'header'>;
export type HeaderNode = HeaderRecord['nodes'][number];
export type HeaderRegistry = NonNullable<HeaderRecord['registries']>[string];

/** The last record: why the run stopped. */
export type EndRecord = RecordOf<'end'>;

/** What actors told: in order of time, then as it happened. `at` is in ms of virtual time, exact to the microsecond. */
export type ActorRecord = Exclude<TraceRecord, HeaderRecord | EndRecord>;

/** A cause, with the number of the record it points to; absent where that actor has recorded nothing. */
export type Cause = NonNullable<Parsed<typeof because>>;
