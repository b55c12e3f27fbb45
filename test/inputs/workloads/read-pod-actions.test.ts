import { describe, expect, it } from 'vitest';
import { readInput } from '../../../src/inputs/read-input.ts';
import type { PodActionInput } from '../../../src/run/simulation-input.ts';
import { inputOf } from '../../run/simulation/run-yaml.ts';
import { pause } from '../reading.ts';

const workload = (kind: string, replicas = 1) => `apiVersion: apps/v1
kind: ${kind}
metadata: { name: web }
spec: { replicas: ${replicas}, selector: {}, serviceName: web, template: { spec: { terminationGracePeriodSeconds: 12, containers: [{ name: app, image: app:1 }] } } }
---
`;
const bare = `apiVersion: v1
kind: Pod
metadata: { name: solo }
spec: { containers: [{ name: app, image: app:1 }] }
---
`;
const scenario = (lines: string) => `apiVersion: windlass.dev/v1alpha1\nkind: Scenario\n${lines}\n`;
const actions = (yaml: string, lines: string) => inputOf(yaml + scenario(lines)).podActions ?? [];
const uidsOf = (action: PodActionInput | undefined) =>
  action === undefined || action.kind === 'rollout' ? [] : action.uids;
const warnings = (yaml: string, lines: string) => {
  const result = readInput([{ name: 'test.yaml', text: yaml + scenario(lines) }], {});
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.warnings;
};

describe('deletions', () => {
  it('have the pod’s grace period, one second at least', () => {
    const grace = (more: string) =>
      actions(workload('Deployment'), `deletions: [{ match: web, at: 1s${more} }]`)[0];
    expect(grace('')).toMatchObject({ kind: 'delete', atMicros: 1_000_000, graceMicros: 12_000_000 });
    expect(grace(', gracePeriod: 90s')).toMatchObject({ graceMicros: 90_000_000 });
    expect(grace(', gracePeriod: 0s')).toMatchObject({ graceMicros: 1_000_000 });
    expect(actions(bare, 'deletions: [{ match: solo, at: 1s }]')[0]).toMatchObject({
      graceMicros: 30_000_000,
      replacement: null,
    });
  });

  it.each([
    ['Deployment', 'deletion', false],
    ['ReplicaSet', 'deletion', false],
    ['DaemonSet', 'removal', false],
    ['StatefulSet', 'removal', true],
  ])('of a %s’s pods are followed by another, after the %s', (kind, after, hasSameName) => {
    const input = inputOf(
      workload(kind) + scenario('deletions: [{ match: web, at: 1s, recreatedAfter: 3s }]'),
    );
    const [action] = input.podActions ?? [];
    if (action?.kind !== 'delete' || action.replacement === null) throw new Error('no replacement');
    const { spec, ...more } = action.replacement;
    expect(more).toEqual({ after, delayMicros: 3_000_000 });
    expect(spec.name === input.pods[0]?.name).toBe(hasSameName);
    expect(spec).toMatchObject({
      owner: { kind, name: 'web' },
      nodeName: 'node-1',
      containers: input.pods[0]?.containers,
    });
    expect(spec.uid).not.toBe(input.pods[0]?.uid);
  });

  // Many exact names are looked up, and patterns with a star are held against each pod.
  it('meet the same pods whether a name is looked up among many or not', () => {
    const yaml =
      workload('Deployment', 12) + workload('StatefulSet', 3).replace('name: web', 'name: db') + bare;
    const names = inputOf(yaml).pods.map(({ name }) => name);
    const all = (nameOf: (name: string) => string) => {
      const at = (seconds: number) => names.map((name) => `{ match: '${nameOf(name)}', at: ${seconds}s }`);
      return actions(
        yaml,
        `deletions: [${[...at(1), ...at(20), "{ match: StatefulSet/db, at: 30s }, { match: 'web', at: 40s }"].join(', ')}]`,
      );
    };
    const told = all((name) => `default/${name}`);
    expect(told).toEqual(all((name) => `*/${name}`));
    // The Deployment's pods have other names by then; db-0 to db-2 have theirs, and nobody makes solo again.
    expect(told.map(({ atMicros }) => atMicros / 1e6)).toEqual([
      ...Array.from({ length: 16 }, () => 1),
      ...[20, 20, 20],
      ...[30, 30, 30],
      ...Array.from({ length: 12 }, () => 40),
    ]);
  });

  it('that come again meet whoever has come by then, all different', () => {
    const [one, two, three] = actions(
      workload('Deployment'),
      'deletions: [{ match: web, at: 2s }, { match: web, at: 1s }, { match: web, at: 3s }]',
    );
    expect([one, two, three].map((action) => [action?.atMicros, uidsOf(action).length])).toEqual([
      [1_000_000, 1],
      [2_000_000, 2],
      [3_000_000, 3],
    ]);
    expect(new Set(uidsOf(three)).size).toBe(3);
  });

  it('meet no pod any more where nobody made another', () => {
    const lines = 'deletions: [{ match: web, at: 1s, recreate: false }, { match: web, at: 2s }]';
    expect(actions(workload('Deployment', 2), lines)).toHaveLength(2);
    expect(warnings(workload('Deployment', 2), lines)).toEqual([
      expect.stringContaining('this entry of deletions matches no pod that exists at that time'),
    ]);
  });

  it('are warned of where they change a container that no pod has', () => {
    const change = (container: string) =>
      `imageChanges: [{ match: solo, at: 1s, container: ${container}, image: new:2 }]`;
    expect(warnings(bare, change('app'))).toEqual([]);
    expect(warnings(bare, change('ap'))).toEqual([
      expect.stringContaining('such a container: it changes nothing'),
    ]);
  });

  it('are warned of where they come too early', () => {
    const lines = 'arrivals: { at: 5s }\ndeletions: [{ match: solo, at: 1s }]';
    expect(warnings(bare, lines)).toEqual([expect.stringContaining('comes before a pod that it matches')]);
  });
});

