type OptionalNames<T> = { [Name in keyof T]: undefined extends T[Name] ? Name : never }[keyof T];

/** The fields with a value, and as optional ones those that may have none. */
type DefinedFields<T> = { [Name in Exclude<keyof T, OptionalNames<T>>]: T[Name] } & {
  [Name in OptionalNames<T>]?: Exclude<T[Name], undefined>;
};

/** Returns the fields that are not undefined, in their order. */
export function omitUndefined<const T extends object>(fields: T): DefinedFields<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as DefinedFields<T>;
}

/** Returns a table that has entries; undefined for an empty one. */
export function nonEmptyTable<T extends object>(table: T | undefined): T | undefined {
  return table !== undefined && Object.keys(table).length === 0 ? undefined : table;
}

/** Returns a list that has items; undefined for an empty one. */
export function nonEmpty<T>(list: readonly T[] | undefined): readonly T[] | undefined {
  return list?.length === 0 ? undefined : list;
}
