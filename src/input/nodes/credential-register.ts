import type { DockerConfigEntry } from '../../kubelet/credentials/docker-config.ts';
import type { CredentialSource, PullCredential } from '../../kubelet/credentials/pull-credential.ts';

/**
 * Turns users and passwords into identities, and forgets them with the input stage: equal ones (the e-mail address counts,
 * as in the kubelet's hash) have the same identity, and an identity is a number in order of appearance.
 */
export class CredentialRegister {
  readonly #identities = new Map<string, string>();
  readonly #ofUser = new Map<string, Set<string>>();
  readonly #ofSecret = new Map<string, Set<string>>();

  /** What the entries of a docker config are outside the input stage. */
  credentialsOf(entries: readonly DockerConfigEntry[], source: CredentialSource): readonly PullCredential[] {
    return entries.map((entry) => {
      const identity = this.#identityOf(entry);
      addTo(this.#ofUser, entry.username, identity);
      if (source.kind === 'secret') addTo(this.#ofSecret, `${source.namespace}/${source.name}`, identity);
      return { identity, registryKey: entry.registryKey, source };
    });
  }

  /** The identities of a user, whatever the password; undefined where nobody in the input is that user. */
  ofUser(username: string): readonly string[] | undefined {
    const found = this.#ofUser.get(username);
    return found === undefined ? undefined : [...found];
  }

  /** The identities in a pull secret (`namespace/name`); undefined where the input has no such secret. */
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

function addTo(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, new Set([value]));
  else known.add(value);
}
