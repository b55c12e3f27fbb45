import { describe, expect, it } from 'vitest';
import {
  type ConnectionTable,
  closeConnection,
  noConnections,
  returnConnection,
  takeConnection,
} from '../../../../src/rules/runtime/network/connection-table.ts';

// Go's http.Transport with containerd's settings (core/remotes/docker/config/hosts.go): docs/measurements.md
// R1.

const key = 'fetcher docker.io';

function taken(count: number): ConnectionTable {
  let table = noConnections;
  for (let time = 0; time < count; time += 1) table = takeConnection(table, key, 0).table;
  return table;
}

describe('connections', () => {
  it('are numbered as they are opened, for any use', () => {
    const first = takeConnection(noConnections, key, 0);
    const second = takeConnection(first.table, 'resolver docker.io', 0);
    expect([first.connection, second.connection]).toEqual([0, 1]);
    expect([first.isNew, second.isNew]).toEqual([true, true]);
  });

  it('are used again by the same pool and host, the one used last first', () => {
    const table = returnConnection(returnConnection(taken(2), key, 0, 10), key, 1, 20);
    expect(takeConnection(table, key, 30)).toMatchObject({ connection: 1, isNew: false });
    expect(takeConnection(table, 'fetcher gcr.io', 30)).toMatchObject({ connection: 2, isNew: true });
  });

  it('are closed where two others are idle: eight equal layers of containerd 1.6 take five', () => {
    const table = [0, 1, 2].reduce(
      (before, connection) => returnConnection(before, key, connection, 10),
      taken(3),
    );
    const again = [0, 1, 2].reduce((before) => takeConnection(before, key, 20).table, table);
    expect(again.opened).toBe(4);
  });

  it('are closed when unused for 30 seconds', () => {
    const table = returnConnection(taken(1), key, 0, 5_000_000);
    expect(takeConnection(table, key, 34_999_999).isNew).toBe(false);
    expect(takeConnection(table, key, 35_000_000).isNew).toBe(true);
  });

  it.each([
    { at: 34_999_999, becomes: 'closed, as two others still are', next: 1 },
    { at: 35_000_000, becomes: 'kept, as those are closed', next: 2 },
  ])('that come back at $at µs, 30 seconds after two others, are $becomes', ({ at, next }) => {
    const table = [0, 1].reduce(
      (before, connection) => returnConnection(before, key, connection, 5_000_000),
      taken(3),
    );
    expect(takeConnection(returnConnection(table, key, 2, at), key, at)).toMatchObject({
      connection: next,
      isNew: false,
    });
  });

  it('are in use until they are returned or closed', () => {
    expect(taken(3).inUse).toBe(3);
    expect(closeConnection(returnConnection(taken(3), key, 0, 0)).inUse).toBe(1);
  });
});
