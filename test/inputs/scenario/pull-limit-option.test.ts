import { expect, test } from 'vitest';
import { accepted, podYaml, refused, scenarioYaml, stream } from '../reading.ts';

const pod = podYaml('web', '{ containers: [{ name: a, image: redis }, { name: b, image: ghcr.io/b } ] }');
const limitsOf = (text: string, ...pullLimits: string[]) => {
  const { input, warnings } = accepted(text, { pullLimits });
  const limits = Object.values(input.registries).flatMap(({ host, pullLimit }) =>
    pullLimit === undefined ? [] : [[host, pullLimit]],
  );
  return { limits: Object.fromEntries(limits), warnings };
};

test('a registry limits the pulls of each node, or of all together, over what the Scenario says of it', () => {
  const window = { pullsMax: 100, windowMicros: 6 * 3_600e6 };
  expect(limitsOf(pod, 'docker.io=100/6h')).toEqual({ limits: { 'docker.io': window }, warnings: [] });
  expect(limitsOf(pod, 'docker.io=100/6h,shared').limits).toEqual({
    'docker.io': { ...window, sharedAddress: true },
  });
  const scenario = scenarioYaml(
    'registries: { docker.io: { roundTrip: 5ms, pullLimit: { pulls: 1, per: 1h, authenticated: 9 } } }',
  );
  expect(limitsOf(stream(pod, scenario), 'index.docker.io=100/6h').limits).toEqual({
    'docker.io': { ...window, authenticatedPullsMax: 9 },
  });
  expect(Object.keys(limitsOf(pod, '*=100/6h').limits)).toEqual(
    expect.arrayContaining(['docker.io', 'ghcr.io']),
  );
});

test('a registry of which nothing comes is told', () => {
  expect(limitsOf(pod, 'docker.com=1/1h').warnings).toEqual([
    '--pull-limit docker.com=1/1h: no image comes from "docker.com"; did you mean docker.io?',
  ]);
  expect(limitsOf(pod, 'a.example=1/1h').warnings).toEqual([
    '--pull-limit a.example=1/1h: no image comes from "a.example"; they come from docker.io, ghcr.io, registry.k8s.io',
  ]);
});

test.each([
  'docker.io',
  '=100/6h',
  'docker.io=100',
  'docker.io=100/6',
  'docker.io=x/6h',
  'docker.io=100/0s',
  'docker.io=1/6h,each',
])('%s is refused', (option) => {
  expect(refused(pod, { pullLimits: [option] })).toEqual([
    `--pull-limit ${option} OPTION not of the form registry=pulls/time`,
  ]);
});

test('none takes the limit of a registry away, whoever says it', () => {
  const scenario = scenarioYaml(
    'registries: { docker.io: { pullLimit: { pulls: 1, per: 1h } }, ghcr.io: { pullLimit: { pulls: 2, per: 1h } } }',
  );
  expect(Object.keys(limitsOf(stream(pod, scenario)).limits)).toEqual(['docker.io', 'ghcr.io']);
  expect(Object.keys(limitsOf(stream(pod, scenario), 'docker.io=none').limits)).toEqual(['ghcr.io']);
  expect(limitsOf(stream(pod, scenario), '*=none').limits).toEqual({});
  expect(Object.keys(limitsOf(stream(pod, scenario), '*=none', 'ghcr.io=5/1h').limits)).toEqual(['ghcr.io']);
  expect(refused(pod, { pullLimits: ['docker.io=nothing'] })).toHaveLength(1);
});
