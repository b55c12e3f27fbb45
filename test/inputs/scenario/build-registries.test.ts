import { describe, expect, test } from 'vitest';
import { accepted, errorsOf, podYaml, refused, scenarioYaml, stream } from '../reading.ts';

const pod = podYaml('x', '{ containers: [{ name: a, image: redis }] }');
const registries = (written: string) =>
  accepted(stream(pod, scenarioYaml(`registries: ${written}`))).input.registries;

describe('a registry of a Scenario', () => {
  test('has only what is said of it, and TCP and TLS take two round trips', () => {
    const unknown = {
      host: 'r.example',
      roundTripMicros: 20_000,
      egressBytesPerSecond: null,
      bytesPerSecondPerResponse: null,
      bytesPerSecondPerClient: null,
      connectMicros: 40_000,
    };
    expect(registries('{ r.example: {} }')['r.example']).toStrictEqual(unknown);
    expect(registries('{ r.example: { roundTrip: 5ms } }')['r.example']).toStrictEqual({
      ...unknown,
      roundTripMicros: 5_000,
      connectMicros: 10_000,
      told: ['roundTrip'],
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
      {
        pullLimit: { pullsMax: 100, windowMicros: 21_600e6, authenticatedPullsMax: 200, sharedAddress: true },
      },
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
    expect(all['docker.io']).toMatchObject({ authentication: 'basic', connectMicros: 1_000 });
    expect(all['ghcr.io']).toMatchObject({ authentication: 'bearer', connectMicros: 5_000 });
  });

  test('may be a cache of another, which then is there too, under the name that images give it', () => {
    const all = registries(
      '{ mirror.local: { cacheOf: quay.io }, hub.local: { cacheOf: registry-1.docker.io } }',
    );
    expect(Object.keys(all)).toEqual(
      expect.arrayContaining(['docker.io', 'hub.local', 'mirror.local', 'quay.io']),
    );
    expect(all['mirror.local']).toHaveProperty('cacheOf', 'quay.io');
    expect(all['hub.local']).toHaveProperty('cacheOf', 'docker.io');
  });

  test.each([
    [
      '{ a.io: { cacheOf: b.io }, b.io: { cacheOf: a.io } }',
      [
        '8:32 WRONG_VALUE "b.io" is a circle: a.io → b.io → a.io',
        '8:57 WRONG_VALUE "a.io" is a circle: b.io → a.io → b.io',
      ],
    ],
    [
      '{ docker.io: { cacheOf: index.docker.io } }',
      ['8:37 WRONG_VALUE "index.docker.io" is a circle: docker.io → docker.io'],
    ],
    ['{ "*": { cacheOf: a.io } }', ['8:31 WRONG_VALUE the entry for all other registries cannot be a cache']],
    [
      '{ a.io: { authentication: token } }',
      ['8:39 WRONG_VALUE registries.a.io.authentication must be none, basic or bearer, not "token"'],
    ],
    [
      '{ a.io: { pullLimit: { pulls: -1, per: 6h } } }',
      ['8:43 WRONG_VALUE registries.a.io.pullLimit.pulls must be at least 0, not -1'],
    ],
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
    refused(
      stream(
        pod,
        scenarioYaml(
          'registries: { a.io: { cacheOf: b.io }, b.io: { cacheOf: c.io }, c.io: { cacheOf: b.io } }',
        ),
      ),
    ),
  ).toEqual([
    '8:32 WRONG_VALUE "b.io" is a circle: a.io → b.io → c.io → b.io',
    '8:57 WRONG_VALUE "c.io" is a circle: b.io → c.io → b.io',
    '8:82 WRONG_VALUE "b.io" is a circle: c.io → b.io → c.io',
  ]);
  expect(errorsOf(stream(pod, scenarioYaml('registries: { a.io: { cacheOf: "*" } }')))).toMatchObject([
    {
      code: 'WRONG_VALUE',
      message: '"*" is not a registry: it stands for all registries without an entry of their own',
      expected: 'the host of a registry that this one asks for what it does not have',
    },
  ]);
});

describe('what is known of a registry by its host', () => {
  test.each([
    [
      'docker.io',
      {
        roundTripMicros: 40_000,
        bytesPerSecondPerResponse: 25e6,
        authentication: 'bearer',
        blobStore: 'production.cloudflare.docker.com',
      },
    ],
    [
      '1234.dkr.ecr.eu-west-1.amazonaws.com',
      { blobStore: 'prod-eu-west-1-starport-layer-bucket.s3.eu-west-1.amazonaws.com' },
    ],
    ['team.azurecr.io', { authentication: 'bearer', blobStore: 'team.blob.core.windows.net' }],
    ['eu.gcr.io', { bytesPerSecondPerResponse: 100e6 }],
    ['localhost:5000', { roundTripMicros: 1_000, connectMicros: 1_000 }],
    ['azurecr.io.example.com', { roundTripMicros: 20_000, bytesPerSecondPerResponse: null }],
  ])('%s', (host, known) => {
    expect(registries(`{ ${JSON.stringify(host)}: {} }`)[host]).toMatchObject(known);
  });

  test('holds where the Scenario says nothing, and a blob store is as far and as fast as its registry', () => {
    const all = registries(
      '{ docker.io: { perResponse: 8Mbit/s, authentication: none }, quay.io: { blobStore: none } }',
    );
    expect(all['docker.io']).not.toHaveProperty('authentication');
    expect(all['quay.io']).not.toHaveProperty('blobStore');
    expect(all['production.cloudflare.docker.com']).toStrictEqual({
      host: 'production.cloudflare.docker.com',
      roundTripMicros: 40_000,
      egressBytesPerSecond: null,
      bytesPerSecondPerResponse: 1e6,
      bytesPerSecondPerClient: null,
      connectMicros: 80_000,
      told: ['perResponse'],
    });
  });

  test('is less than what the Scenario says of the blob store', () => {
    const all = registries('{ r.io: { roundTrip: 1ms, blobStore: b.io }, b.io: { roundTrip: 7ms } }');
    expect(all['r.io']).toMatchObject({ roundTripMicros: 1_000, blobStore: 'b.io' });
    expect(all['b.io']).toMatchObject({ roundTripMicros: 7_000, connectMicros: 14_000 });
    expect(all['b.io']).not.toHaveProperty('blobStore');
  });

  test.each([
    [
      '{ a.io: { blobStore: a.io } }',
      ['8:34 WRONG_VALUE a.io and a.io cannot both send clients on to another host'],
    ],
    [
      '{ a.io: { blobStore: b.io }, b.io: { blobStore: c.io } }',
      ['8:34 WRONG_VALUE b.io and a.io cannot both send clients on to another host'],
    ],
    ['{ "*": { blobStore: a.io } }', ['8:33 WRONG_VALUE each registry has its blobs in a place of its own']],
    [
      '{ a.io: { blobStore: "*" } }',
      ['8:34 WRONG_VALUE "*" is not a registry: it stands for all registries without an entry of their own'],
    ],
    ['{ a.io: { blobStore: b.io, cacheOf: c.io } }', ['8:34 WRONG_VALUE a cache sends what it has itself']],
    [
      '{ a.io: { blobStore: b.io }, b.io: { cacheOf: c.io } }',
      ['8:59 WRONG_VALUE b.io is a blob store, and so no cache'],
    ],
  ])('%s is refused', (written, errors) => {
    expect(refused(stream(pod, scenarioYaml(`registries: ${written}`)))).toEqual(errors);
  });
});
