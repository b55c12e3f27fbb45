import { cannotUnmarshal } from '../go/cannot-unmarshal.ts';
import { decodeBase64 } from '../go/decode-base64.ts';
import { type GoJson, type GoJsonRelease, parseGoJson } from '../go/parse-go-json.ts';

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
 * pkg/credentialprovider/config.go (v1.36.3), with what encoding/json (Go 1.26 or 1.27) says of their types.
 */
export function readDockerConfig(
  text: string,
  format: DockerConfigFormat,
  go: GoJsonRelease = '1.26',
): { readonly entries: readonly DockerConfigEntry[] } | { readonly error: string } {
  if (text === '') return { entries: [] };
  const json = parseGoJson(text, go);
  if ('error' in json) return json;
  const entries: Entries = new Map();
  const wrong: string[] = [];
  const reader = { go, entries, wrong };
  const fatal =
    format === 'dockercfg' ? addEntries(json.value, undefined, reader) : addConfig(json.value, reader);
  const error = fatal ?? wrong[0];
  return error === undefined ? { entries: [...entries.values()] } : { error };
}

/** What is read, and the errors of types in their order. */
interface ConfigReader {
  readonly go: GoJsonRelease;
  readonly entries: Entries;
  readonly wrong: string[];
}

/**
 * DockerConfigJSON. A value of the wrong type is passed over, and the first one is reported in the end: it
 * goes to `wrong`.
 */
function addConfig(json: GoJson, reader: ConfigReader): string | undefined {
  const { go, wrong } = reader;
  const type = 'credentialprovider.DockerConfigJSON';
  for (const { field, key, value } of knownFields(json, ['auths', 'HttpHeaders'], undefined, type, reader)) {
    const fieldPath = go === '1.27' ? ['DockerConfigJSON', key] : ['DockerConfigJSON', field];
    if (field === 'HttpHeaders') {
      for (const { key: name, value: header } of readMembers(value, fieldPath, 'map[string]string', reader))
        readText(header, go === '1.27' ? [...fieldPath, name] : fieldPath, wrong);
      continue;
    }
    const fatal = addEntries(value, fieldPath, reader);
    if (fatal !== undefined) return fatal;
  }
  return undefined;
}

/**
 * DockerConfig, at a field of DockerConfigJSON or alone. An entry reads itself: with Go 1.26 its error ends
 * all of it and is returned, with Go 1.27 it is one error among the others.
 */
function addEntries(
  json: GoJson,
  fieldPath: FieldPath | undefined,
  reader: ConfigReader,
): string | undefined {
  const { go, entries, wrong } = reader;
  if (json.kind === 'null') entries.clear();
  for (const { key, value } of readMembers(json, fieldPath, 'credentialprovider.DockerConfig', reader)) {
    const entry = parseEntry(key, value, go === '1.27' ? undefined : fieldPath, reader);
    if (typeof entry !== 'string') entries.set(key, entry);
    else if (go === '1.27') wrong.push(entry);
    else return entry;
  }
  return undefined;
}

/** DockerConfigEntry.UnmarshalJSON; a text is its error. */
function parseEntry(
  registryKey: string,
  json: GoJson,
  fieldPath: FieldPath | undefined,
  { go, entries }: ConfigReader,
): DockerConfigEntry | string {
  const fields = { username: '', password: '', email: '', auth: '' };
  const wrong: string[] = [];
  const names = ['username', 'password', 'email', 'auth'] as const;
  const type = 'credentialprovider.dockerConfigEntryWithAuth';
  for (const { field, key, value } of knownFields(json, names, fieldPath, type, { go, entries, wrong })) {
    const path = [...(fieldPath ?? ['dockerConfigEntryWithAuth']), go === '1.27' ? key : field];
    fields[field] = readText(value, path, wrong) ?? fields[field];
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

/** A root type and the fields below it. */
type FieldPath = readonly string[];

/** The members that a struct has fields for, with the fields' names: Go finds them whatever their case. */
function knownFields<F extends string>(
  json: GoJson,
  names: readonly F[],
  fieldPath: FieldPath | undefined,
  type: string,
  reader: ConfigReader,
): readonly { readonly field: F; readonly key: string; readonly value: GoJson }[] {
  return readMembers(json, fieldPath, type, reader).flatMap(({ key, value }) => {
    const field = names.find((name) => name === key) ?? names.find((name) => folded(name) === folded(key));
    return field === undefined ? [] : [{ field, key, value }];
  });
}

function folded(name: string): string {
  return name.replaceAll('\u017f', 's').toLowerCase();
}

/** null is none. */
function readMembers(json: GoJson, fieldPath: FieldPath | undefined, type: string, { wrong }: ConfigReader) {
  if (json.kind === 'object') return json.members;
  if (json.kind !== 'null') wrong.push(cannotUnmarshal(json, fieldPath, type));
  return [];
}

/** null leaves what was there. */
function readText(json: GoJson, fieldPath: FieldPath, wrong: string[]): string | undefined {
  if (json.kind === 'string') return json.text;
  if (json.kind !== 'null') wrong.push(cannotUnmarshal(json, fieldPath, 'string'));
  return undefined;
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
