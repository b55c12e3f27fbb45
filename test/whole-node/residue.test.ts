import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readInput } from '../../src/inputs/read-input.ts';
import { wholeNodeInput } from '../../src/proof/whole-node/whole-node-input.ts';
import { keptForStoppedKubelets, keptUpstream, residueOf } from './residue.ts';

const cluster = (image: string, more = '') => `apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 5m
faults:
- { kind: notFound, image: 'gone:1' }
---
apiVersion: v1
kind: Pod
metadata: { name: one }
spec: { containers: [{ name: app, image: '${image}' }] }
${more}`;

it('a deleted pod whose pulls failed leaves its error and its back-off, as upstream; one whose pull succeeded leaves nothing', () => {
  const residue = (text: string) => {
    const read = readInput([{ name: 'cluster.yaml', text }], {});
    if (!read.ok) throw new Error(read.errors[0]?.message);
    return [...residueOf(read.input)];
  };
  expect(residue(cluster('gone:1'))).toEqual([...keptUpstream]);
  expect(residue(cluster('there:1'))).toEqual([]);
});

it('in any cluster nothing is kept of pods that are gone but what upstream keeps', () => {
  fc.assert(
    fc.property(wholeNodeInput, (sources) => {
      const read = readInput(sources, {});
      if (!read.ok) return;
      const isLeftToRuntime = read.input.faults.some((fault) => fault.kind === 'kubeletRestart');
      const kept = (field: string) =>
        keptUpstream.has(field) || (isLeftToRuntime && keptForStoppedKubelets.has(field));
      expect([...residueOf(read.input)].filter((field) => !kept(field))).toEqual([]);
    }),
  );
});
