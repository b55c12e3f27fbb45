import type { DockerConfigEntry } from '../../rules/kubelet/credentials/docker-config.ts';
import type { CredentialSource, PullCredential } from '../../rules/kubelet/credentials/pull-credential.ts';
import { normalizedKey } from '../../rules/kubelet/credentials/registry-key.ts';
import { redactedText } from '../documents/redacted-text.ts';

/**
 * Turns users and passwords into identities, so that the simulation never sees them. Equal ones (the e-mail
 * address counts, as in the kubelet's hash) have the same identity, which is a number in order of appearance.
 */
export class CredentialRegister {
  readonly #identities = new Map<string, string>();
  readonly #ofUser = new Map<string, Set<string>>();
  readonly #ofSecret = new Map<string, Set<string>>();

  /** Returns the entries of a docker config as credentials without their values. */
  credentialsOf(entries: readonly DockerConfigEntry[], source: CredentialSource): readonly PullCredential[] {
    return entries.map((entry) => {
      const identity = this.#identityOf(entry);
      addTo(this.#ofUser, entry.username, identity);
      if (source.kind === 'secret') addTo(this.#ofSecret, `${source.namespace}/${source.name}`, identity);
      return { identity, registryKey: shownKey(entry.registryKey), source };
    });
  }

  /** Every identity in the input. */
  get identities(): readonly string[] {
    return [...this.#identities.values()];
  }

  /** Returns the identities of a user with any password; undefined if the input has no such user. */
  ofUser(username: string): readonly string[] | undefined {
    const found = this.#ofUser.get(username);
    return found === undefined ? undefined : [...found];
  }

  /** Returns the identity of a user with this password; undefined if the input has no such credentials. */
  ofPassword(username: string, password: string): string | undefined {
    for (const [key, identity] of this.#identities) {
      const [user, secret] = JSON.parse(key) as readonly string[];
      if (user === username && secret === password) return identity;
    }
    return undefined;
  }

  /**
   * Returns the identities in a pull secret (`namespace/name`); undefined if the input has no such secret.
   */
  ofSecret(name: string): readonly string[] | undefined {
    const found = this.#ofSecret.get(name);
    return found === undefined ? undefined : [...found];
  }

  #identityOf({ username, password, email }: DockerConfigEntry): string {
    const key = JSON.stringify([username, password, email]);
    const known = this.#identities.get(key) ?? `credential-${this.#identities.size + 1}`;
    this.#identities.set(key, known);
    return known;
  }
}

/**
 * Returns the key without user and password. One that would then open other registries is made one that opens
 * none.
 */
function shownKey(written: string): string {
  const shown = redactedText(written);
  return normalizedKey(shown) === normalizedKey(written) ? shown : '(not an address)';
}

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}
