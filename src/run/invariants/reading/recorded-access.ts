import { type RecordedNames, recordedName } from '../../../rules/kubelet/pull-records/recorded-name.ts';
import type { CredentialObservation } from '../../../trace/observation.ts';

interface NameAccess {
  /** Whether it has been pulled under this name without credentials, or with the node's. */
  anybody: boolean;
  readonly credentials: CredentialObservation[];
}

/** Who may use an image according to a node's own pulls, not according to the kubelet's records. */
export class RecordedAccess {
  readonly #byRef = new Map<string, Map<string, NameAccess>>();
  readonly #names: RecordedNames;

  constructor(names: RecordedNames) {
    this.#names = names;
  }

  /** The kubelet has pulled an image, with credentials that are not known yet. */
  notePresent(imageRef: string): void {
    if (!this.#byRef.has(imageRef)) this.#byRef.set(imageRef, new Map());
  }

  /** A pull of an image under a name (as written) has succeeded, with this credential or without any. */
  notePulled(imageRef: string, image: string, credential: CredentialObservation | undefined): void {
    this.notePresent(imageRef);
    const names = this.#byRef.get(imageRef);
    const name = this.#nameOf(image);
    const access = names?.get(name) ?? { anybody: false, credentials: [] };
    names?.set(name, access);
    if (credential === undefined || credential.source === 'node') access.anybody = true;
    else access.credentials.push(credential);
  }

  /** The kubelet has forgotten the pulls of an image. */
  drop(imageRef: string): void {
    this.#byRef.delete(imageRef);
  }

  /** Whether the kubelet itself has pulled the image. */
  wasPulled(imageRef: string): boolean {
    return this.#byRef.has(imageRef);
  }

  /** Whether a pod with these credentials may use the image under this name. */
  opens(imageRef: string, image: string, own: readonly CredentialObservation[]): boolean {
    const access = this.#byRef.get(imageRef)?.get(this.#nameOf(image));
    if (access === undefined) return false;
    return access.anybody || own.some((mine) => access.credentials.some((theirs) => isAsGood(mine, theirs)));
  }

  #nameOf(image: string): string {
    const recordName = recordedName(this.#names, image);
    return 'error' in recordName ? image : recordName.name;
  }
}

/** Secrets are equal by content or as the same object, service accounts as the same one. */
function isAsGood(mine: CredentialObservation, theirs: CredentialObservation): boolean {
  if (mine.source !== theirs.source) return false;
  const isSame = mine.namespace === theirs.namespace && mine.name === theirs.name && mine.uid === theirs.uid;
  return isSame || (mine.source === 'secret' && mine.identity === theirs.identity);
}
