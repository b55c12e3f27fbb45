import { get, remove, type SortedMap, set } from '../../collections/sorted-map.ts';
import { withChanges } from '../../values/with-changes.ts';

/** The connections of one pull. */
export interface ConnectionTable {
  /** The number of connections so far; each one's number is its place in this count. */
  readonly opened: number;
  readonly inUse: number;
  /** The idle connections by what they can be used for; the most recently used one is last. */
  readonly idle: SortedMap<readonly IdleConnection[]>;
}

interface IdleConnection {
  readonly connection: number;
  readonly sinceMicros: number;
}

/**
 * Go's `DefaultMaxIdleConnsPerHost`, which containerd does not change. A connection that is returned beyond
 * that is closed.
 */
const idleMax = 2;
/** `IdleConnTimeout` of containerd's transport (core/remotes/docker/config/hosts.go). */
const idleMicrosMax = 30_000_000;

export const noConnections: ConnectionTable = { opened: 0, inUse: 0, idle: undefined };

/** Returns the connection for the next request: the most recently used idle one, or a new one. */
export function takeConnection(
  table: ConnectionTable,
  key: string,
  nowMicros: number,
): { readonly table: ConnectionTable; readonly connection: number; readonly isNew: boolean } {
  const alive = (get(table.idle, key) ?? []).filter(
    ({ sinceMicros }) => nowMicros - sinceMicros < idleMicrosMax,
  );
  const last = alive.at(-1);
  const inUse = table.inUse + 1;
  if (last === undefined) {
    return {
      table: { opened: table.opened + 1, inUse, idle: remove(table.idle, key) },
      connection: table.opened,
      isNew: true,
    };
  }
  return {
    table: withChanges(table, { inUse, idle: set(table.idle, key, alive.slice(0, -1)) }),
    connection: last.connection,
    isNew: false,
  };
}

/** Returns the table with this connection idle, or closed if enough are idle already. */
export function returnConnection(
  table: ConnectionTable,
  key: string,
  connection: number,
  nowMicros: number,
): ConnectionTable {
  const idle = (get(table.idle, key) ?? []).filter(
    ({ sinceMicros }) => nowMicros - sinceMicros < idleMicrosMax,
  );
  const idleConnections = idle.length < idleMax ? [...idle, { connection, sinceMicros: nowMicros }] : idle;
  return withChanges(table, { inUse: table.inUse - 1, idle: set(table.idle, key, idleConnections) });
}

/** Returns the table without a connection that was in use. */
export function closeConnection(table: ConnectionTable): ConnectionTable {
  return withChanges(table, { inUse: table.inUse - 1 });
}
