import { expect, it } from 'vitest';
import { sightings } from '../../../src/run/invariants/sightings.ts';
import { fetch, type Line, node, pull, traceOf } from './trace-of.ts';

const find = (name: string, lines: readonly Line[]) =>
  sightings.find((sighting) => sighting.name === name)?.find(traceOf([node()], lines));

it('names each sighting once, with a sentence', () => {
  expect(new Set(sightings.map(({ name }) => name)).size).toBe(sightings.length);
  for (const { says } of sightings) expect(says).toMatch(/^[A-Z].*\.$/);
});

it.each<[string, Line[], number]>([
  ['present-image-is-used', [pull(0, 'a', 'inspecting'), pull(0, 'a', 'present')], 2],
  ['image-arrives', [pull(0, 'a', 'pulling'), pull(9, 'a', 'pulled')], 2],
  ['pull-fails', [pull(0, 'a', 'failed')], 1],
  [
    'throttle-refuses',
    [
      pull(0, 'a', 'failed', { error: '404' }),
      pull(0, 'b', 'failed', { error: 'pull QPS exceeded', throttled: true }),
    ],
    2,
  ],
  ['back-off-refuses', [pull(0, 'a', 'backingOff')], 1],
  [
    'pull-recovers',
    [
      pull(0, 'b', 'pulled'),
      pull(0, 'a', 'failed'),
      pull(11_000, 'b', 'pulled'),
      pull(12_000, 'a', 'pulled'),
    ],
    4,
  ],
  ['layer-is-shared', [fetch(0, 'a', 'started'), fetch(1, 'b', 'shared')], 2],
  [
    'container-starts',
    [
      [
        0,
        'node-1',
        {
          type: 'container',
          state: 'running',
          pod: { namespace: 'n', name: 'p', uid: 'u' },
          container: 'app',
        },
      ],
    ],
    1,
  ],
])('%s is seen at the first record that shows it', (name, lines, record) => {
  expect(find(name, lines)).toBe(record);
  expect(find(name, lines.slice(0, -1))).toBeUndefined();
});

it('a pull waits only for a slot that another one has given on', () => {
  const [at, actor, told] = pull(5, 'b', 'pulling');
  expect(find('pull-waits-for-slot', [pull(5, 'b', 'pulling')])).toBeUndefined();
  expect(
    find('pull-waits-for-slot', [[at, actor, told, { kind: 'slot', actor: 'node-1/kubelet/default/a/app' }]]),
  ).toBe(1);
});
