import { describe, expect, test } from 'vitest';
import { accepted, errorsOf, podYaml, refused, scenarioYaml, stream } from '../reading.ts';

const pod = podYaml('x', '{ containers: [{ name: a, image: "gcr.io/p/app:v1" }] }');

/** The same fault as a Scenario has it, and as the option says it. */
const spellings = [
  [
    'registryDown registry=gcr.io from=0s until=40s',
    '{ kind: registryDown, registry: gcr.io, from: 0s, until: 40s }',
  ],
  ['kind=stall', '{ kind: stall }'],
  ['errorRate rate=0.25 status=503 for=1m', '{ kind: errorRate, rate: 0.25, status: 503, for: 1m }'],
  ['rateLimit requests=3 per=1m', '{ kind: rateLimit, requests: 3, per: 1m }'],
  ['notFound image=gcr.io/p/app:v1', '{ kind: notFound, image: "gcr.io/p/app:v1" }'],
  ['unauthorized registry=gcr.io', '{ kind: unauthorized, registry: gcr.io }'],
  ['slowLink node=node-1 link=8Mbit/s', '{ kind: slowLink, node: node-1, link: 8Mbit/s }'],
  ['diskFull from=5s', '{ kind: diskFull, from: 5s }'],
  ["runtimeDown error='connection refused'", '{ kind: runtimeDown, error: connection refused }'],
  ['runtimeSlow list=200s podStatus=1s', '{ kind: runtimeSlow, list: 200s, podStatus: 1s }'],
  ['nodeReboot at=2m', '{ kind: nodeReboot, at: 2m }'],
  ['imageRemoved image=gcr.io/p/app:v1 at=2m', '{ kind: imageRemoved, image: "gcr.io/p/app:v1", at: 2m }'],
  [
    'pullFails image=gcr.io/p/app:v1 error="manifest unknown" times=2',
    '{ kind: pullFails, image: "gcr.io/p/app:v1", error: manifest unknown, times: 2 }',
  ],
  [
    'pullFails image=gcr.io/p/app:v1 error=404',
    '{ kind: pullFails, image: "gcr.io/p/app:v1", error: "404" }',
  ],
  ['pullTakes image=gcr.io/p/app:v1 takes=4s', '{ kind: pullTakes, image: "gcr.io/p/app:v1", takes: 4s }'],
  [
    'badStatus status=429 request=tag times=2 message=toomanyrequests',
    '{ kind: badStatus, status: 429, request: tag, times: 2, message: toomanyrequests }',
  ],
  [
    'badStatus status=403 request="[tag, manifest]"',
    '{ kind: badStatus, status: 403, request: [tag, manifest] }',
  ],
  ['unanswered image=gcr.io/p/app:v1 layer=2', '{ kind: unanswered, image: "gcr.io/p/app:v1", layer: 2 }'],
  ['connectionReset afterBytes=2MB', '{ kind: connectionReset, afterBytes: 2MB }'],
  ['cutBody afterBytes=0 times=1', '{ kind: cutBody, afterBytes: 0, times: 1 }'],
  ['stalledBody afterBytes=1000000', '{ kind: stalledBody, afterBytes: 1000000 }'],
  ['trickle speed=1kB/s', '{ kind: trickle, speed: 1kB/s }'],
  ['wrongDigest registry=gcr.io layer=0', '{ kind: wrongDigest, registry: gcr.io, layer: 0 }'],
  [
    'kubeletRestart at=7s pulls=completed kubelet="{ serializeImagePulls: false }"',
    '{ kind: kubeletRestart, at: 7s, pulls: completed, kubelet: { serializeImagePulls: false } }',
  ],
] as const;

