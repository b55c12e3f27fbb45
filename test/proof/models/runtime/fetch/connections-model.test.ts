import { describe, expect, test } from 'vitest';
import type { ConnectionsTable } from '../../../../../machines/runtime/fetch/connections.ts';
import { connectionsModel } from '../../../../../src/proof/models/runtime/fetch/connections-model.ts';
import { entries } from '../../../../../src/rules/collections/sorted-map.ts';
import { onEvery, saidOf, sentOf, waysOf } from '../../ways.ts';

const ways = waysOf(connectionsModel);

// Go's http.Transport as containerd uses it, and dockerAuthorizer (core/remotes/docker/authorizer.go,
// v2.4.2).
describe('the connections of a pull, on every path and on random walks', () => {
  test('every request for one gets one, and no two have the same at a time', () => {
    onEvery(ways, (replay) => {
      const given = saidOf(replay, 'CONNECTION.GIVEN');
      expect(given).toHaveLength(sentOf(replay, 'CONNECTION.REQUESTED').length);
      const inUse = new Set<unknown>();
      for (const { sent, said } of replay.steps) {
        const { type, connection } = sent as { readonly type: string; readonly connection?: number };
        if (type === 'CONNECTION.CLOSED' || type === 'CONNECTION.RETURNED') inUse.delete(connection);
        for (const { message } of said.filter((one) => one.message.type === 'CONNECTION.GIVEN')) {
          // The model gives back by the last number, whoever had it; a number that is given anew must be
          // free.
          if (Reflect.get(message, 'setUpMicros') === 0) inUse.delete(message['connection' as never]);
          expect(inUse.has(message['connection' as never])).toBe(false);
          inUse.add(message['connection' as never]);
        }
      }
    });
  });

  test('keep no more than two idle for one host', () => {
    onEvery(ways, ({ steps }) => {
      for (const { snapshot } of steps) {
        const { connections }: ConnectionsTable = snapshot.context;
        for (const [, idle] of entries(connections.idle)) expect(idle.length).toBeLessThanOrEqual(2);
      }
    });
  });

  test('send one request at a time for a token, and answer everybody once it is known how that went', () => {
    onEvery(ways, (replay) => {
      const wanted = saidOf(replay, 'TOKEN.WANTED').length;
      const known = sentOf(replay, 'TOKEN.FETCHED', 'TOKEN.DENIED').length;
      expect([0, 1]).toContain(wanted - known);
      const answered = wanted + saidOf(replay, 'TOKEN.READY', 'TOKEN.REFUSED').length;
      if (wanted === known) expect(answered).toBe(sentOf(replay, 'TOKEN.REQUESTED').length);
    });
  });
});
