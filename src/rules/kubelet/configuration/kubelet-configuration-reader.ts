import { parseGoDuration } from '../go/go-duration.ts';

/** An error about one field, which is named as in the file. */
export interface KubeletConfigurationError {
  readonly field: string;
  /** The key, if the error is about one value of a map. */
  readonly key?: string;
  /** The message of the kubelet. */
  readonly message: string;
  /** The same without the words with which messages about a configuration begin. */
  readonly reason: string;
}

/** Returns an error as the kubelet's validation gives it. */
export function invalidConfiguration(field: string, reason: string, key?: string): KubeletConfigurationError {
  return {
    field,
    ...(key === undefined ? {} : { key }),
    message: `invalid configuration: ${reason}`,
    reason,
  };
}

/**
 * Reads fields of one type out of a parsed file; undefined where a field is absent, null or not of its type.
 */
export interface KubeletConfigurationReader {
  readonly wholeNumber: (field: string) => number | undefined;
  readonly longNumber: (field: string) => number | undefined;
  readonly number: (field: string) => number | undefined;
  readonly trueOrFalse: (field: string) => boolean | undefined;
  readonly text: (field: string) => string | undefined;
  readonly texts: (field: string) => readonly string[] | undefined;
  readonly durationMicros: (field: string) => number | undefined;
  readonly textsByName: (field: string) => Readonly<Record<string, string>> | undefined;
  readonly switches: (field: string) => Readonly<Record<string, boolean>> | undefined;
  readonly list: (field: string) => readonly unknown[] | undefined;
  /** A field whose value is an object; its fields are read with `name.` before them. */
  readonly nested: (field: string) => KubeletConfigurationReader;
  /** An error for each field that is not of its type, in the order in which fields were read. */
  readonly errors: readonly KubeletConfigurationError[];
}

/**
 * Returns a reader of `raw`. Go's decoder would stop at the first wrong type; this one collects them all,
 * each once, in words of its own.
 */
export function readKubeletConfiguration(
  raw: Readonly<Record<string, unknown>>,
  path = '',
  errors: KubeletConfigurationError[] = [],
): KubeletConfigurationReader {
  function readField<T>(
    field: string,
    expected: string,
    decode: (value: unknown) => T | undefined,
    wrongKey: (value: unknown) => string | undefined = () => undefined,
  ): T | undefined {
    const value = raw[field] ?? undefined;
    const decoded = value === undefined ? undefined : decode(value);
    const name = `${path}${field}`;
    if (value !== undefined && decoded === undefined && !errors.some((error) => error.field === name)) {
      const reason = `${name} must be ${expected}, not ${JSON.stringify(value)}`;
      errors.push(invalidConfiguration(name, reason, wrongKey(value)));
    }
    return decoded;
  }
  return {
    wholeNumber: (field) =>
      readField(field, 'a whole number of 32 bits', (value) => (isInt32(value) ? value : undefined)),
    longNumber: (field) =>
      readField(field, 'a whole number of 64 bits', (value) => (isInt64(value) ? value : undefined)),
    number: (field) =>
      readField(field, 'a number', (value) =>
        typeof value === 'number' && Number.isFinite(value) ? value : undefined,
      ),
    trueOrFalse: (field) =>
      readField(field, 'true or false', (value) => (typeof value === 'boolean' ? value : undefined)),
    text: (field) => readField(field, 'a text', (value) => (typeof value === 'string' ? value : undefined)),
    texts: (field) => readField(field, 'a list of texts', (value) => (isTexts(value) ? value : undefined)),
    durationMicros: (field) =>
      readField(field, 'a duration like "2m" or "1h30m"', (value) =>
        typeof value === 'string' ? parseMicros(value) : undefined,
      ),
    textsByName: (field) =>
      readField(
        field,
        'names with a text each',
        (value) => (isTextsByName(value) ? value : undefined),
        (value) => keyOfOther(value, 'string'),
      ),
    switches: (field) =>
      readField(
        field,
        'names with true or false',
        (value) => (isSwitches(value) ? value : undefined),
        (value) => keyOfOther(value, 'boolean'),
      ),
    list: (field) => readField(field, 'a list', (value) => (Array.isArray(value) ? value : undefined)),
    nested: (field) =>
      readKubeletConfiguration(readField(field, 'an object', asObject) ?? {}, `${path}${field}.`, errors),
    errors,
  };
}

/**
 * Fractions of a microsecond are cut off, but never down to 0, because the kubelet takes a duration of 0 for
 * an absent one.
 */
function parseMicros(text: string): number | undefined {
  const micros = parseGoDuration(text);
  if (micros !== 0 || !/[1-9]/.test(text)) return micros;
  return text.startsWith('-') ? -1 : 1;
}

function isInt32(value: unknown): value is number {
  return Number.isInteger(value) && Object.is(Number(value) | 0, Number(value) + 0);
}

function isInt64(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(Number(value)) <= 2 ** 63;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isTextsByName(value: unknown): value is Readonly<Record<string, string>> {
  const object = asObject(value);
  return object !== undefined && Object.values(object).every((item) => typeof item === 'string');
}

function isSwitches(value: unknown): value is Readonly<Record<string, boolean>> {
  const object = asObject(value);
  return object !== undefined && Object.values(object).every((item) => typeof item === 'boolean');
}

/** Returns the first key of a map whose value is not of the type. */
function keyOfOther(value: unknown, type: 'string' | 'boolean'): string | undefined {
  return Object.entries(asObject(value) ?? {}).find(([, item]) => typeof item !== type)?.[0];
}

function asObject(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
