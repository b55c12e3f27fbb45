import type { ActorRecord, Cause, Parsed } from './record.ts';
import type { credential } from './schema-credentials.ts';
import type { containerKind, pod } from './schema-fields.ts';

/** The cause of a record: `kind` says how, `actor` whose doing; the recorder finds that actor's latest record. */
export type Because = Omit<Cause, 'record'>;

/**
 * What an actor tells the trace. The recorder adds the record's number, the virtual time, the actor's name and its node,
 * and finds the earlier record that `because` points to. Nothing here is shown to people: reports do that.
 */
export type Observation = Told<ActorRecord>;

/** What is told in records of this type. */
export type ObservationOf<Type extends ActorRecord['type']> = Extract<Observation, { readonly type: Type }>;

type Told<Recorded> = Recorded extends unknown
  ? Omit<Recorded, 'id' | 'at' | 'node' | 'actor' | 'pull' | 'because'> & { readonly because?: Because }
  : never;

export type PodRef = Parsed<typeof pod>;
export type ContainerKind = Parsed<typeof containerKind>;
export type ContainerStatusView = ObservationOf<'status'>['containers'][number];

/** What the trace is told of a credential: whose it is and which are equal, never what it says. */
export type CredentialObservation = Parsed<typeof credential>;
