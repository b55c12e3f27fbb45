import type { PullCredential } from './pull-credential.ts';

/** What the trace is told of a credential: whose it is and which are equal, never what it says. */
export interface CredentialObservation {
  readonly source: 'secret' | 'serviceAccount' | 'node';
  /** Opaque; equal user and password give equal identities. */
  readonly identity: string;
  /** Of the secret or the service account. */
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
}

/** Returns a credential as the trace has it. */
export function credentialObservation({ identity, source }: PullCredential): CredentialObservation {
  if (source.kind === 'node') return { source: 'node', identity };
  const { kind, namespace, name, uid } = source;
  return { source: kind, identity, namespace, name, uid };
}
