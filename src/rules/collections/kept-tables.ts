/** A set or map that is changed in place. */
export type Table = Set<unknown> | Map<unknown, unknown>;

/** Returns copies of tables, for `fillTables`. */
export function copyTables(tables: readonly Table[]): readonly Table[] {
  return tables.map((table) => (table instanceof Set ? new Set(table) : new Map(table)));
}

/** Gives tables the content of their copies. */
export function fillTables(tables: readonly Table[], copies: readonly Table[]): void {
  for (const [index, table] of tables.entries()) {
    const copy = copies[index];
    table.clear();
    if (table instanceof Set) for (const item of copy?.keys() ?? []) table.add(item);
    else for (const [key, value] of (copy as Map<unknown, unknown> | undefined) ?? []) table.set(key, value);
  }
}
