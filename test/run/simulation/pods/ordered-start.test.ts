import { describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../../src/run/invariants/check-invariants.ts';
import { partitionInput } from '../../../../src/run/simulation/partition-input.ts';
import { accepted } from '../../../inputs/reading.ts';
import { fails, recordsOf, scenarioYaml, takes } from '../pod-yaml.ts';
import { runYaml } from '../run-yaml.ts';

// StatefulSets with podManagementPolicy OrderedReady: `updateStatefulSet`, pkg/controller/statefulset
// (v1.36.3).

const set = (image: string, replicas = 3, policy = '') =>
  `apiVersion: apps/v1\nkind: StatefulSet\nmetadata: { name: db }\nspec: { replicas: ${replicas}, ${policy} template: { spec: { automountServiceAccountToken: false, containers: [{ name: app, image: 'sim.local/${image}:1' }] } } }\n---\n`;
const faults = [takes('sim.local/good:1', '1s'), takes('sim.local/new:1', '1s'), fails('sim.local/typo:1')];

function movesOf(yaml: string, more = '') {
  const run = runYaml(`${yaml}${scenarioYaml(faults, `horizon: 3m\n${more}`)}`);
  expect(checkInvariants(run.records)).toEqual([]);
  const added = recordsOf(run, 'pod').flatMap(({ state, pod, at }) =>
    state === 'added' ? [{ name: pod.name, at }] : [],
  );
  const readyAt = (name: string) =>
    recordsOf(run, 'status').find(({ pod, phase }) => pod.name === name && phase === 'Running')?.at ??
    Number.NaN;
  const imagesOf = () =>
    recordsOf(run, 'pod').flatMap(({ state, pod, containers }) =>
      state === 'added' ? [`${pod.name} ${/sim.local\/(\w+)/.exec(containers[0]?.image ?? '')?.[1]}`] : [],
    );
  return { run, added, imagesOf, names: added.map(({ name }) => name), readyAt };
}

describe('pods of a StatefulSet', () => {
  it('come one after the other, each 100 ms after the one before is ready', () => {
    const { added, names, readyAt, run } = movesOf(set('good'));
    expect(names).toEqual(['db-0', 'db-1', 'db-2']);
    expect(added[1]?.at).toBeCloseTo(readyAt('db-0') + 100, 3);
    expect(added[2]?.at).toBeCloseTo(readyAt('db-1') + 100, 3);
    expect(run.end.reason).toBe('settled');
  });

  it('come together with podManagementPolicy Parallel', () => {
    const { added } = movesOf(set('good', 3, 'podManagementPolicy: Parallel,'));
    expect(added.map(({ at }) => at)).toEqual([0, 1, 2]);
  });

  it('do not come while the first one is not ready', () => {
    expect(movesOf(set('typo')).names).toEqual(['db-0']);
  });

  it('come though the one before was changed before it was ready (kubectl debug)', () => {
    const { names } = movesOf(
      set('good', 2),
      "ephemeralContainers: [{ match: db-0, at: 500ms, image: 'sim.local/debug:1' }]",
    );
    expect(names).toEqual(['db-0', 'db-1']);
  });

  it('wait for the pod that takes the place of one that was deleted', () => {
    const { names } = movesOf(set('good', 2), 'deletions: [{ match: db-0, at: 500ms, gracePeriod: 1s }]');
    expect(names).toEqual(['db-0', 'db-0', 'db-1']);
  });

  it('wait for a broken one even when a corrected image comes (kubernetes#67250); recreated by hand, it has that image', () => {
    const mended = "imageChanges: [{ match: db, at: 30s, image: 'sim.local/good:1' }]";
    expect(movesOf(set('typo', 2), mended).names).toEqual(['db-0']);
    const { imagesOf } = movesOf(set('typo', 2), `${mended}\ndeletions: [{ match: db-0, at: 60s }]`);
    expect(imagesOf()).toEqual(['db-0 typo', 'db-0 good', 'db-1 good']);
  });

  it.each([
    ['', ['db-0 good', 'db-1 new', 'db-2 new', 'db-0 new']],
    ['updateStrategy: { rollingUpdate: { partition: 2 } },', ['db-0 good', 'db-1 good', 'db-2 new']],
    ['updateStrategy: { rollingUpdate: { partition: 3 } },', ['db-0 good', 'db-1 good', 'db-2 good']],
  ])(
    'that are to come have the new template from its change on, and then those that are there get it: %s',
    (strategy, expected) => {
      const change = "imageChanges: [{ match: db, at: 500ms, image: 'sim.local/new:1' }]";
      const { imagesOf, run } = movesOf(set('good', 3, strategy), change);
      expect(imagesOf()).toEqual(expected);
      expect(run.end.reason).toBe('settled');
    },
  );

  it('are not made twice where the template changes between the making of a pod and its arrival', () => {
    const { readyAt } = movesOf(set('good', 2));
    const change = `imageChanges: [{ match: db, at: ${Math.round(readyAt('db-0')) + 50}ms, image: 'sim.local/new:1' }]`;
    expect(movesOf(set('good', 2), change).imagesOf()).toEqual([
      'db-0 good',
      'db-1 good',
      'db-1 new',
      'db-0 new',
    ]);
  });

  it('come no sooner than the scenario lets them arrive', () => {
    const { added } = movesOf(set('good', 2), 'arrivals: { pods: [{ match: db-1, at: 1m }] }');
    expect(added.map(({ at }) => at)).toEqual([0, 60_000]);
  });
});

it('their nodes are one part of a run, those of others are not', () => {
  const nodes = (count: number) =>
    `apiVersion: windlass.dev/v1alpha1\nkind: Scenario\nnodes: { count: ${count} }\n---\n`;
  const partsOf = (policy: string) =>
    partitionInput(accepted(`${nodes(3)}${set('good', 2, policy)}`).input).map(({ nodes: of }) => of.length);
  expect([partsOf(''), partsOf('podManagementPolicy: Parallel,')]).toEqual([
    [2, 1],
    [1, 1, 1],
  ]);
});
