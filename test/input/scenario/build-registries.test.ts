import { describe, expect, test } from 'vitest';
import { accepted, errorsOf, podYaml, refused, scenarioYaml, stream } from '../reading.ts';

const pod = podYaml('x', '{ containers: [{ name: a, image: redis }] }');
const registries = (written: string) => accepted(stream(pod, scenarioYaml(`registries: ${written}`))).input.registries;

describe('a registry of a Scenario', () => {
  test('has only what is said of it', () => {
    expect(registries('{ docker.io: {} }')['docker.io']).toStrictEqual({
      host: 'docker.io',
      roundTripMicros: 20_000,
      egressBytesPerSecond: null,
      bytesPerSecondPerResponse: null,
      bytesPerSecondPerClient: null,
      connectMicros: 0,
    });
  });

  test.each([
    ['connect: 30ms', { connectMicros: 30_000 }],
    ['perClient: 8Mbit/s', { bytesPerSecondPerClient: 1e6 }],
    ['perClient: unlimited', { bytesPerSecondPerClient: null }],
    ['authentication: bearer', { authentication: 'bearer' }],
    ['pullLimit: { pulls: 100, per: 6h }', { pullLimit: { pullsMax: 100, windowMicros: 21_600e6 } }],
    [
      'pullLimit: { pulls: 100, per: 6h, authenticated: 200, sharedAddress: true }',
      { pullLimit: { pullsMax: 100, windowMicros: 21_600e6, authenticatedPullsMax: 200, sharedAddress: true } },
    ],
    ['images: ["library/*", "team/app:1"]', { images: ['library/*', 'team/app:1'] }],
    ['images: []', { images: [] }],
    ['ranges: false', { ranges: false }],
  ])('%s', (written, read) => {
    expect(registries(`{ docker.io: { ${written} } }`)['docker.io']).toMatchObject(read);
  });

  test('takes what it does not say from "*"', () => {
    const all = registries(
      '{ "*": { authentication: basic, connect: 5ms }, docker.io: { connect: 1ms }, ghcr.io: { authentication: bearer } }',
    );
    expect(Object.keys(all)).toEqual(['docker.io', 'ghcr.io', 'registry.k8s.io']);
    expect(all['docker.io']).toMatchObject({ authentication: 'basic', connectMicros: 1_000 });
    expect(all['ghcr.io']).toMatchObject({ authentication: 'bearer', connectMicros: 5_000 });
  });

  test('may be a cache of another, which then is there too, under the name that images give it', () => {
    const all = registries('{ mirror.local: { cacheOf: quay.io }, hub.local: { cacheOf: registry-1.docker.io } }');
    expect(Object.keys(all)).toEqual(['docker.io', 'hub.local', 'mirror.local', 'quay.io', 'registry.k8s.io']);
    expect(all['mirror.local']).toHaveProperty('cacheOf', 'quay.io');
    expect(all['hub.local']).toHaveProperty('cacheOf', 'docker.io');
  });

  test.each([
    [
      '{ a.io: { cacheOf: b.io }, b.io: { cacheOf: a.io } }',
      ['8:32 WRONG_VALUE "b.io" leads back: a.io → b.io → a.io', '8:57 WRONG_VALUE "a.io" leads back: b.io → a.io → b.io'],
    ],
    ['{ docker.io: { cacheOf: index.docker.io } }', ['8:37 WRONG_VALUE "index.docker.io" leads back: docker.io → docker.io']],
    ['{ "*": { cacheOf: a.io } }', ['8:31 WRONG_VALUE what holds for all other registries is not a cache of one']],
    ['{ a.io: { authentication: token } }', ['8:39 WRONG_VALUE registries.a.io.authentication must be basic or bearer, not "token"']],
    ['{ a.io: { pullLimit: { pulls: -1, per: 6h } } }', ['8:43 WRONG_VALUE registries.a.io.pullLimit.pulls must be at least 0, not -1']],
    [
      '{ a.io: { pullLimit: { pulls: 1, per: 0s } } }',
      ['8:51 WRONG_VALUE registries.a.io.pullLimit.per must be a duration above 0, not "0s"'],
    ],
    ['{ a.io: { pullLimit: { pulls: 1 } } }', ['8:23 REQUIRED registries.a.io.pullLimit.per is missing']],
    ['{ a.io: { pullLimits: {} } }', ['8:23 UNKNOWN_FIELD unknown field "pullLimits" in registries.a.io']],
  ])('%s is refused', (written, errors) => {
    expect(refused(stream(pod, scenarioYaml(`registries: ${written}`)))).toEqual(errors);
  });
});

test('caches may stand one behind the other, unless one leads back or asks all', () => {
  const three = registries('{ a.io: { cacheOf: b.io }, b.io: { cacheOf: c.io }, c.io: {} }');
  expect(['a.io', 'b.io', 'c.io'].map((host) => three[host]?.cacheOf)).toEqual(['b.io', 'c.io', undefined]);
  expect(
    refused(stream(pod, scenarioYaml('registries: { a.io: { cacheOf: b.io }, b.io: { cacheOf: c.io }, c.io: { cacheOf: b.io } }'))),
  ).toEqual([
    '8:32 WRONG_VALUE "b.io" leads back: a.io → b.io → c.io → b.io',
    '8:57 WRONG_VALUE "c.io" leads back: b.io → c.io → b.io',
    '8:82 WRONG_VALUE "b.io" leads back: c.io → b.io → c.io',
  ]);
  expect(errorsOf(stream(pod, scenarioYaml('registries: { a.io: { cacheOf: "*" } }')))).toMatchObject([
    {
      code: 'WRONG_VALUE',
      message: '"*" is no registry: it stands for those that have no entry of their own',
      expected: 'the host of a registry that this one asks for what it does not have',
    },
  ]);
});
