import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { containerd16, containerd24 } from '../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { image, runtimeWorld } from './runtime-world.ts';

const both = [containerd24, containerd16];
const host = 'reg.example:5000';

describe.each(both)('$name', (profile) => {
  // docs/measurements.md R1: HEAD, manifest, config, layers, strictly one after another
  it('asks for tag, manifest, config and layer, in this order', () => {
    const world = runtimeWorld({ profile, images: [image(`${host}/a:1`, 61_468)] });
    world.pull('p', `${host}/a:1`);
    world.run();
    const sent = world
      .records('request')
      .map(({ observation }) => `${observation.method} ${observation.kind} ${observation.state}`);
    expect(sent).toEqual(
      ['HEAD tag', 'GET manifest', 'GET config', 'GET layer'].flatMap((request) => [
        `${request} sent`,
        `${request} answered`,
      ]),
    );
    expect(world.outcome('p').ref).toBe(`sha256:${host}/a:1`);
    expect(world.unhandled).toEqual([]);
  });

  // R2: the smallest pull (61 KB, one layer, 1 ms latency and 0.2 ms of loopback) took 54–61 ms; a sum of
  // medians is a little less
  it('takes about 50 ms for the smallest image', () => {
    const world = runtimeWorld({ profile, images: [image(`${host}/a:1`, 61_468)], linkBytesPerSecond: 1e9 });
    world.pull('p', `${host}/a:1`);
    world.run();
    expect(world.outcome('p').took / 1000).toBeGreaterThan(44);
    expect(world.outcome('p').took / 1000).toBeLessThan(62);
  });

  // R4: eight 5 MB layers over 20 MB/s, 5 ms latency: 2.10–2.21 s
  it('is bound by the link, with any number of slots', () => {
    const layers = Array.from({ length: 8 }, () => 5_007_768);
    const world = runtimeWorld({
      profile,
      images: [image(`${host}/a:1`, ...layers)],
      linkBytesPerSecond: 20e6,
      roundTripMicros: 5_200,
    });
    world.pull('p', `${host}/a:1`);
    world.run();
    expect(world.outcome('p').took / 1000).toBeGreaterThan(2_050);
    expect(world.outcome('p').took / 1000).toBeLessThan(2_250);
  });

  // R6: image present: one HEAD, total = latency + 9–12 ms (2.4.2), 11–17 ms (1.6.20)
  it('asks for the tag only where the image is there', () => {
    const world = runtimeWorld({
      profile,
      images: [image(`${host}/a:1`, 1e6)],
      present: [`${host}/a:1`],
      roundTripMicros: 5_000,
    });
    world.pull('p', `${host}/a:1`);
    world.run();
    expect(world.records('request').map(({ observation }) => observation.kind)).toEqual(['tag', 'tag']);
    expect(world.outcome('p').took - 5_000).toBeGreaterThan(9_000);
    expect(world.outcome('p').took - 5_000).toBeLessThan(17_000);
  });

  // R6: other image with the same base: HEAD, manifest, config, new layers only
  it('fetches only the layers that are not there', () => {
    const images = [
      image(`${host}/a:1`, ['base', 5e6], ['a', 1e6]),
      image(`${host}/b:1`, ['base', 5e6], ['b', 2e6]),
    ];
    const world = runtimeWorld({ profile, images, present: [`${host}/a:1`] });
    world.pull('p', `${host}/b:1`);
    world.run();
    expect(
      world.records('fetch').map(({ observation }) => `${observation.state} ${observation.digest}`),
    ).toEqual(['queued sha256:b', 'started sha256:b', 'fetched sha256:b']);
  });

  // R6: same blobs, other chain: no request, but unpacked again
  it('unpacks present blobs again on top of another layer', () => {
    const images = [
      image(`${host}/a:1`, ['base', 5e6], ['app', 1e6]),
      image(`${host}/b:1`, ['new', 3e6], ['app', 1e6]),
    ];
    const world = runtimeWorld({ profile, images, present: [`${host}/a:1`] });
    world.pull('p', `${host}/b:1`);
    world.run();
    expect(
      world.records('fetch').map(({ observation }) => `${observation.state} ${observation.digest}`),
    ).toContain('present sha256:app');
    const unpacked = world.records('unpack').filter(({ observation }) => observation.state === 'finished');
    expect(unpacked.map(({ observation }) => observation.digest)).toEqual(['sha256:new', 'sha256:app']);
  });

  // R7: the same image pulled at once: all answers within 5 ms, every blob fetched and unpacked once, HEAD
  // per pull
  it('fetches and unpacks the same image once for all pulls of it', () => {
    const world = runtimeWorld({
      profile,
      images: [image(`${host}/a:1`, 4e6, 4e6, 4e6)],
      linkBytesPerSecond: 20e6,
    });
    for (const caller of ['p', 'q', 'r']) world.pull(caller, `${host}/a:1`);
    world.run();
    const ends = ['p', 'q', 'r'].map((caller) => world.outcome(caller).at);
    expect(Math.max(...ends) - Math.min(...ends)).toBeLessThan(5_000);
    const sent = world.records('request').filter(({ observation }) => observation.state === 'sent');
    expect(sent.filter(({ observation }) => observation.method === 'HEAD')).toHaveLength(3);
    expect(sent.filter(({ observation }) => observation.method === 'GET')).toHaveLength(2 + 3);
    expect(
      world.records('unpack').filter(({ observation }) => observation.state === 'finished'),
    ).toHaveLength(3);
    expect(world.unhandled).toEqual([]);
  });

  // R7, e3-shared/*-AB-*: private layers start only when the whole shared prefix is unpacked by the other
  // pull
  it('starts private layers only after the shared prefix is unpacked', () => {
    const images = [
      image(`${host}/a:1`, ['base', 8e6], ['mid', 8e6]),
      image(`${host}/b:1`, ['base', 8e6], ['mid', 8e6], ['own', 1e6]),
    ];
    const world = runtimeWorld({ profile, images, linkBytesPerSecond: 20e6 });
    world.pull('p', `${host}/a:1`);
    world.at(1_000, () => world.pull('q', `${host}/b:1`));
    world.run();
    const own = world.records('fetch').find(({ observation }) => observation.digest === 'sha256:own');
    const mid = world
      .records('unpack')
      .find(({ observation }) => observation.digest === 'sha256:mid' && observation.state === 'finished');
    expect(own?.at).toBe(mid?.at);
    const shared = world.records('unpack').filter(({ observation }) => observation.state === 'shared');
    expect(shared.map(({ because }) => because)).toContainEqual({
      kind: 'inFlight',
      actor: 'node-1/runtime/p',
    });
  });

  // R5: unpacking starts while other layers still load, strictly in chain order
  it('unpacks in chain order while later layers load', () => {
    const world = runtimeWorld({
      profile,
      images: [image(`${host}/a:1`, 1e6, 30e6, 1e6, 1e6)],
      linkBytesPerSecond: 20e6,
      seed: 4,
    });
    world.pull('p', `${host}/a:1`);
    world.run();
    const started = world.records('unpack').filter(({ observation }) => observation.state === 'started');
    expect(started.map(({ observation }) => observation.layer)).toEqual([0, 1, 2, 3]);
    const lastByte = Math.max(
      ...world
        .records('fetch')
        .flatMap(({ at, observation }) => (observation.state === 'fetched' ? [at] : [])),
    );
    expect(started[0]?.at).toBeLessThan(lastByte);
  });

  // R8: one failing layer cancels its siblings at once, and nothing of a failed pull survives
  it('leaves nothing of a failed pull behind', () => {
    const world = runtimeWorld({
      profile,
      images: [image(`${host}/a:1`, 1e6, 9e6, 9e6)],
      linkBytesPerSecond: 20e6,
      diskBytes: 15e6,
    });
    world.pull('p', `${host}/a:1`);
    world.run();
    expect(world.outcome('p').error).toContain('no space left on device');
    const failed = world
      .records('fetch')
      .filter(({ observation }) => 'error' in observation && observation.error === 'no space left on device');
    expect(failed.map(({ because }) => because)).toEqual([undefined]);
    expect(world.usedBytes()).toBe(0);
    world.pull('q', `${host}/a:1`);
    world.run();
    expect(world.outcome('q').error).toContain('no space left on device');
    expect(world.unhandled).toEqual([]);
  });

  it('continues the waiting pull when the one it waits for fails', () => {
    const world = runtimeWorld({
      profile,
      images: [image(`${host}/a:1`, 4e6, 4e6)],
      linkBytesPerSecond: 20e6,
    });
    const end = world.fault({ kind: 'diskFull' });
    world.pull('p', `${host}/a:1`);
    world.at(2_000, () => world.pull('q', `${host}/a:1`));
    world.at(34_000, end);
    world.run();
    expect(world.outcome('p').error).toContain('no space left on device');
    const failed = world
      .records('fetch')
      .filter(({ observation }) => 'error' in observation && observation.error === 'no space left on device');
    expect(failed.map(({ because }) => because?.kind)).toEqual(['fault']);
    expect(world.outcome('q').ref).toBe(`sha256:${host}/a:1`);
    expect(world.usedBytes()).toBe(16e6);
    expect(world.unhandled).toEqual([]);
  });

  it('drops pulls of a kubelet that stops, and frees their slots', () => {
    const world = runtimeWorld({
      profile,
      images: [image(`${host}/a:1`, 4e6, 4e6), image(`${host}/b:1`, 4e6)],
      linkBytesPerSecond: 20e6,
    });
    world.pull('p', `${host}/a:1`);
    world.pull('q', `${host}/b:1`);
    world.at(200_000, () => world.tell({ type: 'KUBELET.GONE', pulls: 'lost' }));
    world.at(201_000, () => world.pull('r', `${host}/b:1`));
    world.run();
    expect(Object.keys(world.outcomes)).toEqual(['r']);
    expect(world.usedBytes()).toBe(8e6);
    expect(world.unhandled).toEqual([]);
  });

  it('finishes the pulls of a stopped kubelet where the scenario says so, and answers none', () => {
    const world = runtimeWorld({ profile, images: [image(`${host}/a:1`, 4e6)], linkBytesPerSecond: 20e6 });
    world.pull('p', `${host}/a:1`);
    world.at(100_000, () => world.tell({ type: 'KUBELET.GONE', pulls: 'completed' }));
    // The new kubelet's pod has the same name, and its pull waits for the old one's layers.
    world.at(101_000, () => world.pull('p', `${host}/a:1`));
    world.run();
    expect(world.outcome('p').ref).toBe(`sha256:${host}/a:1`);
    expect(world.records('image')).toHaveLength(2);
    const layers = world
      .records('request')
      .filter(({ observation }) => observation.kind === 'layer' && observation.state === 'sent');
    expect(layers).toHaveLength(1);
    expect(world.unhandled).toEqual([]);
  });

  it('loses open calls at a reboot and keeps the store', () => {
    const world = runtimeWorld({
      profile,
      images: [image(`${host}/a:1`, 4e6), image(`${host}/b:1`, 4e6)],
      present: [`${host}/b:1`],
    });
    world.pull('p', `${host}/a:1`);
    world.at(30_000, () => world.tell({ type: 'NODE.REBOOTED' }));
    world.run();
    expect(world.outcomes).toEqual({});
    expect(world.usedBytes()).toBe(8e6);
  });

  it('frees the blobs that no other image needs when an image is removed', () => {
    const images = [
      image(`${host}/a:1`, ['base', 5e6], ['a', 1e6]),
      image(`${host}/b:1`, ['base', 5e6], ['b', 2e6]),
    ];
    const world = runtimeWorld({ profile, images, present: images.map(({ name }) => name) });
    expect(world.usedBytes()).toBe(16e6);
    world.tell({ type: 'IMAGE.REMOVED', image: `${host}/a:1` });
    expect(world.usedBytes()).toBe(14e6);
    world.pull('p', `${host}/a:1`);
    world.run();
    expect(world.records('fetch').map(({ observation }) => observation.digest)).not.toContain('sha256:base');
    expect(world.usedBytes()).toBe(16e6);
  });

  it('replays a scripted failure so many times, without touching the network', () => {
    const world = runtimeWorld({ profile, images: [image(`${host}/a:1`, 1e6)] });
    world.fault({
      kind: 'pullFails',
      image: `${host}/a:1`,
      error: 'no such luck',
      takesMicros: 500_000,
      times: 1,
    });
    world.pull('p', `${host}/a:1`);
    world.run();
    expect(world.outcome('p')).toMatchObject({ took: 500_000, error: 'no such luck' });
    expect(world.records('request')).toEqual([]);
    world.pull('q', `${host}/a:1`);
    world.run();
    expect(world.outcome('q').ref).toBe(`sha256:${host}/a:1`);
  });

  it('replays a scripted duration', () => {
    const world = runtimeWorld({ profile, images: [image(`${host}/a:1`, 1e6)] });
    const end = world.fault({ kind: 'pullTakes', image: `${host}/a:1`, takesMicros: 2_345_678 });
    world.pull('p', `${host}/a:1`);
    world.run();
    expect(world.outcome('p')).toMatchObject({
      took: 2_345_678,
      ref: `sha256:${host}/a:1`,
      error: undefined,
    });
    end();
  });

  it('ends every pull, fetches every blob once and never exceeds its slots', () => {
    const digest = fc.constantFrom('a', 'b', 'c', 'd', 'e');
    const node = fc.record({
      images: fc.array(fc.array(digest, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }),
      calls: fc.array(fc.record({ image: fc.nat(4), at: fc.nat(400_000) }), { minLength: 1, maxLength: 8 }),
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(node, ({ images, calls, seed }) => {
        const sizes: Record<string, number> = { a: 100, b: 1e6, c: 2e6, d: 5e6, e: 0 };
        const made = images.map((layers, index) =>
          image(`${host}/i${index}:1`, ...layers.map((one) => [one, sizes[one] ?? 0] as const)),
        );
        const world = runtimeWorld({ profile, images: made, linkBytesPerSecond: 20e6, seed });
        for (const [index, call] of calls.entries())
          world.at(call.at, () => world.pull(`p${index}`, made[call.image % made.length]?.name ?? ''));
        world.run();
        expect(Object.values(world.outcomes).map(({ error }) => error)).toEqual(calls.map(() => undefined));
        const fetched = world.records('fetch').filter(({ observation }) => observation.state === 'fetched');
        const digests = fetched.map(({ observation }) => observation.digest);
        expect(new Set(digests).size).toBe(digests.length);
        let open = 0;
        const openOf: Record<string, number> = {};
        for (const { actor, observation } of world.records('fetch')) {
          if (observation.state !== 'started' && observation.state !== 'fetched') continue;
          const pull = actor.slice(0, actor.lastIndexOf('#'));
          const change = observation.state === 'started' ? 1 : -1;
          open += change;
          openOf[pull] = (openOf[pull] ?? 0) + change;
          const used = profile.downloadSlots.scope === 'node' ? open : (openOf[pull] ?? 0);
          expect(used).toBeLessThanOrEqual(profile.downloadSlots.slotsMax);
        }
        const kept = new Set(calls.map((call) => made[call.image % made.length]));
        const blobs = new Set([...kept].flatMap((one) => one?.layers.map((layer) => layer.digest) ?? []));
        expect(new Set(digests)).toEqual(blobs);
        expect(world.unhandled).toEqual([]);
      }),
    );
  });
});

// R3, e8-scale/*-small-behind-big: 1,335 ms on 2.4.2, 83 ms on 1.6.20
it.each([
  { profile: containerd24, low: 1_200, high: 1_450 },
  { profile: containerd16, low: 70, high: 100 },
])('$profile.name: a small image behind a big one takes $low–$high ms', ({ profile, low, high }) => {
  const big = image('localhost:5000/eq8:1', ...Array.from({ length: 8 }, () => 5_007_768));
  const small = image('localhost:5000/small:1', 61_468);
  const world = runtimeWorld({
    profile,
    images: [big, small],
    linkBytesPerSecond: 20e6,
    roundTripMicros: 5_200,
  });
  world.pull('big', big.name);
  world.at(300_000, () => world.pull('small', small.name));
  world.run();
  expect(world.outcome('small').took / 1000).toBeGreaterThan(low);
  expect(world.outcome('small').took / 1000).toBeLessThan(high);
});

// R3: containerd 1.6 starts layers in manifest order (39 of 39 runs; the first window in any order), 2.4 in
// random order
it('starts layers in the order of the manifest with containerd 1.6, and in any order with 2.4', () => {
  const layers = Array.from({ length: 9 }, () => 2e6);
  const startedBy = (profile: typeof containerd16, seed: number) => {
    const world = runtimeWorld({
      profile,
      images: [image(`${host}/a:1`, ...layers)],
      linkBytesPerSecond: 20e6,
      seed,
    });
    world.pull('p', `${host}/a:1`);
    world.run();
    return world
      .records('fetch')
      .flatMap(({ observation }) => (observation.state === 'started' ? [observation.layer] : []));
  };
  expect(startedBy(containerd16, 1).slice(3)).toEqual([3, 4, 5, 6, 7, 8]);
  const firsts = new Set(Array.from({ length: 40 }, (_, seed) => startedBy(containerd24, seed * 7919)[0]));
  expect(firsts.size).toBeGreaterThan(5);
});
