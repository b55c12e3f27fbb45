import { kubeletFieldTypes } from '../../src/rules/kubelet/configuration/kubelet-configuration.ts';
import type { KubeletFieldType } from '../../src/rules/kubelet/configuration/kubelet-field.ts';

/** A JSON Schema, as far as z.toJSONSchema writes one for our shapes. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

/** A document in which one field has a value that nobody would write. */
export interface Extreme {
  readonly field: string;
  readonly value: unknown;
  readonly document: unknown;
}

const numbers = [
  0,
  -0,
  1,
  -1,
  0.5,
  5e-324,
  1e308,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  2 ** 53 - 1,
  2 ** 53,
  1e19,
  Number.NaN,
  Infinity,
];
const durations = [
  '0',
  '0s',
  '1ns',
  '1us',
  '1ms',
  '8760h',
  '8761h',
  '-1s',
  '-5m',
  '-1ns',
  '2562047h',
  '-2562047h',
  '99999999999h',
  '.5s',
];
const quantities = [
  '0',
  '1',
  '0B',
  '1B',
  '9007199254740991',
  '9007199254740992',
  '8191TiB',
  '99999999TB',
  '0.0001kB',
  '-1',
  '1e9',
];
const rates = ['unlimited', '0B/s', '1bit/s', '1B/s', '9007199254740991B/s', '8191TiB/s', '0.1bit/s'];
const words = [
  '',
  ' ',
  '0%',
  '100%',
  '-1%',
  '101%',
  '*',
  '__proto__',
  'constructor',
  '\u202e\u0000\u001b[31m',
  'x'.repeat(100_000),
  ':',
  '/',
  '@',
];
const texts = [...durations, ...quantities, ...rates, ...words];
/** One of another type than any field has. */
const wrongTypes = [null, true, '5', 5, [], [[]], {}, { a: {} }];

/** What fields are called that mean something of the input beside the document. */
const sampleByField: Readonly<Record<string, string>> = {
  match: '*',
  image: 'app:1',
  node: 'node-1',
  registry: 'registry.example',
  container: 'a',
  name: 'app:1',
  error: 'out of order',
};
const samples = ['5s', '300MB', '10MB/s', 'linux/amd64', 'sha256:abc', 'word'];

/**
 * For each field of the schema, however deep, documents with a value of each extreme there and the least that
 * must be beside it.
 */
export function extremesOf(schema: Schema, field = ''): readonly Extreme[] {
  const options = schema.anyOf ?? schema.oneOf;
  if (options !== undefined) return options.flatMap((option) => extremesOf(option, field));
  if (schema.const !== undefined) return [];
  const within = (inner: readonly Extreme[], wrap: (document: unknown) => unknown) =>
    inner.map((extreme) => ({ ...extreme, document: wrap(extreme.document) }));
  const own = ownExtremes(schema).map((value) => ({ field, value, document: value }));
  if (schema.items !== undefined)
    return [...own, ...within(extremesOf(schema.items, `${field}[]`), (item) => [item])];
  if (schema.type !== 'object') return own;
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, property]) =>
    within(extremesOf(property, `${field}.${name}`), (value) => ({
      ...(sampleOf(schema) as object),
      [name]: value,
    })),
  );
  const entries = schema.additionalProperties ? extremesOf(schema.additionalProperties, `${field}.*`) : [];
  return [
    ...own,
    ...fields,
    ...keysOf(field).flatMap((key) => within(entries, (value) => ({ [key]: value }))),
  ];
}

function ownExtremes({ type, pattern, enum: choices, minimum, maximum }: Schema): readonly unknown[] {
  if (choices !== undefined) return [...choices, ...wrongTypes];
  if (type === 'string') {
    const fits = pattern === undefined ? words : texts.filter((text) => new RegExp(pattern).test(text));
    return [...fits, '-1s', '', ...wrongTypes];
  }
  if (type === 'boolean') return [false, ...wrongTypes];
  if (type !== 'number' && type !== 'integer') return wrongTypes;
  return [...numbers, ...wrongTypes, ...[minimum, maximum].filter((bound) => bound !== undefined)];
}

/** Keys of a mapping by name: of a node, a registry, a service account. */
function keysOf(field: string): readonly string[] {
  if (field.endsWith('named')) return ['node-1'];
  return field.endsWith('serviceAccounts') ? ['default/default'] : ['registry.example'];
}

function sampleOf(schema: Schema, name = ''): unknown {
  const [option] = schema.anyOf ?? schema.oneOf ?? [];
  if (option !== undefined) return sampleOf(option, name);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (schema.type === 'string')
    return sampleByField[name] ?? samples.find((text) => new RegExp(schema.pattern ?? '').test(text));
  if (schema.type === 'number' || schema.type === 'integer') return Math.max(schema.minimum ?? 1, 1);
  if (schema.type === 'boolean') return true;
  if (schema.items !== undefined) return [sampleOf(schema.items, name)];
  const required = (schema.required ?? []).map(
    (field) => [field, sampleOf(schema.properties?.[field] ?? {}, field)] as const,
  );
  return Object.fromEntries(required);
}

/** For each field of KubeletConfiguration the file's fields with a value of each extreme there. */
export function kubeletExtremes(): readonly Extreme[] {
  return [...kubeletFieldTypes].flatMap(([field, type]) =>
    kubeletValues(field, type).map((value) => ({ field, value, document: nested(field, value) })),
  );
}

function kubeletValues(field: string, type: KubeletFieldType): readonly unknown[] {
  const names = field.startsWith('eviction')
    ? ['nodefs.available', 'imagefs.available', '__proto__']
    : ['EventedPLEG', 'cpu'];
  const byName = (values: readonly unknown[]) =>
    names.flatMap((name) => values.map((value) => ({ [name]: value })));
  switch (type) {
    case 'durationMicros':
      return [...durations, '', 'word', ...wrongTypes];
    case 'wholeNumber':
    case 'longNumber':
    case 'number':
      return [...numbers, '1', ...wrongTypes];
    case 'trueOrFalse':
      return [true, false, 'true', ...wrongTypes];
    case 'text':
      return [...words, ...wrongTypes];
    case 'texts':
      return [[...words], words.map(() => 'word'), ...wrongTypes];
    case 'textsByName':
      return [...byName([...durations, ...quantities, ...words, ...wrongTypes]), ...wrongTypes];
    case 'switches':
      return [...byName([true, false, ...wrongTypes]), ...wrongTypes];
    case 'list':
    case 'nested':
      return wrongTypes;
  }
}

function nested(field: string, value: unknown): unknown {
  return field.split('.').reduceRight((inner: unknown, name) => ({ [name]: inner }), value);
}
