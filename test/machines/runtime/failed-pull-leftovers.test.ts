import { describe, expect, it } from 'vitest';
import type { RuntimeProfile } from '../../../src/rules/runtime/profiles/runtime-profile.ts';
import { containerd16, containerd24, criO } from '../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { image, runtimeWorld } from './runtime-world.ts';

// containerd's collector (plugins/gc/scheduler.go), ingests that are gone on with
// (core/remotes/docker/fetcher.go), and what was recorded of retries (e6-retry, e6-fail): docs/fidelity-runtime.md.

const app = image('r.io/app:1', 1_000_000, 8_000_000, 8_000_000);

/** A pull that is cancelled half-way through its large layers, and the next one, so long after it. */
function retriedAfter(micros: number, profile: RuntimeProfile = containerd24, seed = 1) {
  const world = runtimeWorld({ profile, images: [app], linkBytesPerSecond: 10_000_000, seed });
  world.pull('first', app.name);
  world.at(1_000_000, () => world.tell({ type: 'IMAGE_PULL.CANCELLED', caller: 'first' }));
  world.at(1_000_000 + micros, () => world.pull('second', app.name));
  world.run();
  const asked = world
    .records('request')
    .filter(({ actor, observation }) => actor.includes('/second') && observation.state === 'sent')
    .map(({ observation }) => observation);
  const left = world.records('content').filter(({ observation }) => observation.state === 'left');
  const collected = world.records('content').filter(({ observation }) => observation.state === 'collected');
  return { ...world, asked, left, collected };
}

describe('a pull that comes before the runtime has collected its garbage', () => {
  it('asks for no manifest, config or layer that the one before had, and goes on with those that it had begun', () => {
    const world = retriedAfter(0);
    const begun = world.left.map(({ observation }) => observation.bytes);
    expect(world.asked.map(({ kind }) => kind)).toEqual(['tag', 'layer', 'layer']);
    expect(world.asked.slice(1).map(({ offset }) => offset)).toEqual(begun);
    // All that came in a second on that link, less the first layer and what is before the layers.
    const sum = begun.reduce((one, other) => one + other, 0);
    expect(sum).toBeGreaterThan(7_500_000);
    expect(sum).toBeLessThan(9_000_000);
    expect(world.outcome('second').error).toBeUndefined();
    expect(world.outcome('second').took).toBeLessThan(1_100_000);
    expect(world.unhandled).toEqual([]);
  });

  it('reuses all of it: nothing is left to collect, and the image takes as much space as any', () => {
    const world = retriedAfter(0);
    expect(world.collected).toEqual([]);
    expect(world.usedBytes()).toBe(2 * 17_000_000);
  });

  it('may end early too, and leaves more behind', () => {
    const world = runtimeWorld({ images: [app], linkBytesPerSecond: 10_000_000 });
    for (const [index, caller] of ['first', 'second', 'third'].entries()) {
      world.at(index * 600_000, () => world.pull(caller, app.name));
      if (caller !== 'third')
        world.at(index * 600_000 + 599_999, () => world.tell({ type: 'IMAGE_PULL.CANCELLED', caller }));
    }
    world.run();
    const begun = world.records('content').map(({ observation }) => observation);
    expect(begun.map(({ state }) => state)).toEqual(['left', 'left', 'left', 'left']);
    for (const digest of ['1', '2']) {
      const [one = 0, other = 0] = begun.flatMap((left) =>
        left.digest?.endsWith(digest) === true ? left.bytes : [],
      );
      expect(other).toBeGreaterThan(one);
    }
    expect(world.outcome('third').error).toBeUndefined();
    expect(world.usedBytes()).toBe(2 * 17_000_000);
    expect(world.unhandled).toEqual([]);
  });

  it('asks for a whole layer again where the registry ignores ranges', () => {
    const world = runtimeWorld({
      images: [app],
      linkBytesPerSecond: 10_000_000,
      registry: { ranges: false },
    });
    world.pull('first', app.name);
    world.at(1_000_000, () => world.tell({ type: 'IMAGE_PULL.CANCELLED', caller: 'first' }));
    world.at(1_000_001, () => world.pull('second', app.name));
    world.run();
    expect(world.outcome('second').error).toBeUndefined();
    expect(world.outcome('second').took).toBeGreaterThan(1_600_000);
    expect(world.usedBytes()).toBe(2 * 17_000_000);
  });
});

