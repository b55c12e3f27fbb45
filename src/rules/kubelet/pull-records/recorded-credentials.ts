import type { CredentialCoordinates, PullCredential } from '../credentials/pull-credential.ts';

/**
 * A pull secret that has opened an image. Mirrors `ImagePullSecret` of the kubelet's configuration API
 * (1.36).
 */
export interface RecordedSecret extends CredentialCoordinates {
  readonly credentialHash: string;
}

/**
 * The credentials that may use an image under one name. Mirrors `ImagePullCredentials` of the kubelet's
 * configuration API (1.36).
 */
export interface RecordedCredentials {
  /**
   * The image was pulled without credentials or with the node's own, so that every pod of the node may use
   * it.
   */
  readonly nodePodsAccessible: boolean;
  /** The secrets, sorted by namespace, name and UID. */
  readonly secrets: readonly RecordedSecret[];
  readonly serviceAccounts: readonly CredentialCoordinates[];
}

const anybody: RecordedCredentials = { nodePodsAccessible: true, secrets: [], serviceAccounts: [] };

/** Returns the secret as a record keeps it. */
export function recordedSecret({ identity, source }: PullCredential): RecordedSecret | undefined {
  if (source.kind !== 'secret') return undefined;
  return { uid: source.uid, namespace: source.namespace, name: source.name, credentialHash: identity };
}

/**
 * Returns what is recorded of a pull with this credential, undefined standing for an anonymous one.
 * Mirrors `trackedToImagePullCreds` in pkg/kubelet/images/image_manager.go (1.36).
 */
export function recordedCredentials(credential: PullCredential | undefined): RecordedCredentials {
  if (credential === undefined || credential.source.kind === 'node') return anybody;
  const { uid, namespace, name } = credential.source;
  if (credential.source.kind === 'serviceAccount') {
    return { nodePodsAccessible: false, secrets: [], serviceAccounts: [{ uid, namespace, name }] };
  }
  return {
    nodePodsAccessible: false,
    secrets: [{ uid, namespace, name, credentialHash: credential.identity }],
    serviceAccounts: [],
  };
}

/** Whether both name the same object. */
export function haveEqualCoordinates(one: CredentialCoordinates, other: CredentialCoordinates): boolean {
  return one.uid === other.uid && one.namespace === other.namespace && one.name === other.name;
}

/**
 * Returns what a record holds after another success, or the same object where that brings nothing new.
 * Mirrors `pulledRecordMergeNewCreds` in pkg/kubelet/images/pullmanager/image_pull_manager.go (1.36).
 */
export function mergeCredentials(
  known: RecordedCredentials,
  added: RecordedCredentials,
): RecordedCredentials {
  if (known.nodePodsAccessible) return known;
  if (added.nodePodsAccessible) return added;
  if (added.secrets.length > 0) {
    const isNew = ({ credentialHash, ...coordinates }: RecordedSecret) =>
      known.secrets.find((secret) => haveEqualCoordinates(secret, coordinates))?.credentialHash !==
      credentialHash;
    return added.secrets.some(isNew) ? { ...known, secrets: merged(known.secrets, added.secrets) } : known;
  }
  const isNew = (account: CredentialCoordinates) =>
    !known.serviceAccounts.some((other) => haveEqualCoordinates(other, account));
  return added.serviceAccounts.some(isNew)
    ? { ...known, serviceAccounts: merged(known.serviceAccounts, added.serviceAccounts) }
    : known;
}

/** Returns both lists as one, in which added entries replace equal ones. */
function merged<T extends CredentialCoordinates>(known: readonly T[], added: readonly T[]): readonly T[] {
  const unreplaced = known.filter((one) => !added.some((other) => haveEqualCoordinates(one, other)));
  return [...unreplaced, ...added].sort(byCoordinates);
}

function byCoordinates(one: CredentialCoordinates, other: CredentialCoordinates): number {
  return (
    compare(one.namespace, other.namespace) || compare(one.name, other.name) || compare(one.uid, other.uid)
  );
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