describe('ephemeral containers', () => {
  it('are called debugger, have the policy of their tag, and bring their image', () => {
    const input = inputOf(bare + scenario('ephemeralContainers: [{ match: solo, at: 1s, image: tools }]'));
    expect(input.podActions?.[0]).toMatchObject({
      kind: 'edit',
      change: {
        kind: 'ephemeralContainer',
        container: { name: 'debugger', image: 'tools', policy: 'Always', runsForMicros: null },
      },
    });
    expect(Object.keys(input.images)).toEqual(['app:1', pause, 'tools:latest']);
  });

  it('end as the entries of containers say', () => {
    const lines =
      'containers: [{ container: sh, runsFor: 3s, exitCode: 2 }]\nephemeralContainers: [{ match: solo, at: 1s, name: sh, image: a:1, policy: Never }]';
    const [action] = actions(bare, lines);
    expect(action).toMatchObject({
      change: { container: { name: 'sh', policy: 'Never', runsForMicros: 3_000_000, exitCode: 2 } },
    });
    expect(warnings(bare, lines)).toEqual([]);
  });

  it('of a manifest are part of the pod', () => {
    const yaml = `apiVersion: v1
kind: Pod
metadata: { name: solo }
spec: { containers: [{ name: app, image: app:1 }], ephemeralContainers: [{ name: sh, image: tools:1 }] }
---
`;
    expect(inputOf(yaml).pods[0]?.ephemeralContainers.map(({ name, policy }) => [name, policy])).toEqual([
      ['sh', 'IfNotPresent'],
    ]);
  });
});

it('image changes are of one container or of all, and bring their image', () => {
  const input = inputOf(
    bare +
      scenario(
        'imageChanges: [{ match: solo, at: 1s, image: new:2 }, { match: solo, at: 2s, container: app, image: new:3 }]',
      ),
  );
  expect(input.podActions).toMatchObject([
    { change: { kind: 'image', container: null, image: 'new:2' } },
    { change: { kind: 'image', container: 'app', image: 'new:3' } },
  ]);
  expect(Object.keys(input.images)).toEqual(['app:1', 'new:2', 'new:3', pause]);
  expect(JSON.parse(JSON.stringify(input))).toEqual(input);
});

