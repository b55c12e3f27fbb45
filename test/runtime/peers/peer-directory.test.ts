import fc from 'fast-check';
import { expect, it } from 'vitest';
import { holdersOf, type PeerDirectory, withHoldings } from '../../../src/runtime/peers/peer-directory.ts';

const changes = fc.array(
  fc.record({
    node: fc.constantFrom('node-1', 'node-2', 'node-3'),
    held: fc.subarray(['a', 'b', 'c']),
    lost: fc.subarray(['a', 'b', 'c']),
  }),
);

it('knows of each thing the nodes that have it, each once, the first that came to have it first', () => {
  fc.assert(
    fc.property(changes, (all) => {
      let directory: PeerDirectory;
      const plain = new Map<string, Set<string>>();
      for (const { node, held, lost } of all) {
        directory = withHoldings(directory, node, { held, lost });
        for (const name of lost) plain.get(name)?.delete(node);
        for (const name of held) plain.set(name, (plain.get(name) ?? new Set()).add(node));
      }
      for (const name of ['a', 'b', 'c']) expect(holdersOf(directory, name)).toEqual([...(plain.get(name) ?? [])]);
    }),
  );
});

it('has nothing of what nobody has', () => {
  const one = withHoldings(undefined, 'node-1', { held: ['a'], lost: [] });
  expect(withHoldings(one, 'node-1', { held: [], lost: ['a', 'b'] })).toBeUndefined();
});