describe('--fault', () => {
  test.each(spellings)('%s says the same as the Scenario', (words, written) => {
    const ofScenario = accepted(stream(pod, scenarioYaml(`faults: [${written}]`))).input.faults;
    expect(accepted(pod, { faults: [words] }).input.faults).toEqual(ofScenario);
    expect(ofScenario).toHaveLength(1);
  });

  test("adds to the Scenario's own, in order", () => {
    const { input } = accepted(stream(pod, scenarioYaml('faults: [{ kind: stall }]')), {
      faults: ['diskFull', 'registryDown'],
    });
    expect(input.faults.map(({ kind }) => kind)).toEqual(['stall', 'diskFull', 'registryDown']);
  });

  test.each([
    ['', '--fault 1 OPTION the option is empty'],
    ['wrongDigest image="gcr.io/p/app:v1', '--fault 1 OPTION a quote is opened and not closed'],
    ['stall now', '--fault 1 OPTION "now" is not of the form field=value'],
    ['stall from=1s from=2s', '--fault 1 OPTION "from" is given twice'],
    ['stall kind=diskFull', '--fault 1 OPTION "kind" is given twice'],
    ['stall from=5', '--fault 1 WRONG_TYPE from must be a duration such as 90s, 15m or 1h30m, not 5'],
    ['stall from=5m until=2m', '--fault 1 WRONG_VALUE until must be a time after from (5m), not "2m"'],
    ['stall image=x', '--fault 1 UNKNOWN_FIELD unknown field "image"'],
    ['stall __proto__=x', '--fault 1 UNKNOWN_FIELD unknown field "__proto__"'],
    ['errorRate rate=half', '--fault 1 WRONG_TYPE rate must be a number, not "half"'],
    ['errorRate rate=0.1 status=200', '--fault 1 WRONG_VALUE status must be at least 400, not 200'],
    [
      'slowLink link=unlimited',
      '--fault 1 WRONG_VALUE link must be a rate such as 1Gbit/s or 100MB/s, not "unlimited"',
    ],
    ['diskFull node=node-9', '--fault 1 UNKNOWN_NODE there is no node "node-9"'],
    ['badStatus status=200', '--fault 1 WRONG_VALUE status must be at least 400, not 200'],
    ['badStatus', '--fault 1 REQUIRED status is missing'],
    ['cutBody', '--fault 1 REQUIRED afterBytes is missing'],
    [
      'cutBody afterBytes=much',
      '--fault 1 WRONG_VALUE afterBytes must be a size such as 300MB, 1.5GiB or a number of bytes, not "much"',
    ],
    ['cutBody afterBytes=1 request=layer', '--fault 1 UNKNOWN_FIELD unknown field "request"'],
    ['wrongDigest times=0', '--fault 1 WRONG_VALUE times must be at least 1, not 0'],
    [
      'trickle speed=unlimited',
      '--fault 1 WRONG_VALUE speed must be a rate such as 1Gbit/s or 100MB/s, not "unlimited"',
    ],
    ['notFound image=', '--fault 1 REQUIRED image is missing'],
  ])('%j is refused', (words, error) => {
    expect(refused(pod, { faults: [words] })).toEqual([error]);
  });

  test('what is wrong with the second is told of the second, with the word', () => {
    const [error] = errorsOf(pod, { faults: ['stall', 'registryDwn from=1s'] });
    expect(error).toMatchObject({
      file: '--fault 2',
      hint: 'did you mean registryDown?',
      excerpt: 'registryDwn from=1s\n^',
    });
    expect(errorsOf(pod, { faults: ['stall from=1s until=soon'] })[0]?.excerpt).toBe(
      'stall from=1s until=soon\n              ^',
    );
  });

  test('a restart with settings that a kubelet refuses is refused', () => {
    const words = 'kubeletRestart at=5s kubelet="{ maxParallelImagePulls: 3, serializeImagePulls: true }"';
    expect(refused(pod, { faults: [words] })).toEqual([
      expect.stringMatching(
        /^--fault 1 KUBELET_CONFIGURATION .*maxParallelImagePulls cannot be larger than 1/,
      ),
    ]);
  });

  test.each([
    [
      'stall registry=gcr.oi',
      'UNKNOWN_REGISTRY',
      'no pod uses the registry "gcr.oi"',
      'did you mean gcr.io?',
    ],
    [
      'notFound image=gcr.io/p/ap:v1',
      'UNKNOWN_IMAGE',
      'no pod uses the image "gcr.io/p/ap:v1"',
      'did you mean gcr.io/p/app:v1?',
    ],
    [
      'pullFails image=x.example/y error=no',
      'UNKNOWN_IMAGE',
      'no pod uses the image "x.example/y"',
      expect.stringContaining('Scenario'),
    ],
  ])('%s can change nothing and is refused', (words, code, message, hint) => {
    expect(errorsOf(pod, { faults: ['diskFull', words] })).toMatchObject([
      { code, file: '--fault 2', message, hint },
    ]);
  });
});

describe('--link', () => {
  const scenario = scenarioYaml(
    'nodes: { defaults: { link: 10MB/s }, named: { a: { link: 1MB/s }, b: {} } }',
  );
  const links = (link?: string) =>
    accepted(stream(pod, scenario), link === undefined ? {} : { link }).input.nodes.map(
      (node) => node.linkBytesPerSecond,
    );

  test('comes before what the Scenario says, for every node', () => {
    expect(links()).toEqual([1e6, 10e6]);
    expect(links('8Mbit/s')).toEqual([1e6, 1e6]);
    expect(links('unlimited')).toEqual([null, null]);
  });

  test.each(['fast', '1Gbps', '0MB/s', ''])('%j is refused', (link) => {
    const [error, second] = errorsOf(stream(pod, scenario), { link });
    expect(error).toMatchObject({
      code: 'OPTION',
      file: `--link ${link}`,
      expected: expect.stringContaining('1Gbit/s'),
    });
    expect(second).toBeUndefined();
  });
});
