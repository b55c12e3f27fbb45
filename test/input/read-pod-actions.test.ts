import { describe, expect, it } from 'vitest';
import { readInput } from '../../src/input/read-input.ts';
import { inputOf } from '../simulation/run-yaml.ts';
import { pause } from './reading.ts';

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
const warnings = (yaml: string, lines: string) => {
  const result = readInput([{ name: 'test.yaml', text: yaml + scenario(lines) }], {});
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.warnings;
};

describe('deletions', () => {
  it('have the pod’s grace period, one second at least', () => {
    const grace = (more: string) => actions(workload('Deployment'), `deletions: [{ match: web, at: 1s${more} }]`)[0];
    expect(grace('')).toMatchObject({ kind: 'delete', atMicros: 1_000_000, graceMicros: 12_000_000 });
    expect(grace(', gracePeriod: 90s')).toMatchObject({ graceMicros: 90_000_000 });
    expect(grace(', gracePeriod: 0s')).toMatchObject({ graceMicros: 1_000_000 });
    expect(actions(bare, 'deletions: [{ match: solo, at: 1s }]')[0]).toMatchObject({ graceMicros: 30_000_000, replacement: null });
  });

  it.each([
    ['Deployment', 'deletion', false],
    ['ReplicaSet', 'deletion', false],
    ['DaemonSet', 'removal', false],
    ['StatefulSet', 'removal', true],
  ])('of a %s’s pods are followed by another, after the %s', (kind, after, hasSameName) => {
    const input = inputOf(workload(kind) + scenario('deletions: [{ match: web, at: 1s, recreatedAfter: 3s }]'));
    const [action] = input.podActions ?? [];
    if (action?.kind !== 'delete' || action.replacement === null) throw new Error('no replacement');
    const { spec, ...more } = action.replacement;
    expect(more).toEqual({ after, delayMicros: 3_000_000 });
    expect(spec.name === input.pods[0]?.name).toBe(hasSameName);
    expect(spec).toMatchObject({ owner: `${kind}/web`, nodeName: 'node-1', containers: input.pods[0]?.containers });
    expect(spec.uid).not.toBe(input.pods[0]?.uid);
  });

  it('that come again meet whoever has come by then, all different', () => {
    const [one, two, three] = actions(
      workload('Deployment'),
      'deletions: [{ match: web, at: 2s }, { match: web, at: 1s }, { match: web, at: 3s }]',
    );
    expect([one, two, three].map((action) => [action?.atMicros, action?.uids.length])).toEqual([
      [1_000_000, 1],
      [2_000_000, 2],
      [3_000_000, 3],
    ]);
    expect(new Set(three?.uids).size).toBe(3);
  });

  it('meet no pod any more where nobody made another', () => {
    const lines = 'deletions: [{ match: web, at: 1s, recreate: false }, { match: web, at: 2s }]';
    expect(actions(workload('Deployment', 2), lines)).toHaveLength(2);
    expect(warnings(workload('Deployment', 2), lines)).toEqual([
      expect.stringContaining('this entry of deletions matches no pod that is there by then'),
    ]);
  });

  it('are warned of where they change a container that no pod has', () => {
    const change = (container: string) => `imageChanges: [{ match: solo, at: 1s, container: ${container}, image: new:2 }]`;
    expect(warnings(bare, change('app'))).toEqual([]);
    expect(warnings(bare, change('ap'))).toEqual([expect.stringContaining('such a container: it changes nothing')]);
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
      change: { kind: 'ephemeralContainer', container: { name: 'debugger', image: 'tools', policy: 'Always', runsForMicros: null } },
    });
    expect(Object.keys(input.images)).toEqual(['app:1', pause, 'tools:latest']);
  });

  it('end as the entries of containers say', () => {
    const lines =
      'containers: [{ container: sh, runsFor: 3s, exitCode: 2 }]\nephemeralContainers: [{ match: solo, at: 1s, name: sh, image: a:1, policy: Never }]';
    const [action] = actions(bare, lines);
    expect(action).toMatchObject({ change: { container: { name: 'sh', policy: 'Never', runsForMicros: 3_000_000, exitCode: 2 } } });
    expect(warnings(bare, lines)).toEqual([]);
  });

  it('of a manifest are part of the pod', () => {
    const yaml = `apiVersion: v1
kind: Pod
metadata: { name: solo }
spec: { containers: [{ name: app, image: app:1 }], ephemeralContainers: [{ name: sh, image: tools:1 }] }
---
`;
    expect(inputOf(yaml).pods[0]?.ephemeralContainers.map(({ name, policy }) => [name, policy])).toEqual([['sh', 'IfNotPresent']]);
  });
});

it('image changes are of one container or of all, and bring their image', () => {
  const input = inputOf(
    bare + scenario('imageChanges: [{ match: solo, at: 1s, image: new:2 }, { match: solo, at: 2s, container: app, image: new:3 }]'),
  );
  expect(input.podActions).toMatchObject([
    { change: { kind: 'image', container: null, image: 'new:2' } },
    { change: { kind: 'image', container: 'app', image: 'new:3' } },
  ]);
  expect(Object.keys(input.images)).toEqual(['app:1', 'new:2', 'new:3', pause]);
  expect(JSON.parse(JSON.stringify(input))).toEqual(input);
});

it('without any the input has none', () => {
  expect(inputOf(bare)).not.toHaveProperty('podActions');
});

it('a wrong field is told with its place', () => {
  const result = readInput([{ name: 'test.yaml', text: bare + scenario('deletions:\n  - { match: solo, at: soon }') }], {});
  expect(result).toMatchObject({ ok: false, errors: [{ line: 9, message: expect.stringContaining('deletions[0].at') }] });
});
