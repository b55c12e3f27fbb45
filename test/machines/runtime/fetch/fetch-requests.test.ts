import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src/rules/runtime/fault.ts';
import { containerd16, containerd24 } from '../../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { image, runtimeWorld, type WorldOptions } from '../runtime-world.ts';

// The requests of one pull, as recorded: docs/measurements.md R1, R8, e6-fail.

const app = image('r.io/app:1', 4_000_000, 4_000_000, 4_000_000, 4_000_000);

/**
 * Pulls the image with this fault and says what was asked, as `HEAD tag 200 #0`; `…` where no answer came.
 */
function requests(options: Partial<WorldOptions> = {}, ...faults: readonly Fault[]) {
  const world = runtimeWorld({ images: [app], linkBytesPerSecond: 20_000_000, ...options });
  for (const fault of faults) world.fault(fault);
  world.pull('a', options.images?.[0]?.name ?? app.name);
  world.run();
  expect(world.unhandled).toEqual([]);
  const asked: { actor: string; text: string }[] = [];
  for (const { actor, observation } of world.records('request')) {
    const { state, method, kind, registry, connection, offset } = observation;
    const place = registry === 'r.io' ? '' : ` ${registry}`;
    const range = offset === undefined ? '' : ` from ${offset}`;
    if (state === 'sent') asked.push({ actor, text: `${method} ${kind}${place}${range} … #${connection}` });
    const open = asked.findLast((one) => one.actor === actor);
    if (open !== undefined && state === 'answered')
      open.text = open.text.replace('…', `${observation.status}`);
  }
  return { world, asked: asked.map(({ text }) => text), outcome: world.outcome('a') };
}