describe('what a failed pull has left', () => {
  it.each([
    [containerd24, 245_000],
    [containerd16, 100_000],
  ])('is collected when $name looks next, as chance has it', (profile, intervalMicros) => {
    const after = [1, 2, 3, 4, 5, 6].map((one) => {
      const seed = one * 700_000_001;
      const { collected, ...world } = retriedAfter(2_000_000, profile, seed);
      expect(world.asked.map(({ kind, offset }) => `${kind} ${offset ?? 0}`)).toEqual([
        'tag 0',
        'manifest 0',
        'config 0',
        'layer 0',
        'layer 0',
        'layer 0',
      ]);
      expect(collected).toHaveLength(1);
      return (collected[0]?.at ?? 0) - 1_000_000;
    });
    for (const micros of after) expect(micros).toBeLessThan(intervalMicros);
    expect(Math.max(...after) - Math.min(...after)).toBeGreaterThan(intervalMicros / 4);
  });

  it('takes up disk space until then', () => {
    const world = runtimeWorld({ images: [app], linkBytesPerSecond: 10_000_000 });
    world.pull('first', app.name);
    world.at(1_000_000, () => world.tell({ type: 'IMAGE_PULL.CANCELLED', caller: 'first' }));
    world.run(1_000_001);
    const left = world.records('content').reduce((sum, { observation }) => sum + observation.bytes, 0);
    // The first layer as it came, and unpacked.
    expect(world.usedBytes()).toBe(2_000_000 + left);
    world.run();
    expect(world.records('content').at(-1)?.observation).toEqual({
      type: 'content',
      state: 'collected',
      bytes: 2_000_000 + left,
    });
    expect(world.usedBytes()).toBe(0);
  });

  it('goes at once with an image that is removed', () => {
    const world = runtimeWorld({
      images: [app, image('r.io/old:1', 1_000)],
      present: ['r.io/old:1'],
      linkBytesPerSecond: 10_000_000,
    });
    world.pull('first', app.name);
    world.at(1_000_000, () => world.tell({ type: 'IMAGE_PULL.CANCELLED', caller: 'first' }));
    world.at(1_000_001, () => world.tell({ type: 'IMAGE.REMOVED', image: 'r.io/old:1' }));
    world.run(1_000_002);
    expect(world.usedBytes()).toBe(0);
  });

  it('is nothing with CRI-O', () => {
    const world = retriedAfter(1, criO);
    expect(world.collected.map(({ at }) => at)).toEqual([1_000_000]);
    expect(world.asked.filter(({ offset }) => offset !== undefined)).toEqual([]);
  });
});

// Seen with containerd 1.6.20, 1.7.35, 2.1.9 and 2.4.2 (docs/findings.md): what is left is complete, and committed
// without a request (remotes.Fetch, core/remotes/handlers.go).
describe('a layer that came with wrong bytes', () => {
  const small = image('r.io/small:1', 4_000_000);

  function world(profile: RuntimeProfile) {
    const started = runtimeWorld({ profile, images: [small], linkBytesPerSecond: 10_000_000 });
    started.fault({ kind: 'wrongDigest', image: small.name, times: 1 });
    started.pull('first', small.name);
    return started;
  }

  /** A pull that meets wrong bytes, and another one so long after its end. */
  function pulledAgain(micros: number, profile: RuntimeProfile) {
    const alone = world(profile);
    alone.run();
    const again = world(profile);
    again.at(alone.outcome('first').at + micros, () => again.pull('second', small.name));
    again.run();
    const asked = again
      .records('request')
      .filter(({ actor, observation }) => actor.includes('/second') && observation.state === 'sent');
    const failed = again.records('fetch').filter(({ observation }) => observation.state === 'failed');
    return { ...again, failed, asked: asked.map(({ observation }) => observation.kind) };
  }

  it.each([containerd16, containerd24])(
    'fails the next pull too, without a request for it and because of the same fault ($name)',
    (profile) => {
      const { outcome, asked, failed, unhandled } = pulledAgain(1, profile);
      expect(outcome('second').error).toBe(outcome('first').error);
      expect(outcome('second').error).toContain('unexpected commit digest');
      expect(asked).toEqual(['tag']);
      expect(failed.map(({ because }) => because)).toEqual(
        Array.from({ length: 2 }, () => ({ kind: 'fault', actor: 'fault-1' })),
      );
      expect(unhandled).toEqual([]);
    },
  );

  it('is fetched again once it is collected, which frees its space', () => {
    const { outcome, asked, collected, usedBytes } = {
      ...pulledAgain(400_000, containerd24),
      collected: world(containerd24),
    };
    expect([outcome('second').error, asked]).toEqual([undefined, ['tag', 'manifest', 'config', 'layer']]);
    expect(usedBytes()).toBe(2 * 4_000_000);
    collected.run();
    expect(collected.usedBytes()).toBe(0);
  });

  it('fails the pull of another image too that has waited for the layer', () => {
    const base = ['base', 4_000_000] as const;
    const images = [image('r.io/web:1', base), image('r.io/api:1', base, ['api', 1_000_000])];
    const both = runtimeWorld({ images, linkBytesPerSecond: 10_000_000 });
    both.fault({ kind: 'wrongDigest', image: 'r.io/web:1', times: 1 });
    both.pull('web', 'r.io/web:1');
    both.at(100_000, () => both.pull('api', 'r.io/api:1'));
    both.run();
    for (const caller of ['web', 'api'])
      expect(both.outcome(caller).error).toContain('unexpected commit digest');
  });

  it('is nothing with CRI-O, whose next pull succeeds', () => {
    const { outcome, asked } = pulledAgain(1, criO);
    expect([outcome('second').error, asked.at(-1)]).toEqual([undefined, 'layer']);
  });
});
