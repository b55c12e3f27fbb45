import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Exploration } from '../../../src/proof/exploration/exploration.ts';
import { progressProperties, strictProgressProperties } from '../../../src/proof/exploration/progress.ts';
import { invariants, strictInvariants } from '../../../src/run/invariants/invariants.ts';
import { freshInputOf } from '../../run/simulation/run-yaml.ts';
import { root } from '../../tidy/sources.ts';
import { nodeWith } from './systems.ts';

// Bugs of released kubelets, found again by what they break: the table of docs/guides/explore.md.

const input = (name: string) => freshInputOf(readFileSync(join(root, 'examples', name), 'utf8'));

it.each([
  ['gc-drops-records-in-use', input('dropped-record.yaml'), 'protected-images-need-credentials'],
  ['image-volume-event-storm', input('image-volume-storm.yaml'), 'nodes-come-to-rest'],
])('%s is found where known bugs count, and spared where they do not', (_, explored, name) => {
  const found = (all: typeof invariants) => {
    const exploration = new Exploration(explored, {
      lateMicros: 0,
      faultsMax: 0,
      restartsMax: 0,
      statesMax: 1_000,
      invariants: all.filter((one) => one.name === name),
    });
    while (exploration.advance(10_000));
    return exploration.counterexamples.map(({ invariant }) => invariant);
  };
  expect(found([...strictProgressProperties, ...strictInvariants])).toEqual([name]);
  expect(found([...progressProperties, ...invariants])).toEqual([]);
});

it('a pull that hangs keeps its slot, and the pod behind it never runs', () => {
  const hung = nodeWith([
    { image: 'a', takes: '1h' },
    { image: 'b', takes: '1s' },
  ]);
  const exploration = new Exploration(
    { ...hung, horizonMicros: 15 * 60_000_000 },
    {
      lateMicros: 0,
      faultsMax: 0,
      restartsMax: 0,
      statesMax: 1_000,
      invariants: progressProperties,
      goesOn: true,
    },
  );
  while (exploration.advance(10_000));
  expect(exploration.counterexamples.map(({ invariant }) => invariant).sort()).toEqual([
    'pods-that-can-run-run',
    'slots-are-given-back',
  ]);
});
