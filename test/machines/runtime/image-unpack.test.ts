import { describe, expect, it } from 'vitest';
import { unpackWorkMicros } from '../../../src/rules/runtime/images/unpack-work.ts';
import type { RuntimeOptions } from '../../../src/rules/runtime/profiles/runtime-options.ts';
import type { RuntimeProfile } from '../../../src/rules/runtime/profiles/runtime-profile.ts';
import { containerd16, containerd24 } from '../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { image, runtimeWorld, type WorldOptions } from './runtime-world.ts';

// How layers are unpacked: docs/measurements.md R5, R6, R7.

/** Text as the measured one: 1.53 to 1. */
const text = (name: string, megabytes: number) => [name, megabytes * 650_000, megabytes * 1_000_000] as const;
const withOptions = (options: Partial<RuntimeOptions>): RuntimeProfile => ({
  ...containerd24,
  options: { ...containerd24.options, ...options },
});
const worldOf = (options: WorldOptions) =>
  runtimeWorld({ unpackBytesPerSecond: null, cpus: 2, linkBytesPerSecond: 1e9, ...options });

/** Returns when each layer's unpacking began and ended, by layer. */
function unpacksOf(world: ReturnType<typeof runtimeWorld>, name: string) {
  const times = new Map<number, { began: number; ended: number }>();
  for (const { at, observation } of world.records('unpack')) {
    if (observation.image !== name) continue;
    const { layer, state } = observation;
    if (state === 'started') times.set(layer, { began: at, ended: Infinity });
    if (state === 'finished') times.set(layer, { began: times.get(layer)?.began ?? -1, ended: at });
  }
  return times;
}

describe.each([containerd16, containerd24])('$name', (profile) => {
  it('unpacks the layers of an image one after another, in the order of the chain', () => {
    const web = image('web:1', text('a', 10), text('b', 30), text('c', 20));
    // With processors enough, the layers that still come do not slow it down.
    const world = worldOf({ profile, images: [web], cpus: 16 });
    world.pull('p', web.name);
    world.run();
    const times = unpacksOf(world, web.name);
    const [first, second, third] = [0, 1, 2].map((layer) => times.get(layer));
    expect(second?.began).toBe((first?.ended ?? 0) + profile.delays.betweenUnpacks);
    expect(third?.began).toBe((second?.ended ?? 0) + profile.delays.betweenUnpacks);
    const [layer] = web.layers;
    expect((first?.ended ?? 0) - (first?.began ?? 0)).toBe(
      unpackWorkMicros(profile, layer ?? (undefined as never), null),
    );
    expect(world.outcome('p').error).toBeUndefined();
    expect(world.unhandled).toEqual([]);
  });

  it('unpacks images beside each other: two cores go round once', () => {
    const images = ['a:1', 'b:1', 'c:1', 'd:1'].map((name) => image(name, text(name, 50)));
    const took = (count: number) => {
      const world = worldOf({ profile, images });
      for (const { name } of images.slice(0, count)) world.pull(name, name);
      world.run();
      return Math.max(...images.slice(0, count).map(({ name }) => world.outcome(name).took));
    };
    const [one, two, four] = [took(1), took(2), took(4)];
    const alone = unpackWorkMicros(profile, images[0]?.layers[0] ?? (undefined as never), null);
    const share = profile.unpackRates.processors / 2;
    // Downloads grow, too, and with 1.6 cost the processors half as much as the unpacking does.
    const received = 50e6 / (2 * profile.intakeBytesPerCpuSecond * (alone / 1e6));
    expect((two - one) / alone).toBeCloseTo(2 * share - 1 + received, 0);
    expect((four - one) / alone).toBeCloseTo(4 * share - 1 + 3 * received, 0);
  });

  it('names the mount of a layer that did not fit only where there is no layer below', () => {
    const layers = [['a', 500_000, 1_000_000] as const, ['b', 500_000, 40_000_000] as const];
    const errorOf = (...chain: typeof layers) => {
      const web = image('web:1', ...chain);
      const world = worldOf({ profile, images: [web], diskBytes: 11_000_000 });
      world.pull('p', web.name);
      world.run();
      return world.outcome('p').error;
    };
    expect(errorOf(...layers.slice(1))).toContain(
      ': mount callback failed on /var/lib/containerd/tmpmounts/containerd-mount0: write ',
    );
    expect(errorOf(...layers)).toMatch(
      /: write \/var\/lib\/containerd\/io\.containerd\.snapshotter\.v1\.overlayfs\/snapshots\/1\/fs\/file: /,
    );
    expect(errorOf(...layers)).not.toContain('mount callback');
  });

  it('gives the space of a layer back that did not fit, and goes on for as long as there was room', () => {
    const web = image('web:1', ['a', 1_000_000, 40_000_000]);
    const world = worldOf({ profile, images: [web], diskBytes: 11_000_000 });
    world.pull('p', web.name);
    world.run();
    expect(world.outcome('p').error).toBe(
      profile.errorText({ kind: 'diskFullUnpack', digest: 'sha256:a', isMounted: true }, web.name),
    );
    const [began, failed] = world.records('unpack').map(({ at }) => at);
    const whole = unpackWorkMicros(profile, web.layers[0] ?? (undefined as never), null);
    // 10 MB of 40 were left when the blob was there.
    expect(Math.round(((failed ?? 0) - (began ?? 0)) / 1_000)).toBe(Math.round(whole / 4_000));
    expect(world.usedBytes()).toBe(0);
    expect(world.unhandled).toEqual([]);
  });
});

