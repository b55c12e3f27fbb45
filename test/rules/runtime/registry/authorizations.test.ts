import { describe, expect, it } from 'vitest';
import { items } from '../../../../src/rules/collections/fifo.ts';
import { createSortedMap, get } from '../../../../src/rules/collections/sorted-map.ts';
import {
  type Authorization,
  type Authorizations,
  authorizationFor,
  requestToken,
  waitingFor,
} from '../../../../src/rules/runtime/registry/authorizations.ts';

// One handler per host, one fetch per token (core/remotes/docker/authorizer.go)

const host = 'fetcher docker.io';
const other = 'fetcher quay.io';
const knowing = (known?: Authorization<string>): Authorizations<string> =>
  createSortedMap(known === undefined ? [] : [[host, known]]);
const waiting = (table: Authorizations<string>, key = host) => items(waitingFor(table, key));
const asked = (table: Authorizations<string>, ...requesters: readonly string[]) =>
  requesters.reduce((now, requester) => requestToken(now, host, requester), table);

describe('a token', () => {
  it('is fetched by the first who wants it; the others wait, in their order', () => {
    const table = asked(knowing(), 'manifest', 'layer 0', 'layer 1');
    expect(get(table, host)?.kind).toBe('fetching');
    expect(waiting(table)).toEqual(['layer 0', 'layer 1']);
    expect(waiting(asked(knowing(), 'manifest'))).toEqual([]);
  });

  it('is fetched for each host by itself', () => {
    const table = requestToken(asked(knowing(), 'manifest'), other, 'layer 0');
    expect(get(table, other)?.kind).toBe('fetching');
    expect([waiting(table), waiting(table, other)]).toEqual([[], []]);
  });

  it('is fetched where a password was good so far', () => {
    expect(get(asked(knowing({ kind: 'basic' }), 'manifest'), host)?.kind).toBe('fetching');
  });

  it.each<Authorization<string>>([{ kind: 'bearer' }, { kind: 'denied', status: 401 }])(
    'is not fetched again where there is %j',
    (known) => {
      const table = asked(knowing(known), 'layer 0');
      expect(get(table, host)).toEqual(known);
      expect(waiting(table)).toEqual([]);
    },
  );
});

it.each<readonly [Authorization<string> | undefined, object]>([
  [undefined, {}],
  [{ kind: 'basic' }, { authorization: 'basic' }],
  [{ kind: 'bearer' }, { authorization: 'bearer' }],
  [{ kind: 'denied', status: 401 }, {}],
])('where there is %j a request comes with %j', (known, header) => {
  expect(authorizationFor(knowing(known), host)).toEqual(header);
  expect(authorizationFor(knowing(known), other)).toEqual({});
});

it('a request goes without a token while one is being fetched, and waits for none where none is', () => {
  expect(authorizationFor(asked(knowing(), 'manifest'), host)).toEqual({});
  expect(waiting(knowing())).toEqual([]);
});
