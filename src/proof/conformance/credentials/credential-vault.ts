import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { DockerConfigEntry } from '../../../rules/kubelet/credentials/docker-config.ts';
import type {
  CredentialSource,
  PodCredentials,
  PullCredential,
} from '../../../rules/kubelet/credentials/pull-credential.ts';
import { matchesRegistryKey, parseRegistryKey } from '../../../rules/kubelet/credentials/registry-key.ts';
import type { GoJsonRelease } from '../../../rules/kubelet/go/parse-go-json.ts';
import { parseImageReference } from '../../../rules/kubelet/images/image-reference.ts';
import { dockerConfigOf } from './problems-of.ts';
import type { ScriptAuth, ScriptAuths, ScriptSecret, ScriptServiceAccount } from './script-schema.ts';

/** The harness has one credential provider, which is asked for images that match one of these. */
const matchImages = ['*', '*.*', '*.*.*', '*.*.*.*', '*:5000', '*.*:5000'].map(parseRegistryKey);

/** Knows the user and password of each credential, which the machines never see. */
export class CredentialVault {
  readonly #byIdentity = new Map<string, ScriptAuth>();

  /**
   * Returns these users and passwords as credentials of the kubelet. `identity` is the kubelet's own hash.
   */
  credentialsOf(auths: ScriptAuths, source: CredentialSource): readonly PullCredential[] {
    return this.#known(
      Object.entries(auths).map(([registryKey, auth]) => ({ registryKey, ...auth, email: '' })),
      source,
    );
  }

  /** Returns the user and password of a credential. */
  open({ identity }: { readonly identity: string }): ScriptAuth {
    const auth = this.#byIdentity.get(identity);
    if (auth === undefined) throw new Error(`nobody has given the credential ${identity}`);
    return auth;
  }

  /**
   * Returns the credentials that a pod gets from these pull secrets and this account for an image (its name
   * with the default tag).
   */
  podCredentials(
    secrets: readonly ScriptSecret[],
    account: ScriptServiceAccount | undefined,
    image: string,
    go: GoJsonRelease,
  ): PodCredentials {
    const read = secrets.map((secret) => ({ secret, config: dockerConfigOf(secret, go) }));
    const broken = read
      .map(({ config }) => ('error' in config ? config.error : undefined))
      .find((error) => error !== undefined);
    const isAsked = account !== undefined && providerIsAsked(image);
    return {
      secrets: read.flatMap(({ secret: { namespace, name, uid }, config }) =>
        'entries' in config ? this.#known(config.entries, { kind: 'secret', namespace, name, uid }) : [],
      ),
      serviceAccount: isAsked ? this.credentialsOf(account.auths, accountSource(account)) : [],
      missingSecrets: [],
      ...(broken === undefined ? {} : { secretsError: broken }),
    };
  }

  #known(entries: readonly DockerConfigEntry[], source: CredentialSource): readonly PullCredential[] {
    return entries.map(({ registryKey, ...auth }) => {
      const identity = credentialHash(auth);
      this.#byIdentity.set(identity, { username: shown(auth.username), password: shown(auth.password) });
      return { identity, registryKey, source };
    });
  }
}

/** Returns bytes that are no UTF-8 as a trace shows them. */
function shown(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}

function accountSource({ namespace, name, uid }: ScriptServiceAccount): CredentialSource {
  return { kind: 'serviceAccount', namespace, name, uid };
}

function providerIsAsked(image: string): boolean {
  const reference = parseImageReference(image);
  if ('error' in reference) return false;
  const repository = parseRegistryKey(`${reference.domain}/${reference.path}`);
  return matchImages.some((key) => matchesRegistryKey(key, repository));
}

/**
 * Returns the kubelet's hash of a user and password. It is made of Go's JSON of them, in which a byte that is
 * no UTF-8 is an escape. Mirrors `hashAuthConfig` (1.36).
 */
function credentialHash({ username, password, email }: Omit<DockerConfigEntry, 'registryKey'>): string {
  const fields = Object.entries({ username, password, email }).filter(([, value]) => value !== '');
  const escaped = JSON.stringify(Object.fromEntries(fields))
    .replace(/\\\\|\\ud[89a-f][0-9a-f]{2}/g, (found) => (found === '\\\\' ? found : '\\ufffd'))
    .replace(
      /[<>&\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  return bytesToHex(sha256(utf8ToBytes(escaped)));
}
