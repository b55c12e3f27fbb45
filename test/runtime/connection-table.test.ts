import { describe, expect, it } from 'vitest';
import {
  type ConnectionTable,
  closeConnection,
  noConnections,
  returnConnection,
  takeConnection,
} from '../../src/runtime/connection-table.ts';

// Go's http.Transport with containerd's settings (core/remotes/docker/config/hosts.go): shared/runtime-runs R1.

const key = 'fetcher docker.io';

function taken(count: number): ConnectionTable {
  let table = noConnections;
  for (let time = 0; time < count; time += 1) table = takeConnection(table, key, 0).table;
  return table;
}

describe('connections', () => {
  it('are numbered as they are opened, whatever they are good for', () => {
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
    const table = [0, 1, 2].reduce((before, connection) => returnConnection(before, key, connection, 10), taken(3));
    const again = [0, 1, 2].reduce((before) => takeConnection(before, key, 20).table, table);
    expect(again.opened).toBe(4);
  });

  it('are closed when nobody has used them for 30 seconds', () => {
    const table = returnConnection(taken(1), key, 0, 0);
    expect(takeConnection(table, key, 29_999_999).isNew).toBe(false);
    expect(takeConnection(table, key, 30_000_000).isNew).toBe(true);
  });

  it('are in use until they are returned or closed', () => {
    expect(taken(3).inUse).toBe(3);
    expect(closeConnection(returnConnection(taken(3), key, 0, 0)).inUse).toBe(1);
  });
});