describe('image changes of workloads', () => {
  const change = `imageChanges: [{ match: web, at: 9s, image: 'app:2' }]`;
  const rollout = (kind: string, replicas: number, more = '') => {
    const yaml = workload(kind, replicas).replace('spec: {', `spec: { ${more}`);
    const [action] = actions(yaml, change);
    if (action?.kind !== 'rollout') throw new Error(`${action?.kind}`);
    return action;
  };

  it.each([
    ['Deployment', 1, '', { kind: 'surge', surgeMax: 1, unavailableMax: 0 }],
    ['Deployment', 4, '', { kind: 'surge', surgeMax: 1, unavailableMax: 1 }],
    ['Deployment', 10, '', { kind: 'surge', surgeMax: 3, unavailableMax: 2 }],
    [
      'Deployment',
      4,
      'strategy: { rollingUpdate: { maxSurge: 0, maxUnavailable: 10% } },',
      { kind: 'surge', surgeMax: 0, unavailableMax: 1 },
    ],
    [
      'Deployment',
      4,
      'strategy: { rollingUpdate: { maxSurge: 2, maxUnavailable: 9 } },',
      { kind: 'surge', surgeMax: 2, unavailableMax: 4 },
    ],
    ['Deployment', 4, 'strategy: { type: Recreate },', { kind: 'recreate' }],
    ['DaemonSet', 1, '', { kind: 'perNode', unavailableMax: 1 }],
    [
      'DaemonSet',
      1,
      'updateStrategy: { rollingUpdate: { maxUnavailable: 3 } },',
      { kind: 'perNode', unavailableMax: 3 },
    ],
    [
      'DaemonSet',
      1,
      'updateStrategy: { rollingUpdate: { maxSurge: 1 } },',
      { kind: 'surgePerNode', surgeMax: 1 },
    ],
    ['StatefulSet', 2, '', { kind: 'ordered', oneByOne: true }],
    ['StatefulSet', 2, 'podManagementPolicy: Parallel,', { kind: 'ordered', oneByOne: false }],
  ])('%s of %i with "%s" roll out so', (kind, replicas, more, strategy) => {
    expect(rollout(kind, replicas, more).strategy).toEqual(strategy);
  });

  it('of a Deployment make another ReplicaSet, whose hash its pods have; back again, it is the first one', () => {
    const before = inputOf(workload('Deployment')).pods[0]?.name ?? '';
    const twice = `imageChanges: [{ match: web, at: 8s, image: 'app:2' }, { match: web, at: 9s, image: 'app:1' }]`;
    const names = actions(workload('Deployment'), twice).flatMap((action) =>
      action.kind === 'rollout' ? action.lines.map(({ spec }) => spec.name) : [],
    );
    const bases = [before, ...names].map((name) => name.slice(0, -5));
    expect(bases[0]).toMatch(/^web-\w{10}-$/);
    expect(bases[1]).toMatch(/^web-\w{10}-$/);
    expect(bases[1]).not.toBe(bases[0]);
    expect(bases[2]).toBe(bases[0]);
    expect(new Set([before, ...names]).size).toBe(3);
  });

  it('of a StatefulSet go from the last pod to the partition, under the same names; the others keep their template', () => {
    const { lines } = rollout('StatefulSet', 12, 'updateStrategy: { rollingUpdate: { partition: 9 } },');
    expect(lines.map(({ spec }) => spec.name)).toEqual(
      Array.from({ length: 12 }, (_, index) => `web-${11 - index}`),
    );
    expect(lines.map(({ spec }) => spec.containers[0]?.image)).toEqual([
      ...Array(3).fill('app:2'),
      ...Array(9).fill('app:1'),
    ]);
  });

  it.each([
    ['ReplicaSet', ''],
    ['StatefulSet', 'updateStrategy: { type: OnDelete },'],
    ['DaemonSet', 'updateStrategy: { type: OnDelete },'],
  ])('of a %s (%s) wait for pods that are made later', (kind, more) => {
    const yaml = workload(kind).replace('spec: {', `spec: { ${more}`);
    const lines = `${change}\ndeletions: [{ match: web, at: 10s }]`;
    const [only, ...none] = actions(yaml, lines);
    expect(none).toEqual([]);
    expect(only).toMatchObject({
      kind: 'delete',
      replacement: { spec: { containers: [{ image: 'app:2' }] } },
    });
    expect(warnings(yaml, lines)).toEqual([expect.stringContaining('that already exist stay as they are')]);
  });

  it('of a Job are refused by the API server', () => {
    const job = `apiVersion: batch/v1
kind: Job
metadata: { name: web }
spec: { template: { spec: { restartPolicy: Never, containers: [{ name: app, image: app:1 }] } } }
---
`;
    expect(actions(job, change)).toEqual([]);
    expect(warnings(job, change)).toEqual([
      expect.stringContaining('does not allow a change of the template of Job/web'),
    ]);
  });

  it('that name a pod are of that pod alone', () => {
    const name = inputOf(workload('StatefulSet')).pods[0]?.name;
    expect(
      actions(workload('StatefulSet'), `imageChanges: [{ match: Pod/${name}, at: 9s, image: 'app:2' }]`),
    ).toMatchObject([{ kind: 'edit' }]);
  });
});

it('without any the input has none', () => {
  expect(inputOf(bare)).not.toHaveProperty('podActions');
});

it('a wrong field is told with its place', () => {
  const result = readInput(
    [{ name: 'test.yaml', text: bare + scenario('deletions:\n  - { match: solo, at: soon }') }],
    {},
  );
  expect(result).toMatchObject({
    ok: false,
    errors: [{ line: 9, message: expect.stringContaining('deletions[0].at') }],
  });
});

