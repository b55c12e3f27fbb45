import type { PullCredential } from './pull-credential.ts';

/** A credential as the trace has it: where it comes from and which others it equals, never its user and password. */
export interface CredentialObservation {
  readonly source: 'secret' | 'serviceAccount' | 'node';
  /** An opaque text. Equal user and password give equal identities. */
  readonly identity: string;
  /** The namespace of the secret or the service account. */
  readonly namespace?: string;
  readonly name?: string;
  readonly uid?: string;
}

/** Returns the credential as it is recorded. */
export function credentialObservation({ identity, source }: PullCredential): CredentialObservation {
  if (source.kind === 'node') return { source: 'node', identity };
  const { kind, namespace, name, uid } = source;
  return { source: kind, identity, namespace, name, uid };
}
