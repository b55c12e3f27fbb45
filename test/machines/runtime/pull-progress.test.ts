import { describe, expect, it } from 'vitest';
import type { RuntimeOptions } from '../../../src/rules/runtime/profiles/runtime-options.ts';
import type { RuntimeProfile } from '../../../src/rules/runtime/profiles/runtime-profile.ts';
import { containerd16, containerd24 } from '../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { image, runtimeWorld } from './runtime-world.ts';

// image_pull_progress_timeout: docs/measurements.md R9, e6-stall.
const second = 1_000_000;

function profileOf(timeoutSeconds: number, options: Partial<RuntimeOptions> = {}): RuntimeProfile {
  return {
    ...containerd24,
    options: { ...containerd24.options, imagePullProgressTimeoutMicros: timeoutSeconds * second, ...options },
  };
}

const four = image('four:1', 4_000_000, 4_000_000, 4_000_000, 4_000_000);

/** A pull of four layers whose registry sends nothing any more from `stallsAt` on. */
function stalled(profile: RuntimeProfile, stallsAt = 400_000, seed = 1) {
  const world = runtimeWorld({ profile, images: [four], linkBytesPerSecond: 20e6, seed });
  world.pull('p', four.name);
  world.at(stallsAt, () => world.fault({ kind: 'stall' }));
  world.run(100 * second);
  return world;
}

describe('a registry that stops in the middle of a layer', () => {
  it.each([
    [10, [20, 30]],
    [25, [40]],
    [4, [6, 8]],
  ])(
    'is abandoned by containerd 2.4 with %d s after %j s, as recorded and as chance has it',
    (timeout, recorded) => {
      const worlds = [1, 5, 9, 13].map((seed) => stalled(profileOf(timeout), 400_000, seed));
      const seconds = worlds.map((world) => Math.round(world.outcome('p').took / 100_000) / 10);
      expect([...new Set(seconds)].sort((one, other) => one - other)).toEqual(recorded);
    },
  );

  it('leaves nothing behind when it is abandoned', () => {
    const world = stalled(profileOf(25));
    const { error } = world.outcome('p');
    expect(error).toBe(containerd24.errorText({ kind: 'progressTimeout', unpacking: undefined }, four.name));
    expect(world.usedBytes()).toBe(0);
    expect(world.unhandled).toEqual([]);
  });

  it('is waited for by containerd 1.6 for ever, until its caller cancels', () => {
    const world = stalled(containerd16);
    expect(world.outcomes.p).toBeUndefined();
    world.tell({ type: 'IMAGE_PULL.CANCELLED', caller: 'p' });
    world.run(101 * second);
    expect(world.outcomes.p).toBeUndefined();
    expect(world.usedBytes()).toBe(0);
    expect(world.unhandled).toEqual([]);
  });

  it('hangs the transfer service for ever in the first mebibyte of its layers, but not the local path', () => {
    expect(stalled(profileOf(10), 100_000).outcomes.p).toBeUndefined();
    expect(stalled(profileOf(10, { path: 'local' }), 100_000).outcomes.p).toBeDefined();
  });
});

describe('a healthy pull whose unpacking outlasts the timeout', () => {
  const text = image('text:1', ['a', 131_000_000, 200_000_000]);
  const run = (options: Partial<RuntimeOptions>, seed = 1) => {
    const profile = profileOf(1, options);
    const world = runtimeWorld({
      profile,
      images: [text],
      linkBytesPerSecond: 100e6,
      unpackBytesPerSecond: null,
      seed,
    });
    world.pull('p', text.name);
    world.run();
    return world;
  };

  it.each([
    [1, 2.5],
    [1500, 3],
  ])(
    'is cancelled by the transfer service, which still counts its download: seed %d, after %d s',
    (seed, after) => {
      const world = run({}, seed);
      expect(Math.round(world.outcome('p').took / 100_000) / 10).toBe(after);
      expect(world.outcome('p').error).toBe(
        containerd24.errorText(
          { kind: 'progressTimeout', unpacking: 'sha256:a', isMounted: true },
          text.name,
        ),
      );
      expect(world.outcome('p').error).toContain(': mount callback failed on ');
      const failed = world.records('unpack').filter(({ observation }) => observation.state === 'failed');
      expect(failed.map(({ because }) => because?.kind)).toEqual(['progressTimeout']);
    },
  );

  it('goes through on the local path', () => {
    expect(run({ path: 'local' }).outcome('p').error).toBeUndefined();
  });
});
