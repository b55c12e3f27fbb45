import type { ActorRecord, Cause, Parsed } from './record.ts';
import type { containerKind, pod } from './schema-fields.ts';
import type { credential } from './schema-kubelet.ts';

/**
 * The cause of a record: `kind` is the kind of cause, `actor` is the one that caused it. The recorder finds
 * that actor's latest record.
 */
export type Because = Omit<Cause, 'record'>;

/**
 * A fact that an actor sends to the trace. The recorder adds the record's number, the virtual time, the
 * actor's name and its node, and finds the earlier record to which `because` points. People do not see this;
 * reports make texts of it.
 */
export type Observation = Told<ActorRecord>;

/** The observation from which a record of this type is made. */
export type ObservationOf<Type extends ActorRecord['type']> = Extract<Observation, { readonly type: Type }>;

type Told<Recorded> = Recorded extends unknown
  ? Omit<Recorded, 'id' | 'at' | 'node' | 'actor' | 'pull' | 'because'> & { readonly because?: Because }
  : never;

export type PodRef = Parsed<typeof pod>;
export type ContainerKind = Parsed<typeof containerKind>;
export type ContainerStatusView = ObservationOf<'status'>['containers'][number];

/** A credential as the trace has it: its owner and its identity, never its content. */
export type CredentialObservation = Parsed<typeof credential>;
