import { expect, test } from 'vitest';
import { accepted, refused, scenarioYaml } from '../reading.ts';

const nodes = (fields: string) => scenarioYaml(`nodes: ${fields}`);
const of = (text: string) => accepted(text).input.nodes.map(({ prePulls }) => prePulls);

test('a pre-pull has defaults, and names after the default tag', () => {
  expect(of(nodes('{ defaults: { prePull: { images: [redis, "db:1"] } } }'))).toEqual([
    [
      {
        atMicros: 0,
        images: ['redis:latest', 'db:1'],
        parallel: false,
        policy: 'IfNotPresent',
        release: '1.36',
      },
    ],
  ]);
});

test('kubeadm’s rules are those of the node’s kubelet; a node’s own list comes before that of all', () => {
  const own =
    '{ kubeletVersion: "1.30", prePull: [{ at: 5s, images: [a], parallel: true, policy: Always }, { images: [b] }] }';
  const plain = { images: ['b:latest'], parallel: false, policy: 'IfNotPresent' };
  expect(of(nodes(`{ named: { n1: ${own}, n2: {} }, defaults: { prePull: { images: [b] } } }`))).toEqual([
    [
      { atMicros: 5_000_000, images: ['a:latest'], parallel: true, policy: 'Always', release: '1.30' },
      { atMicros: 0, ...plain, release: '1.30' },
    ],
    [{ atMicros: 0, ...plain, release: '1.36' }],
  ]);
});

test('pre-pulled images are images of the run, and a run of them alone is worth no warning', () => {
  const { input, warnings } = accepted(
    scenarioYaml('images: [{ name: a, size: 1MB }]\nnodes: { defaults: { prePull: { images: [a] } } }'),
  );
  expect(Object.keys(input.images)).toEqual(['a:latest']);
  expect(warnings).toEqual([]);
});

test('nodes without one say nothing of it', () => {
  expect(Object.keys(accepted(nodes('{ count: 1 }')).input.nodes[0] ?? {})).not.toContain('prePulls');
});

test('what is wrong is told with its place', () => {
  expect(refused(nodes('{ defaults: { prePull: { images: [App] } } }'))).toEqual([
    expect.stringMatching(/^3:\d+ IMAGE_NAME "App" is not an image name$/),
  ]);
  expect(refused(nodes('{ defaults: { prePull: { images: [a], policy: Sometimes } } }'))[0]).toMatch(/^3:/);
  expect(refused(nodes('{ defaults: { prePull: { images: [] } } }'))[0]).toMatch(/^3:/);
});
