import { describe, expect, test } from 'vitest';
import { accepted, errorsOf, podYaml, refused, scenarioYaml, stream } from '../reading.ts';

const pod = podYaml(
  'x',
  '{ containers: [{ name: a, image: redis }, { name: b, image: docker.io/library/redis }, { name: c, image: "gcr.io/p/app:v1" }] }',
);
const faults = (list: string) => accepted(stream(pod, scenarioYaml(`faults: ${list}`))).input.faults;

describe('faults of a Scenario', () => {
  test.each([
    [
      '{ kind: registryDown, from: 0s, until: 2m }',
      { kind: 'registryDown', fromMicros: 0, untilMicros: 120e6 },
    ],
    [
      '{ kind: registryDown, registry: index.docker.io, from: 5s, for: 10s }',
      { kind: 'registryDown', registry: 'docker.io', fromMicros: 5e6, untilMicros: 15e6 },
    ],
    [
      '{ kind: errorRate, rate: 0.25 }',
      { kind: 'errorRate', rate: 0.25, status: 500, fromMicros: 0, untilMicros: null },
    ],
    [
      '{ kind: rateLimit, registry: docker.io, requests: 100, per: 6h }',
      {
        kind: 'rateLimit',
        registry: 'docker.io',
        requestsMax: 100,
        windowMicros: 21_600e6,
        fromMicros: 0,
        untilMicros: null,
      },
    ],
    [
      '{ kind: unauthorized, registry: gcr.io }',
      { kind: 'unauthorized', registry: 'gcr.io', fromMicros: 0, untilMicros: null },
    ],
    ['{ kind: stall, from: 1s }', { kind: 'stall', fromMicros: 1e6, untilMicros: null }],
    [
      '{ kind: slowLink, node: node-1, link: 8Mbit/s }',
      { kind: 'slowLink', node: 'node-1', bytesPerSecond: 1e6, fromMicros: 0, untilMicros: null },
    ],
    [
      '{ kind: runtimeDown, node: node-1, error: gone }',
      { kind: 'runtimeDown', node: 'node-1', error: 'gone', fromMicros: 0, untilMicros: null },
    ],
    [
      '{ kind: runtimeSlow, list: 200s }',
      { kind: 'runtimeSlow', listMicros: 200e6, podStatusMicros: null, fromMicros: 0, untilMicros: null },
    ],
    ['{ kind: diskFull }', { kind: 'diskFull', fromMicros: 0, untilMicros: null }],
    [
      '{ kind: kubeletRestart, at: 30s }',
      { kind: 'kubeletRestart', pulls: 'lost', fromMicros: 30e6, untilMicros: null },
    ],
    [
      '{ kind: kubeletRestart, from: 30s, pulls: completed }',
      { kind: 'kubeletRestart', pulls: 'completed', fromMicros: 30e6, untilMicros: null },
    ],
    [
      '{ kind: nodeReboot, node: node-1, at: 2m }',
      { kind: 'nodeReboot', node: 'node-1', fromMicros: 120e6, untilMicros: null },
    ],
    [
      '{ kind: imageRemoved, image: "gcr.io/p/app:v1", at: 2m }',
      { kind: 'imageRemoved', image: 'gcr.io/p/app:v1', fromMicros: 120e6, untilMicros: null },
    ],
    [
      '{ kind: pullFails, image: "gcr.io/p/app:v1", error: gone, times: 2 }',
      {
        kind: 'pullFails',
        image: 'gcr.io/p/app:v1',
        error: 'gone',
        takesMicros: 500_000,
        times: 2,
        fromMicros: 0,
        untilMicros: null,
      },
    ],
    [
      '{ kind: pullTakes, image: "gcr.io/p/app:v1", takes: 4s }',
      { kind: 'pullTakes', image: 'gcr.io/p/app:v1', takesMicros: 4e6, fromMicros: 0, untilMicros: null },
    ],
    [
      '{ kind: badStatus, status: 403, message: denied, request: [tag, manifest], times: 3 }',
      {
        kind: 'badStatus',
        status: 403,
        message: 'denied',
        requests: ['tag', 'manifest'],
        times: 3,
        fromMicros: 0,
        untilMicros: null,
      },
    ],
    [
      '{ kind: badStatus, status: 503, emptyBody: true, request: layer }',
      {
        kind: 'badStatus',
        status: 503,
        emptyBody: true,
        requests: ['layer'],
        fromMicros: 0,
        untilMicros: null,
      },
    ],
    [
      '{ kind: unanswered, request: config }',
      { kind: 'unanswered', requests: ['config'], fromMicros: 0, untilMicros: null },
    ],
    ['{ kind: connectionReset }', { kind: 'connectionReset', fromMicros: 0, untilMicros: null }],
    [
      '{ kind: connectionReset, registry: gcr.io, afterBytes: 2MB, layer: 1 }',
      {
        kind: 'connectionReset',
        registry: 'gcr.io',
        afterBytes: 2e6,
        layer: 1,
        fromMicros: 0,
        untilMicros: null,
      },
    ],
    [
      '{ kind: cutBody, afterBytes: 5, pause: 60s }',
      { kind: 'cutBody', afterBytes: 5, pauseMicros: 60e6, fromMicros: 0, untilMicros: null },
    ],
    [
      '{ kind: badStatus, status: 504, pause: 1m }',
      { kind: 'badStatus', status: 504, pauseMicros: 60e6, fromMicros: 0, untilMicros: null },
    ],
    [
      '{ kind: connectionReset, pause: 1s }',
      { kind: 'connectionReset', pauseMicros: 1e6, fromMicros: 0, untilMicros: null },
    ],
    [
      '{ kind: cutBody, afterBytes: 5 }',
      { kind: 'cutBody', afterBytes: 5, fromMicros: 0, untilMicros: null },
    ],
    [
      '{ kind: stalledBody, afterBytes: 1MB }',
      { kind: 'stalledBody', afterBytes: 1e6, fromMicros: 0, untilMicros: null },
    ],
    [
      '{ kind: trickle, speed: 1kB/s, for: 1m }',
      { kind: 'trickle', afterBytes: 0, bytesPerSecond: 1_000, fromMicros: 0, untilMicros: 60e6 },
    ],
    [
      '{ kind: wrongDigest, image: redis }',
      { kind: 'wrongDigest', image: 'docker.io/library/redis:latest', fromMicros: 0, untilMicros: null },
    ],
  ])('%s', (written, read) => {
    expect(faults(`[${written}]`)).toEqual([read]);
  });

  test('of an image become one for each spelling that pods use', () => {
    expect(
      faults('[{ kind: notFound, image: "redis:latest" }]').map((fault) => 'image' in fault && fault.image),
    ).toEqual(['docker.io/library/redis:latest', 'redis:latest']);
  });

  test.each([
    [
      '{ kind: stall, from: 5m, until: 2m }',
      '8:42 WRONG_VALUE faults[0].until must be a time after from (5m), not "2m"',
    ],
    [
      '{ kind: stall, until: 2m, for: 3m }',
      '8:41 WRONG_VALUE faults[0].for must be left out, as until says the same, not "3m"',
    ],
    [
      '{ kind: nodeReboot, at: 2m, from: 3m }',
      '8:34 WRONG_VALUE faults[0].at must be left out, as from says the same, not "2m"',
    ],
    ['{ kind: errorRate, rate: 1.5 }', '8:35 WRONG_VALUE faults[0].rate must be at most 1, not 1.5'],
    [
      '{ kind: errorRate, rate: 0.1, status: 200 }',
      '8:48 WRONG_VALUE faults[0].status must be at least 400, not 200',
    ],
    [
      '{ kind: rateLimit, requests: 3, per: 0s }',
      '8:47 WRONG_VALUE faults[0].per must be a duration above 0, not "0s"',
    ],
    [
      '{ kind: badStatus, status: 500, request: blob }',
      '8:51 WRONG_VALUE faults[0].request must be a kind of request such as manifest, or several, not "blob"',
    ],
    [
      '{ kind: slowLink, link: unlimited }',
      '8:34 WRONG_VALUE faults[0].link must be a rate such as 1Gbit/s or 100MB/s, not "unlimited"',
    ],
    ['{ kind: runtimeSlow, from: 1s }', expect.stringContaining('list, podStatus or both')],
    ['{ kind: diskFull, node: node-9 }', '8:34 UNKNOWN_NODE there is no node "node-9"'],
    [
      '{ kind: stall, from: 99999h }',
      '8:31 WRONG_VALUE faults[0].from must be a duration of at most a year, not "99999h"',
    ],
    [
      '{ kind: stall, from: soon }',
      '8:31 WRONG_VALUE faults[0].from must be a duration such as 90s, 15m or 1h30m, not "soon"',
    ],
    ['{ kind: stall, image: x }', '8:25 UNKNOWN_FIELD unknown field "image" in faults[0]'],
  ])('%s is refused', (written, error) => {
    expect(refused(stream(pod, scenarioYaml(`faults: [${written}]`)))).toEqual([error]);
  });

  test('of an unknown kind are refused with the nearest one', () => {
    const [error] = errorsOf(stream(pod, scenarioYaml('faults: [{ kind: registryDwn }]')));
    expect(error).toMatchObject({
      line: 8,
      column: 18,
      code: 'WRONG_VALUE',
      hint: 'did you mean registryDown?',
    });
  });

  test('that can change nothing are warned of', () => {
    const list = '[{ kind: notFound, image: redix }, { kind: stall, registry: gcr.oi }]';
    expect(accepted(stream(pod, scenarioYaml(`faults: ${list}`))).warnings).toEqual([
      expect.stringMatching(/^in\.yaml:8:35: no pod uses the image "redix": this fault changes nothing/),
      expect.stringMatching(
        /^in\.yaml:8:69: no pod uses the registry "gcr\.oi": this fault changes nothing; did you mean gcr\.io\?/,
      ),
    ]);
  });
});

