import { describe, expect, test } from 'vitest';
import type { PeersTable } from '../../../../machines/world/peers.ts';
import { peersModel } from '../../../../src/proof/models/world/peers-model.ts';
import { findHolders } from '../../../../src/rules/runtime/peers/peer-holdings.ts';
import { onEvery, saidTo, sentOf, upTo, waysOf } from '../ways.ts';

const ways = waysOf(peersModel);

describe('nodes that give layers to each other', () => {
  test('answer each request of who is near once, as soon as it is drawn who sends', () => {
    onEvery(ways, (replay) => {
      replay.steps.forEach(({ snapshot }, index) => {
        const { drawing }: PeersTable = snapshot.context;
        const beginning = upTo(replay, index);
        const near = sentOf(beginning, 'CONTENT.REQUESTED').filter(({ travels }) => travels !== true).length;
        const waiting = drawing.size > 0 && drawing.front?.value.travels !== true ? 1 : 0;
        expect(saidTo(beginning, 'client').length).toBe(near - waiting);
      });
    });
  });

  test('send a layer from a node that has it, and nothing that nobody has', () => {
    onEvery(ways, (replay) => {
      for (const { said, snapshot } of replay.steps) {
        const { directory }: PeersTable = snapshot.context;
        for (const { to, message } of said) {
          if (to !== 'client') continue;
          const from = String(Reflect.get(Object(Reflect.get(message, 'body')), 'from'));
          const holders = findHolders(
            directory,
            Reflect.get(message, 'id') === 'layer' ? 'sha256:1' : 'docker.io/library/app:1',
          );
          expect(Reflect.get(message, 'status') === 200).toBe(holders.length > 0);
          if (Reflect.get(message, 'id') === 'layer' && holders.length > 0)
            expect(holders.map((node) => `peers/${node}`)).toContain(from);
        }
      }
    });
  });
});
