import type { YamlPlace } from './yaml-place.ts';

/** As much of a JSON Schema as our own ones use. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
}

/** What can be written at a place. */
export interface SchemaOption {
  readonly label: string;
  /** `key` needs a colon behind it. */
  readonly kind: 'key' | 'value';
  readonly description: string | undefined;
}

/** Returns what a schema lets be written at a place: keys that are not there yet, or values. */
export function schemaOptions(schemas: readonly JsonSchema[], place: YamlPlace): readonly SchemaOption[] {
  const { kind, path, key, siblings } = place;
  const kinds = schemas.flatMap(alternatives);
  const roots =
    kind === undefined || (path.length === 0 && key === 'kind')
      ? kinds
      : kinds.filter(({ properties }) => properties?.kind?.const === kind);
  const here = path.reduce<readonly JsonSchema[]>((at, step) => at.flatMap((one) => inner(one, step)), roots);
  const found =
    key === undefined ? keysOf(here, siblings) : here.flatMap((one) => inner(one, key)).flatMap(valuesOf);
  return [...new Map(found.map((option) => [option.label, option])).values()];
}

function keysOf(here: readonly JsonSchema[], siblings: readonly string[]): readonly SchemaOption[] {
  return here.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([label, { description }]) =>
      siblings.includes(label) ? [] : [{ label, kind: 'key' as const, description }],
    ),
  );
}

function valuesOf({ description, enum: values, const: only, type }: JsonSchema): readonly SchemaOption[] {
  const all = values ?? (only === undefined ? (type === 'boolean' ? [true, false] : []) : [only]);
  return all.map((value) => ({ label: String(value), kind: 'value' as const, description }));
}

/** The schema itself, or what it may be instead. */
function alternatives(schema: JsonSchema): readonly JsonSchema[] {
  const others = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  return others.length === 0 ? [schema] : others.flatMap(alternatives);
}

/** What stands under a key, or in an entry of a list where the key is empty. */
function inner(schema: JsonSchema, step: string): readonly JsonSchema[] {
  if (step === '') return schema.items === undefined ? [] : alternatives(schema.items);
  const { properties = {}, additionalProperties } = schema;
  const named = Object.hasOwn(properties, step) ? properties[step] : undefined;
  if (named !== undefined) return alternatives(named);
  return typeof additionalProperties === 'object' ? alternatives(additionalProperties) : [];
}
