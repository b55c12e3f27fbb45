import { decodeBase64 } from './decode-base64.ts';

/** An entry of a docker config. Stays in the input stage: only what it is equal to leaves it. */
export interface DockerConfigEntry {
  readonly registryKey: string;
  readonly username: string;
  readonly password: string;
  readonly email: string;
}

/**
 * What a docker config says: its entries; or the error with which the kubelet gives up (`secretsError`); or, in words
 * that show nothing of it, why the API server would not take it.
 */
export type DockerConfig =
  | { readonly entries: readonly DockerConfigEntry[] }
  | { readonly secretsError: string }
  | { readonly refused: string };

type Fields = Readonly<Record<string, unknown>>;

/** Reads the text of a docker config: `hasAuths` of the newer kind, whose entries stand under `auths`. */
export function readDockerConfigText(text: string, hasAuths: boolean): DockerConfig {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return { refused: 'is not JSON' };
  }
  if (!isMapping(parsed)) return { refused: 'is no JSON object' };
  return readDockerConfigEntries(hasAuths ? (parsed.auths ?? {}) : parsed);
}

/** Reads entries by registry. Mirrors `DockerConfigEntry.UnmarshalJSON` in pkg/credentialprovider/config.go (1.36). */
export function readDockerConfigEntries(auths: unknown): DockerConfig {
  if (!isMapping(auths)) return { refused: 'has no mapping of registries' };
  const entries: DockerConfigEntry[] = [];
  for (const [registryKey, entry] of Object.entries(auths)) {
    if (!isMapping(entry)) return { refused: 'has a registry without a mapping' };
    const read = readEntry(registryKey, entry);
    if (!('registryKey' in read)) return read;
    entries.push(read);
  }
  return { entries };
}

function readEntry(registryKey: string, fields: Fields): DockerConfigEntry | Exclude<DockerConfig, { entries: unknown }> {
  const { username = '', password = '', email = '', auth = '' } = fields;
  if (typeof username !== 'string' || typeof password !== 'string' || typeof email !== 'string' || typeof auth !== 'string') {
    return { refused: 'has an entry whose username, password, auth or email is no text' };
  }
  if (auth === '') return { registryKey, username, password, email };
  const decoded = decodeBase64(auth, auth.trim().endsWith('='));
  if ('badAt' in decoded) return { secretsError: `illegal base64 data at input byte ${decoded.badAt}` };
  const colon = decoded.text.indexOf(':');
  if (colon < 0) return { secretsError: 'unable to parse auth field, must be formatted as base64(username:password)' };
  return { registryKey, username: decoded.text.slice(0, colon), password: decoded.text.slice(colon + 1), email };
}

export function isMapping(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
