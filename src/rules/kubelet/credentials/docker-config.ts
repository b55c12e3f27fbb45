import { decodeBase64 } from '../go/decode-base64.ts';
import { type GoJson, parseGoJson } from '../go/parse-go-json.ts';

/** What a docker config has for one registry. */
export interface DockerConfigEntry {
  readonly registryKey: string;
  readonly username: string;
  readonly password: string;
  readonly email: string;
}

/** `dockerconfigjson` has its registries under `auths`, the older `dockercfg` has nothing else. */
export type DockerConfigFormat = 'dockerconfigjson' | 'dockercfg';

type Entries = Map<string, DockerConfigEntry>;

/**
 * Returns the entries of the docker config in a pull secret, or the error with which the kubelet gives it up;
 * an empty text has none. A byte of a user or password that is no UTF-8 is half a surrogate pair there, which
 * no other text holds. Mirrors `secretsToTrackedDockerConfigs` in pkg/credentialprovider/secrets and
 * pkg/credentialprovider/config.go (v1.36.3), with what encoding/json (Go 1.26) says of their types.
 */
export function readDockerConfig(
  text: string,
  format: DockerConfigFormat,
): { readonly entries: readonly DockerConfigEntry[] } | { readonly error: string } {
  if (text === '') return { entries: [] };
  const json = parseGoJson(text);
  if ('error' in json) return json;
  const entries: Entries = new Map();
  const wrong: string[] = [];
  const fatal =
    format === 'dockercfg'
      ? addEntries(json.value, undefined, entries, wrong)
      : addConfig(json.value, entries, wrong);
  const error = fatal ?? wrong[0];
  return error === undefined ? { entries: [...entries.values()] } : { error };
}

/**
 * DockerConfigJSON. A value of the wrong type is passed over, and the first one is reported in the end: it
 * goes to `wrong`.
 */
function addConfig(json: GoJson, entries: Entries, wrong: string[]): string | undefined {
  for (const [field, value] of knownFields(
    json,
    ['auths', 'HttpHeaders'],
    undefined,
    'credentialprovider.DockerConfigJSON',
    wrong,
  )) {
    const fieldPath = `DockerConfigJSON.${field}`;
    if (field === 'HttpHeaders') {
      for (const { value: header } of readMembers(value, fieldPath, 'map[string]string', wrong))
        readText(header, fieldPath, wrong);
      continue;
    }
    const fatal = addEntries(value, fieldPath, entries, wrong);
    if (fatal !== undefined) return fatal;
  }
  return undefined;
}

/**
 * DockerConfig, at a field of DockerConfigJSON or alone. An entry reads itself, so that its error ends all of
 * it: it is returned.
 */
function addEntries(
  json: GoJson,
  fieldPath: string | undefined,
  entries: Entries,
  wrong: string[],
): string | undefined {
  if (json.kind === 'null') entries.clear();
  for (const { key, value } of readMembers(json, fieldPath, 'credentialprovider.DockerConfig', wrong)) {
    const entry = parseEntry(key, value, fieldPath);
    if (typeof entry === 'string') return entry;
    entries.set(key, entry);
  }
  return undefined;
}

/** DockerConfigEntry.UnmarshalJSON; a text is its error. */
function parseEntry(
  registryKey: string,
  json: GoJson,
  fieldPath: string | undefined,
): DockerConfigEntry | string {
  const fields = { username: '', password: '', email: '', auth: '' };
  const wrong: string[] = [];
  const names = ['username', 'password', 'email', 'auth'] as const;
  for (const [field, value] of knownFields(
    json,
    names,
    fieldPath,
    'credentialprovider.dockerConfigEntryWithAuth',
    wrong,
  )) {
    fields[field] =
      readText(value, `${fieldPath ?? 'dockerConfigEntryWithAuth'}.${field}`, wrong) ?? fields[field];
  }
  if (wrong[0] !== undefined) return wrong[0];
  const { auth, ...entry } = fields;
  if (auth === '') return { registryKey, ...entry };
  // strings.TrimSpace knows U+0085 and not U+FEFF.
  const decoded = decodeBase64(auth, /=(?:(?!\ufeff)[\s\u0085])*$/.test(auth));
  if ('badAt' in decoded) return `illegal base64 data at input byte ${decoded.badAt}`;
  const text = goText(decoded.bytes);
  const colon = text.indexOf(':');
  if (colon < 0) return 'unable to parse auth field, must be formatted as base64(username:password)';
  return { registryKey, ...entry, username: text.slice(0, colon), password: text.slice(colon + 1) };
}

/** The members that a struct has fields for, by the fields' names: Go finds them whatever their case. */
function knownFields<F extends string>(
  json: GoJson,
  names: readonly F[],
  fieldPath: string | undefined,
  type: string,
  wrong: string[],
): [F, GoJson][] {
  return readMembers(json, fieldPath, type, wrong).flatMap(({ key, value }) => {
    const field = names.find((name) => name === key) ?? names.find((name) => folded(name) === folded(key));
    return field === undefined ? [] : [[field, value]];
  });
}

function folded(name: string): string {
  return name.replaceAll('\u017f', 's').toLowerCase();
}

/** null is none. */
function readMembers(json: GoJson, fieldPath: string | undefined, type: string, wrong: string[]) {
  if (json.kind === 'object') return json.members;
  if (json.kind !== 'null') wrong.push(cannotUnmarshal(json, fieldPath, type));
  return [];
}

/** null leaves what was there. */
function readText(json: GoJson, fieldPath: string, wrong: string[]): string | undefined {
  if (json.kind === 'string') return json.text;
  if (json.kind !== 'null') wrong.push(cannotUnmarshal(json, fieldPath, 'string'));
  return undefined;
}

function cannotUnmarshal({ kind }: GoJson, fieldPath: string | undefined, type: string): string {
  return `json: cannot unmarshal ${kind} into Go ${fieldPath === undefined ? 'value' : `struct field ${fieldPath}`} of type ${type}`;
}

/** A Go string holds any bytes: what is no UTF-8 becomes the low half of a surrogate pair, byte by byte. */
function goText(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const decoded = (from: number, to: number): string | undefined => {
    try {
      return decoder.decode(bytes.subarray(from, to));
    } catch {
      return undefined;
    }
  };
  const whole = decoded(0, bytes.length);
  if (whole !== undefined) return whole;
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find(
      (size) => at + size <= bytes.length && decoded(at, at + size) !== undefined,
    );
    text += length === undefined ? String.fromCharCode(0xdc00 + (bytes[at] ?? 0)) : decoded(at, at + length);
    at += length ?? 1;
  }
  return text;
}