describe('what a fault names and nobody has', () => {
  const scenario = (fault: string, nodes = '{ count: 2 }') =>
    stream(pod, scenarioYaml(`nodes: ${nodes}\nfaults: [${fault}]`));

  test('a node is refused with those that there are, and with the nearest', () => {
    expect(errorsOf(scenario('{ kind: diskFull, node: nod-2 }'))).toMatchObject([
      {
        line: 9,
        column: 34,
        message: 'there is no node "nod-2"',
        expected: 'one of node-1, node-2',
        hint: 'did you mean node-2?',
      },
    ]);
    expect(errorsOf(scenario('{ kind: diskFull, node: elsewhere }'))[0]).not.toHaveProperty('hint');
  });

  test.each([
    [
      '{ kind: stall, registry: zzzzzz.example }',
      'no pod uses the registry "zzzzzz.example": this fault changes nothing',
    ],
    [
      '{ kind: notFound, image: "gcr.io/p/ap:v1" }',
      'no pod uses the image "gcr.io/p/ap:v1": this fault changes nothing; did you mean gcr.io/p/app:v1?',
    ],
    ['{ kind: notFound, image: "UPPER" }', 'no pod uses the image "UPPER": this fault changes nothing'],
  ])('%s is warned of', (fault, message) => {
    expect(accepted(scenario(fault)).warnings).toEqual([expect.stringMatching(/^in\.yaml:9:3\d: /)]);
    expect(accepted(scenario(fault)).warnings[0]).toMatch(
      new RegExp(`: ${message.replace(/[.?]/g, '\\$&')}$`),
    );
  });

  test('a registry by another of its names is the same', () => {
    expect(accepted(scenario('{ kind: stall, registry: index.docker.io }')).warnings).toEqual([]);
  });
});