describe('max_concurrent_unpacks', () => {
  const web = image('web:1', text('a', 20), text('b', 20), text('c', 20), text('d', 20));

  it('unpacks as many at once on the node, and commits in the order of the chain', () => {
    const world = worldOf({ profile: withOptions({ maxConcurrentUnpacks: 3 }), images: [web] });
    world.pull('p', web.name);
    world.run();
    const times = [...unpacksOf(world, web.name).values()];
    const atOnce = times.map(
      ({ began }) => times.filter((other) => other.began <= began && began < other.ended).length,
    );
    expect(Math.max(...atOnce)).toBe(3);
    const sequential = worldOf({ images: [web] });
    sequential.pull('p', web.name);
    sequential.run();
    expect(world.outcome('p').took).toBeLessThan(0.9 * sequential.outcome('p').took);
    expect(world.outcome('p').ref).toBe(web.ref);
    expect(world.unhandled).toEqual([]);
  });

  it('says of a layer that has to wait for a slot whose it is', () => {
    const other = image('other:1', text('x', 40), text('y', 40));
    const world = worldOf({ profile: withOptions({ maxConcurrentUnpacks: 2 }), images: [web, other] });
    world.pull('p', web.name);
    world.pull('q', other.name);
    world.run();
    const queued = world.records('unpack').filter(({ observation }) => observation.state === 'queued');
    expect(queued.length).toBeGreaterThan(0);
    for (const { because } of queued) {
      expect(because?.kind).toBe('unpackSlot');
      expect(['node-1/runtime/p', 'node-1/runtime/q']).toContain(because?.actor);
    }
  });

  it('serves a common base once, for a pull that comes later too', () => {
    const sibling = image('sibling:1', text('a', 20), text('b', 20), text('z', 20));
    const world = worldOf({ profile: withOptions({ maxConcurrentUnpacks: 2 }), images: [web, sibling] });
    world.pull('p', web.name);
    world.at(50_000, () => world.pull('q', sibling.name));
    world.run();
    const started = world.records('unpack').filter(({ observation }) => observation.state === 'started');
    const digests = started.map(({ observation }) => observation.digest);
    expect(new Set(digests).size).toBe(digests.length);
    expect(world.outcome('q').error).toBeUndefined();
    expect(world.usedBytes()).toBe(
      [...web.layers, ...sibling.layers.slice(2)].reduce((sum, l) => sum + l.bytes + l.unpackedBytes, 0),
    );
  });

  it('leaves nothing behind where the pull fails', () => {
    const big = image(
      'big:1',
      ['a', 1_000_000, 4_000_000],
      ['b', 1_000_000, 4_000_000],
      ['c', 1_000_000, 90_000_000],
    );
    const world = worldOf({
      profile: withOptions({ maxConcurrentUnpacks: 3 }),
      images: [big],
      diskBytes: 20_000_000,
    });
    world.pull('p', big.name);
    world.run();
    expect(world.outcome('p').error).toContain('no space left on device');
    expect(world.usedBytes()).toBe(0);
    expect(world.unhandled).toEqual([]);
  });
});

it('the native snapshotter copies what lies below each layer first', () => {
  const web = image('web:1', text('a', 20), text('b', 20), text('c', 20));
  const world = worldOf({ profile: withOptions({ snapshotter: 'native' }), images: [web] });
  world.pull('p', web.name);
  world.run();
  const times = unpacksOf(world, web.name);
  const gap = (layer: number) => (times.get(layer)?.began ?? 0) - (times.get(layer - 1)?.ended ?? 0);
  expect([gap(1), gap(2)]).toEqual([20_000, 40_000].map((copy) => copy + containerd24.delays.betweenUnpacks));
});

it('two names of one image are one pull’s work, and the second finds it present', () => {
  const web = image('web:1', text('a', 20));
  const world = worldOf({ images: [web] });
  world.pull('p', 'web:1');
  world.at(5_000_000, () => world.pull('q', 'docker.io/library/web:1'));
  world.run();
  expect(world.records('fetch').filter(({ observation }) => observation.state === 'started')).toHaveLength(1);
  expect(world.outcome('q')).toMatchObject({ ref: web.ref, error: undefined });
  expect(world.outcome('q').took).toBeLessThan(world.outcome('p').took / 4);
});
