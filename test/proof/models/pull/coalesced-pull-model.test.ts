import { describe, expect, test } from 'vitest';
import { coalescedPullModel } from '../../../../src/proof/models/pull/coalesced-pull-model.ts';
import { onEvery, waysOf } from '../ways.ts';

const ways = waysOf(coalescedPullModel);

// What kubernetes/kubernetes#139591 says of itself: joined are callers whose policy is not Always; who has waited
// looks again, with its own policy and credentials.
describe('a coalesced pull, on every path and on random walks', () => {
  test('asks who leads exactly if its policy is not Always, and gives the lead back exactly if it had it', () => {
    onEvery(ways, ({ steps }) => {
      let leads = false;
      for (const { sent, said } of steps) {
        const types = said.map(({ message }) => message.type);
        const { type, policy } = sent as { type: string; policy?: string };
        if (type === 'PULL.REQUESTED') expect(types.includes('LEAD.REQUESTED')).toBe(policy !== 'Always');
        if (type === 'LEAD.GRANTED') leads = true;
        const isEnd = type === 'PULL.SUCCEEDED' || type === 'PULL.FAILED';
        expect(types.includes('LEAD.RELEASED')).toBe(isEnd && leads);
        if (isEnd) leads = false;
      }
    });
  });

  test('makes one call of its own for each request, and hands its answer on', () => {
    onEvery(ways, ({ steps }) => {
      let calls = 0;
      for (const { sent, said } of steps) {
        const { type } = sent;
        const made = said.filter(({ message }) => message.type === 'PULL.REQUESTED').length;
        if (type === 'PULL.REQUESTED') calls = 0;
        calls += made;
        expect(calls).toBeLessThanOrEqual(1);
        if (type !== 'PULL.SUCCEEDED' && type !== 'PULL.FAILED') continue;
        expect(calls).toBe(1);
        expect(said.filter(({ to }) => to === 'podWorker').map(({ message }) => message.type)).toEqual([
          type,
        ]);
      }
    });
  });

  test('records whom it waits for, and nothing else', () => {
    onEvery(ways, ({ steps }) => {
      for (const { sent, said } of steps) {
        const records = said.filter(({ message }) => message.type === 'RECORDS');
        expect(records).toHaveLength(sent.type === 'LEAD.TAKEN' ? 1 : 0);
        if (sent.type === 'LEAD.TAKEN')
          expect(records[0]?.message).toMatchObject({
            actor: 'node-1/kubelet/default/web/app',
            observations: [
              {
                type: 'pull',
                state: 'joined',
                because: { kind: 'samePull', actor: 'node-1/kubelet/default/db/app' },
              },
            ],
          });
      }
    });
  });
});