test('a fault of single requests is one, however the pods spell the image; of pulls there is one for each spelling', () => {
  const kinds = (fault: string) => faults(`[${fault}]`).length;
  expect(kinds('{ kind: badStatus, status: 500, image: redis }')).toBe(1);
  expect(kinds('{ kind: pullTakes, takes: 1s, image: redis }')).toBe(2);
  expect(kinds('{ kind: imageRemoved, image: redis, node: node-1 }')).toBe(2);
  expect(kinds('{ kind: pullFails, error: x, image: nobody }')).toBe(0);
});

test('what is not said of a fault is its default', () => {
  expect(
    faults(
      '[{ kind: runtimeDown }, { kind: pullFails, error: x, takes: 2s, image: "gcr.io/p/app:v1" }, { kind: runtimeSlow, podStatus: 1s }, { kind: errorRate, rate: 1, status: 503 }]',
    ),
  ).toMatchObject([
    { error: expect.stringContaining('connection refused') },
    { takesMicros: 2e6, times: null },
    { listMicros: null, podStatusMicros: 1e6 },
    { rate: 1, status: 503 },
  ]);
});

test.each([
  ['{ kind: stall, from: 5s, until: 5s }', 'faults[0].until must be a time after from (5s), not "5s"'],
  ['{ kind: kubeletRestart, at: 5s, until: 4s }', 'faults[0].until must be a time after from (5s), not "4s"'],
  ['{ kind: stall, until: 0s }', 'faults[0].until must be a time after from (0s), not "0s"'],
  [
    '{ kind: stall, from: soon, until: 5s }',
    'faults[0].from must be a duration such as 90s, 15m or 1h30m, not "soon"',
  ],
])('%s is refused in its words', (fault, message) => {
  expect(errorsOf(stream(pod, scenarioYaml(`faults: [${fault}]`))).map((error) => error.message)).toEqual([
    message,
  ]);
});

test('as many --fault options as a Scenario may have faults are read, and not one more', () => {
  const options = (count: number) => Array.from({ length: count }, () => 'x');
  expect(errorsOf(pod, { faults: options(1_001) })).toMatchObject([
    { code: 'OPTION', file: '--fault', message: '1001 of them: at most 1000 are read' },
  ]);
  expect(errorsOf(pod, { faults: options(1_000) })[0]?.file).toBe('--fault 1');
});
