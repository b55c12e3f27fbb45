import { describe, expect, test } from 'vitest';
import { actorTitle } from '../../../../src/charts/inspector/actor-entry.ts';
import {
  actorAt,
  actorGroups,
  actorsNamed,
  podOf,
  tellingActors,
} from '../../../../src/interfaces/page/statechart/actor-groups.ts';
import type { ActorEntry } from '../../../../src/interfaces/page/worker/worker-protocol.ts';

const pod = (name: string, container?: string) => ({
  pod: { namespace: 'default', name },
  ...(container === undefined ? {} : { container }),
});
const entry = (
  machine: string,
  actor: string,
  name: string,
  steps = 3,
  more: Partial<ActorEntry> = {},
): ActorEntry => ({
  machine,
  actor,
  name,
  fromMs: 0,
  steps,
  nodes: ['node-1'],
  ...more,
});
const entries = [
  entry('network', 'network', 'network', 3, { nodes: ['node-1', 'node-2'] }),
  entry('registry', 'registry/ghcr.io', 'registry/ghcr.io'),
  entry('pullSlots', 'node-1/kubelet/pullSlots', 'node-1/kubelet/pull-slots', 20),
  entry('pullSlots', 'node-1/images/slots', 'node-1/images/download-slots', 9),
  entry('podWorker', 'node-1/kubelet/u1', 'node-1/kubelet/default/web-0', 3, pod('web-0')),
  entry(
    'imagePull',
    'node-1/kubelet/u1/pulls/app',
    'node-1/kubelet/default/web-0/app',
    6,
    pod('web-0', 'app'),
  ),
  entry('podKill', 'node-1/kubelet/u1/kill#2', 'node-1/kubelet/default/web-0', 3, {
    ...pod('web-0'),
    count: 2,
  }),
  entry(
    'runtimePull',
    'node-1/images/pull-0',
    'node-1/images/kubelet/default/web-0/app',
    0,
    pod('web-0', 'app'),
  ),
  entry('container', 'node-1/runtime/0/u1/app/0', 'node-1/runtime/default/web-0/app', 3, pod('web-0', 'app')),
  entry('imagePull', 'node-1/kubelet/u2/pulls/app', 'node-1/kubelet/default/api/app', 8, pod('api', 'app')),
];

describe('the actors to choose from', () => {
  test('are those of the pod first, then the node’s, then those of other pods', () => {
    const groups = actorGroups(entries, 'default/web-0', '');
    expect(groups.map((group) => [group.title, group.entries.map(({ machine }) => machine)])).toEqual([
      ['default/web-0', ['podWorker', 'imagePull', 'podKill', 'runtimePull', 'container']],
      ['The node, and what it shares with others', ['network', 'registry', 'pullSlots', 'pullSlots']],
      ['Other pods', ['imagePull']],
    ]);
  });

  test('are found by any words of machine, name and path, and a group without any is left out', () => {
    const found = (search: string) =>
      actorGroups(entries, undefined, search).map((group) => [group.title, group.entries.length]);
    expect(found('IMAGEPULL  default/api')).toEqual([['Pods', 1]]);
    expect(found('u1 kubelet')).toEqual([['Pods', 3]]);
    expect(found('nobody')).toEqual([]);
    expect(found('  U1   ')).toEqual([['Pods', 4]]);
    const nameless = { machine: 'disk', actor: 'node-1/disk', fromMs: 0, steps: 1 };
    expect(actorGroups([nameless], undefined, 'disk node-1/disk')).toEqual([
      { title: 'The node, and what it shares with others', entries: [nameless] },
    ]);
    expect(actorGroups([nameless], undefined, 'stryker')).toEqual([]);
  });

  test('have titles without the node, and with the number of a second actor at the same path', () => {
    expect(entries.map((one) => actorTitle(one)).slice(0, 8)).toEqual([
      'network',
      'registry/ghcr.io',
      'kubelet/pull-slots',
      'images/download-slots',
      'default/web-0',
      'default/web-0/app',
      'default/web-0 #2',
      'default/web-0/app',
    ]);
    expect(actorTitle({ actor: 'a/b/c', name: 'a/b', nodes: ['a'], part: 'fetch-0 chunks-1' })).toBe(
      'b fetch-0 chunks-1',
    );
    expect([
      actorTitle({ actor: 'a/b' }),
      actorTitle({ actor: 'a/b', nodes: ['a', 'b'] }),
      actorTitle({ actor: 'a', nodes: ['a'] }),
    ]).toEqual(['a/b', 'a/b', 'a']);
    expect(podOf({})).toBeUndefined();
  });

  test('are meant by their path, or by a name: then the image pull goes first', () => {
    const machines = (actor: string) => actorsNamed(entries, actor).map(({ machine }) => machine);
    expect(machines('node-1/images/pull-0')).toEqual(['runtimePull']);
    expect(machines('node-1/kubelet/default/web-0/app')).toEqual(['imagePull']);
    expect(machines('node-1/runtime/default/web-0/app')).toEqual(['container']);
    expect(machines('node-9')).toEqual([]);
  });

  test('of a name that comes again, after a restart, it is the one of that time', () => {
    const [first, again] = [
      entry('imagePull', 'a', 'app'),
      { ...entry('imagePull', 'a#2', 'app'), fromMs: 500 },
    ];
    const named = actorsNamed([first, entry('container', 'c', 'app'), again], 'app');
    expect([-1, 0, 499, 500, 9_000].map((atMs) => actorAt(named, atMs)?.actor)).toEqual([
      'a',
      'a',
      'a',
      'a#2',
      'a#2',
    ]);
    expect(actorAt([], 0)).toBeUndefined();
  });

  test('the telling ones are the busiest of their machines, without those that did nothing', () => {
    expect(tellingActors(entries).map(({ actor }) => actor)).toEqual([
      'node-1/kubelet/u2/pulls/app',
      'node-1/kubelet/pullSlots',
      'node-1/kubelet/u1',
    ]);
  });
});