describe('what an entry meets, and what is said where that is nothing', () => {
  it.each([
    [
      'deletions: [{ match: nobody, at: 1s }]',
      'test.yaml:8:22: this entry of deletions matches no pod that exists at that time',
    ],
    [
      'ephemeralContainers: [{ match: nobody, at: 1s, image: a }]',
      'test.yaml:8:32: this entry of ephemeralContainers matches no pod that exists at that time',
    ],
    [
      'imageChanges: [{ match: nobody, at: 1s, image: a }]',
      'test.yaml:8:25: this entry of imageChanges matches no pod that exists at that time',
    ],
    [
      'arrivals: { at: 2s }\ndeletions: [{ match: solo, at: 1999ms }]',
      'test.yaml:9:32: this entry of deletions comes before a pod that it matches, and changes nothing there',
    ],
    [
      'imageChanges: [{ match: solo, at: 1s, container: ap, image: a }]',
      'test.yaml:8:50: no pod that this entry of imageChanges matches has such a container: it changes nothing',
    ],
    ['imageChanges: [{ match: solo, at: 1s, container: app, image: a }]', undefined],
    ['arrivals: { at: 2s }\ndeletions: [{ match: solo, at: 2s }]', undefined],
    [
      'arrivals: { at: 2s }\ndeletions: [{ match: solo, at: 3s, recreate: true }, { match: solo, at: 3s }]',
      undefined,
    ],
  ])('%s', (lines, warning) => {
    expect(warnings(bare, lines)).toEqual(warning === undefined ? [] : [warning]);
  });

  it('is an init container too', () => {
    const withInit = bare.replace('spec: {', 'spec: { initContainers: [{ name: init, image: a:1 }],');
    expect(warnings(withInit, 'imageChanges: [{ match: solo, at: 1s, container: init, image: a }]')).toEqual(
      [],
    );
  });

  it('is told of a workload whose template nobody may change, or whose pods stay', () => {
    const change = `imageChanges: [{ match: web, at: 9s, image: 'app:2' }]`;
    expect(warnings(workload('ReplicaSet'), change)).toEqual([
      'test.yaml:8:25: pods of ReplicaSet/web that already exist stay as they are: only pods made later have the new image',
    ]);
  });

  it('is a rollout of those alone that have come by then', () => {
    const lines = (at: string) =>
      `arrivals: { interval: 10s }\nimageChanges: [{ match: web, at: ${at}, image: 'app:2' }]`;
    const rolled = (at: string) =>
      actions(workload('Deployment', 3), lines(at)).flatMap((action) =>
        action.kind === 'rollout' ? [action.lines.length] : [],
      );
    expect([rolled('5s'), rolled('10s'), rolled('30s')]).toEqual([[1], [2], [3]]);
    expect(
      actions(
        workload('StatefulSet', 2).replace(
          'spec: {',
          'spec: { updateStrategy: { rollingUpdate: { partition: 2 } },',
        ),
        lines('30s'),
      ),
    ).toEqual([]);
  });

  it('is every workload by itself, also those of one name', () => {
    const lines = 'imageChanges: [{ match: "*", at: 9s, image: "app:2" }]';
    const other = workload('Deployment', 2).replace('name: web', 'name: web, namespace: other');
    const rolled = actions(workload('Deployment', 3) + other, lines);
    expect(
      rolled.map(
        (action) => action.kind === 'rollout' && [action.lines.length, action.atMicros, action.delayMicros],
      ),
    ).toEqual([
      [3, 9_000_000, 100_000],
      [2, 9_000_000, 100_000],
    ]);
  });
});

it('entries of one time come in the order of their fields, and a new pod arrives as late as is said', () => {
  const lines =
    'imageChanges: [{ match: solo, at: 1s, image: new:2 }]\nephemeralContainers: [{ match: solo, at: 1s, image: a }]\ndeletions: [{ match: solo, at: 2s, recreate: true, recreatedAfter: 5s }]';
  const all = actions(bare, lines);
  expect(all.map((action) => (action.kind === 'edit' ? action.change.kind : action.kind))).toEqual([
    'ephemeralContainer',
    'image',
    'delete',
  ]);
  expect(all[2]).toMatchObject({
    replacement: {
      after: 'removal',
      delayMicros: 5_000_000,
      spec: { name: 'solo', arrivesAtMicros: 7_000_000 },
    },
  });
});

it('a pod that comes again has the images of its template, and its changes when it was bare', () => {
  const lines =
    'imageChanges: [{ match: Pod/web-0, at: 1s, image: "app:2" }]\ndeletions: [{ match: web, at: 2s }]';
  const [, deletion] = actions(workload('StatefulSet'), lines);
  expect(deletion).toMatchObject({
    replacement: { spec: { name: 'web-0', containers: [{ image: 'app:1' }] } },
  });
  const input = inputOf(workload('Deployment') + scenario('deletions: [{ match: web, at: 1s }]'));
  const [action] = input.podActions ?? [];
  const name = action?.kind === 'delete' ? action.replacement?.spec.name : '';
  expect(name?.slice(0, -5)).toBe(input.pods[0]?.name.slice(0, -5));
});
