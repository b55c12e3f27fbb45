import { expect, test } from 'vitest';
import { accepted, podYaml, refused, scenarioYaml, stream } from './reading.ts';

const pod = podYaml('a', '{ containers: [{ name: a, image: a }] }');
const containers = (count: number) =>
  Array.from({ length: count }, (_, index) => `{ name: c${index}, image: i${index} }`).join(', ');
const daemonSet = (spec: string) =>
  `apiVersion: apps/v1\nkind: DaemonSet\nmetadata: { name: d }\nspec: { template: { metadata: { labels: { a: b } }, spec: ${spec} } }\n`;

test.each(['0.001ms', '1us', '9ms', '9999us'])(
  'a relist each %s is refused, since it is most of a run',
  (relistPeriod) => {
    expect(
      refused(
        stream(pod, scenarioYaml(`nodes: { defaults: { timings: { relistPeriod: ${relistPeriod} } } }`)),
      ),
    ).toEqual([
      expect.stringMatching(
        /^\d+:\d+ WRONG_VALUE nodes.defaults.timings.relistPeriod must be a duration of at least 10ms/,
      ),
    ]);
  },
);

test('a relist each 10 ms is taken', () => {
  accepted(stream(pod, scenarioYaml('nodes: { defaults: { timings: { relistPeriod: 10ms } } }')));
});

test('few pods with many containers each are as many as many pods', () => {
  const text = stream(
    daemonSet(`{ containers: [${containers(1_000)}] }`),
    scenarioYaml('nodes: { count: 9999 }'),
  );
  expect(refused(text)).toEqual([
    expect.stringMatching(
      /^4:\d+ TOO_MANY_CONTAINERS the input makes 9999 pods with 9999000 containers and volumes: at most 2000000 are/,
    ),
  ]);
  const volumes = Array.from(
    { length: 300 },
    (_, index) => `{ name: v${index}, image: { reference: v${index} } }`,
  ).join(', ');
  const withVolumes = daemonSet(`{ containers: [${containers(1)}], volumes: [${volumes}] }`);
  expect(refused(stream(withVolumes, scenarioYaml('nodes: { count: 9999 }')))).toEqual([
    expect.stringContaining('TOO_MANY_CONTAINERS'),
  ]);
});

const name = 'a'.repeat(4_097);
test.each([
  ['a container', podYaml('a', `{ containers: [{ name: a, image: ${name} }] }`)],
  [
    'an init container',
    podYaml('a', `{ containers: [{ name: a, image: a }], initContainers: [{ name: b, image: ${name} }] }`),
  ],
  [
    'an image volume',
    podYaml(
      'a',
      `{ containers: [{ name: a, image: a }], volumes: [{ name: v, image: { reference: ${name} } }] }`,
    ),
  ],
  ['a fault', stream(pod, scenarioYaml(`faults: [{ kind: notFound, image: ${name} }]`))],
  ['a pre-pull', stream(pod, scenarioYaml(`nodes: { defaults: { prePull: [{ images: [${name}] }] } }`))],
])('a longer name than any image has is refused where it stands: %s', (_, text) => {
  expect(refused(text)).toContainEqual(
    expect.stringMatching(/^\d+:\d+ WRONG_VALUE .* must be a string of at most 4096 characters/),
  );
});

test('a name of 4,096 characters is taken: a kubelet says what is wrong with it', () => {
  accepted(podYaml('a', `{ containers: [{ name: a, image: ${name.slice(1)} }] }`));
});
