/** Namespace, name and UID of the object that a credential came from. */
export interface CredentialCoordinates {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/**
 * Where a credential comes from: a pull secret, a credential provider that speaks for the pod's service account, or the
 * node itself (its docker config), which any pod of the node may use.
 */
export type CredentialSource =
  | ({ readonly kind: 'secret' } & CredentialCoordinates)
  | ({ readonly kind: 'serviceAccount' } & CredentialCoordinates)
  | { readonly kind: 'node' };

/**
 * A user and password for a registry, without either: all that is known is which credentials are equal.
 * Mirrors `TrackedAuthConfig` in pkg/credentialprovider/keyring.go (1.36).
 */
export interface PullCredential {
  /** An opaque text. Equal user and password give equal identities (`AuthConfigHash`). */
  readonly identity: string;
  /** The registry as the docker config names it: `https://registry.example/v1/`, `*.registry.example/team`. */
  readonly registryKey: string;
  readonly source: CredentialSource;
}