const kinds = (asked: readonly string[], begin: string) => asked.filter((text) => text.startsWith(begin));
const connections = (asked: readonly string[]) => new Set(asked.map((text) => text.replace(/^.*#/, ''))).size;

describe('a pull', () => {
  it('resolves over one connection, fetches over others, and uses them again', () => {
    const { asked } = requests();
    expect(asked.slice(0, 3)).toEqual(['HEAD tag 200 #0', 'GET manifest 200 #1', 'GET config 200 #1']);
    expect(kinds(asked, 'GET layer')).toHaveLength(4);
    expect(connections(asked)).toBe(4);
  });

  it('waits for TCP and TLS of each new connection', () => {
    const without = requests();
    const { asked, outcome } = requests({ connectMicros: { 'r.io': 30_000 } });
    expect(asked).toEqual(without.asked);
    // HEAD, the fetcher's first, and one of its others: the last is set up while bytes flow.
    expect(outcome.took - without.outcome.took).toBeGreaterThanOrEqual(60_000);
    expect(outcome.took - without.outcome.took).toBeLessThanOrEqual(95_000);
  });

  it.each([
    [
      'bearer',
      [
        'HEAD tag 401 #0',
        'GET token 200 #0',
        'HEAD tag 200 #0',
        'GET manifest 401 #1',
        'GET token 200 #2',
        'GET manifest 200 #2',
      ],
    ],
    ['basic', ['HEAD tag 401 #0', 'HEAD tag 200 #0', 'GET manifest 401 #1', 'GET manifest 200 #2']],
  ] as const)('is let in (%s) twice: while it resolves, and while it fetches', (authentication, expected) => {
    const world = runtimeWorld({ images: [app], registry: { authentication } });
    world.tell({
      type: 'IMAGE_PULL.REQUESTED',
      image: app.name,
      caller: 'a',
      credential: { identity: 'robot' } as never,
      requester: world.disk as never,
    });
    world.run(400_000);
    const sent = world
      .records('request')
      .filter(({ observation }) => observation.state !== 'sent' && observation.kind !== 'layer');
    const told = sent.map(({ observation: o }) => `${o.method} ${o.kind} ${o.status} #${o.connection}`);
    expect(told.slice(0, expected.length)).toEqual(expected);
    expect(told.slice(expected.length)).toEqual(['GET config 200 #2']);
  });

  it('without credentials is turned away where a password is asked for', () => {
    const { asked, outcome } = requests({ registry: { authentication: 'basic' } });
    expect(asked).toEqual(['HEAD tag 401 #0']);
    expect(outcome.error).toContain('no basic auth credentials');
  });

  it('is turned away where the token is refused', () => {
    const { asked, outcome } = requests(
      { registry: { authentication: 'bearer' } },
      { kind: 'badStatus', status: 401, requests: ['token'] },
    );
    expect(asked).toEqual(['HEAD tag 401 #0', 'GET token 401 #0']);
    expect(outcome.error).toContain('failed to fetch anonymous token');
  });

  it.each([
    [429, 'tag', 5, 6],
    [503, 'tag', 2, 1],
    [429, 'manifest', 5, 6],
    [502, 'manifest', 1, 1],
  ] as const)(
    'that meets %d at its %s asks %d times with containerd 2.4 and %d times with 1.6',
    (status, kind, newer, older) => {
      const fault: Fault = { kind: 'badStatus', status, requests: [kind] };
      const method = kind === 'tag' ? 'HEAD' : 'GET';
      expect(kinds(requests({}, fault).asked, `${method} ${kind}`)).toHaveLength(newer);
      const { asked } = requests({ profile: containerd16 }, fault);
      expect(kinds(asked, `${method} ${kind}`)).toHaveLength(older);
      // A body that is dropped costs its connection; HEAD has none.
      expect(connections(kinds(asked, `${method} ${kind}`))).toBe(method === 'HEAD' ? 1 : older);
    },
  );

  it('goes on over the same connection after an error without a body', () => {
    const fault: Fault = {
      kind: 'badStatus',
      status: 503,
      requests: ['layer'],
      layer: 1,
      times: 1,
      emptyBody: true,
    };
    const layer = (asked: readonly string[]) =>
      asked.filter((text) => text.startsWith('GET layer 503'))[0]?.replace(/^.*#/, '');
    const { asked } = requests({}, fault);
    expect(
      asked
        .slice(asked.findIndex((text) => text.includes('503')) + 1)
        .map((text) => text.replace(/^.*#/, '')),
    ).toContain(layer(asked));
    const { emptyBody: _, ...withBody } = fault;
    const others = requests({}, withBody).asked;
    expect(
      others
        .slice(others.findIndex((text) => text.includes('503')) + 1)
        .map((text) => text.replace(/^.*#/, '')),
    ).not.toContain(layer(others));
  });

  it('writes the received part of a layer to disk before it cancels the others', () => {
    const cancelledAfter = (fault: Fault) => {
      const { world } = requests({}, fault);
      const failed =
        world.records('request').find(({ observation }) => observation.state === 'failed')?.at ?? 0;
      const [first] = world
        .records('fetch')
        .filter(({ observation, at }) => observation.state === 'failed' && at > failed);
      return (first?.at ?? 0) - failed;
    };
    expect(cancelledAfter({ kind: 'connectionReset', layer: 1 })).toBeCloseTo(2_100, -1);
    expect(cancelledAfter({ kind: 'connectionReset', layer: 1, afterBytes: 2_000_000 })).toBeCloseTo(
      5_900,
      -1,
    );
  });

  it('asks containerd 2.4 once more why it is forbidden', () => {
    const fault: Fault = { kind: 'badStatus', status: 403 };
    expect(requests({}, fault).asked).toEqual(['HEAD tag 403 #0', 'GET tag 403 #0']);
    expect(requests({ profile: containerd16 }, fault).asked).toEqual(['HEAD tag 403 #0']);
  });

  it('by a digest that is no manifest looks among blobs', () => {
    const images = [{ ...app, name: 'r.io/app@sha256:0' }];
    const { asked } = requests({ images }, { kind: 'notFound' });
    expect(asked).toEqual(['HEAD tag 404 #0', 'HEAD config 404 #0']);
  });
});

describe('a body', () => {
  it('that ends early goes on with a range, as often as bytes come', () => {
    for (const profile of [containerd24, containerd16]) {
      const { asked, outcome } = requests({ profile }, { kind: 'cutBody', layer: 1, afterBytes: 1_500_000 });
      const ranges = kinds(asked, 'GET layer from').map((text) => text.replace(/ #.*$/, ''));
      expect(ranges).toEqual(['GET layer from 1500000 206', 'GET layer from 3000000 206']);
      expect(outcome.error).toBeUndefined();
    }
  });

  it('starts again from its beginning where the registry ignores ranges', () => {
    const cut: Fault = { kind: 'cutBody', layer: 1, afterBytes: 1_500_000, times: 1 };
    const { asked, outcome } = requests({ registry: { ranges: false } }, cut);
    expect(kinds(asked, 'GET layer from')).toEqual([expect.stringMatching(/^GET layer from 1500000 200 #/)]);
    const ranged = requests({}, cut);
    expect(outcome.took - ranged.outcome.took).toBeGreaterThan(60_000);
  });

  it('without a byte is tried again three times', () => {
    const { asked, outcome } = requests(
      { profile: containerd16 },
      { kind: 'cutBody', layer: 0, afterBytes: 0 },
    );
    expect(kinds(asked, 'GET layer')).toHaveLength(4 + 2);
    expect(outcome.error).toContain('unexpected EOF');
  });

  it('that is reset fails the pull at once', () => {
    const { asked, outcome } = requests({}, { kind: 'connectionReset', layer: 1, afterBytes: 2_000_000 });
    expect(kinds(asked, 'GET layer from')).toEqual([]);
    expect(outcome.error).toContain('connection reset by peer');
  });

  it('of wrong bytes fails after the last of them', () => {
    const { world, outcome } = requests({}, { kind: 'wrongDigest', layer: 0 });
    expect(outcome.error).toContain('failed commit on ref');
    const [failed] = world
      .records('fetch')
      .filter(({ observation }) => observation.error === 'unexpected commit digest');
    expect(failed?.because).toEqual({ kind: 'fault', actor: 'fault-1' });
    expect(outcome.at).toBeGreaterThan((failed?.at ?? Infinity) + containerd24.delays.commit);
    expect(world.usedBytes()).toBe(0);
  });

  it('that stalls holds its slot until the pull is cancelled', () => {
    const world = runtimeWorld({ images: [app], linkBytesPerSecond: 20_000_000, profile: containerd16 });
    world.fault({ kind: 'stalledBody', layer: 0, afterBytes: 1_000_000 });
    world.pull('a', app.name);
    world.run(60_000_000);
    expect(world.outcomes).toEqual({});
    const states = world
      .records('fetch')
      .flatMap(({ observation }) => (observation.layer === 0 ? [observation.state] : []));
    expect(states).toEqual(['queued', 'started', 'stalled']);
  });

  it('at a trickle takes its time', () => {
    const { outcome } = requests(
      {},
      { kind: 'trickle', layer: 0, afterBytes: 1_000_000, bytesPerSecond: 1_000_000 },
    );
    expect(outcome.error).toBeUndefined();
    expect(outcome.took).toBeGreaterThan(3_000_000);
    expect(outcome.took).toBeLessThan(3_900_000);
  });

  it.each<[string, Partial<WorldOptions>, Fault[], string | undefined]>([
    ['no room is left', { diskBytes: 20_000_000 }, [], undefined],
    ['a fault fills the disk', {}, [{ kind: 'diskFull' }], 'fault-1'],
  ])('names the fault that has filled the disk, if there is one: where %s', (_, options, faults, named) => {
    const { world } = requests({ images: [image('r.io/app:1', 40_000_000)], ...options }, ...faults);
    const [failed] = world.records('fetch').filter(({ observation }) => observation.state === 'failed');
    expect(failed?.because).toEqual(named && { kind: 'fault', actor: named });
  });

  it('that does not fit is written as far as there is room', () => {
    const { world, outcome } = requests({ images: [image('r.io/app:1', 40_000_000)], diskBytes: 20_000_000 });
    expect(outcome.error).toContain('no space left on device');
    expect(outcome.took).toBeGreaterThan(1_000_000);
    expect(world.usedBytes()).toBe(0);
  });
});

// docs/measurements.md R1: a registry that keeps its blobs elsewhere answers 307, and Go's client asks there
// at once.
describe('blobs that are kept elsewhere', () => {
  const away = { blobStore: 'blobs.io' };

  it('are asked for twice, over connections of either host; manifests are not', () => {
    const { asked, outcome } = requests(away);
    expect(asked.slice(0, 4)).toEqual([
      'HEAD tag 200 #0',
      'GET manifest 200 #1',
      'GET config 307 #1',
      'GET config blobs.io 200 #2',
    ]);
    expect(kinds(asked, 'GET layer 307')).toHaveLength(4);
    expect(kinds(asked, 'GET layer blobs.io 200')).toHaveLength(4);
    expect(outcome.error).toBeUndefined();
  });

  // `retry` of containerd 1.6 and 2.4 looks at the answers of the store alone.
  it.each([containerd16, containerd24])(
    'are asked for as often as others where the store refuses',
    (profile) => {
      const refused: Fault = { kind: 'badStatus', status: 503, requests: ['layer'] };
      const there = requests({ profile }, refused);
      const elsewhere = requests({ profile, ...away }, { ...refused, registry: 'blobs.io' });
      expect(kinds(elsewhere.asked, 'GET layer blobs.io 503')).toHaveLength(
        kinds(there.asked, 'GET layer 503').length,
      );
      expect(elsewhere.outcome.error).toContain('503');
    },
  );
});

describe('a layer in chunks of 1 MiB', () => {
  it('takes a request and a connection for each, but for those that follow a last one', () => {
    const profile = {
      ...containerd24,
      options: { ...containerd24.options, concurrentLayerFetchBuffer: 2 ** 20 },
    };
    const sizes = [16_006_368, 12_012_463, 8_008_318, 6_011_363, 4_004_173, 2_007_218];
    const { asked, outcome } = requests({ profile, images: [image('r.io/app:1', ...sizes)] });
    expect(asked).toHaveLength(51);
    expect(connections(asked)).toBe(44);
    expect(outcome.error).toBeUndefined();
  });

  it('is one layer in the trace: it begins once, and fails once where a chunk breaks', () => {
    const profile = {
      ...containerd24,
      options: { ...containerd24.options, concurrentLayerFetchBuffer: 2 ** 20 },
    };
    const broken: Fault = { kind: 'connectionReset', layer: 0, afterBytes: 500_000 };
    const { world } = requests({ profile, images: [image('r.io/app:1', 16_006_368)] }, broken);
    expect(world.records('fetch').map(({ observation }) => observation.state)).toEqual([
      'queued',
      'started',
      'failed',
    ]);
  });
});

describe('mirrors', () => {
  const capabilities = ['resolve', 'pull'] as const;
  const registryHosts = {
    'r.io': [
      { host: 'mirror.io', capabilities },
      { host: 'r.io', capabilities },
    ],
  };

  it('are asked first, for each request', () => {
    const { asked, outcome } = requests({ registryHosts });
    expect(asked.filter((text) => !text.includes('mirror.io'))).toEqual([]);
    expect(outcome.error).toBeUndefined();
  });

  it('that reset a connection are asked for the next request over another one', () => {
    const { asked } = requests(
      { registryHosts },
      { kind: 'connectionReset', registry: 'mirror.io', requests: ['manifest'], times: 1 },
    );
    expect(asked.slice(1, 4)).toEqual([
      'GET manifest mirror.io … #1',
      'GET manifest 200 #2',
      'GET config mirror.io 200 #3',
    ]);
  });

  it('that have nothing are passed over', () => {
    const { asked, outcome } = requests({ registryHosts }, { kind: 'notFound', registry: 'mirror.io' });
    expect(asked.slice(0, 4)).toEqual([
      'HEAD tag mirror.io 404 #0',
      'HEAD tag 200 #1',
      'GET manifest mirror.io 404 #2',
      'GET manifest 200 #3',
    ]);
    expect(kinds(asked, 'GET layer mirror.io')).toHaveLength(4);
    expect(outcome.error).toBeUndefined();
  });
});

it('a wait for a slot is recorded, with its holder', () => {
  const images = ['a', 'b'].map((name) => image(`r.io/${name}:1`, 4_000_000, 4_000_000, 4_000_000));
  const world = runtimeWorld({ images, linkBytesPerSecond: 4_000_000 });
  world.pull('a', 'r.io/a:1');
  world.at(200_000, () => world.pull('b', 'r.io/b:1'));
  world.run();
  const waits = world.records('request').filter(({ observation }) => observation.state === 'waiting');
  expect(waits.map(({ observation }) => observation.kind)).toContain('manifest');
  for (const { because } of waits)
    expect(because).toEqual({
      kind: 'downloadSlot',
      actor: expect.stringMatching(/^node-1\/runtime\/[ab]#fetch-\d$/),
    });
});
