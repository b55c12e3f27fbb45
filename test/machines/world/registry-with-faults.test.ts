import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/rules/runtime/fault.ts';
import type { RuntimeProfile } from '../../../src/rules/runtime/profiles/runtime-profile.ts';
import { containerd16, containerd24 } from '../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { image, runtimeWorld } from '../runtime/runtime-world.ts';

const name = 'reg.example:5000/fail4:1';

function failing(profile: RuntimeProfile, fault: Fault) {
  const world = runtimeWorld({ profile, images: [image(name, 1e6)] });
  world.fault(fault);
  world.pull('p', name);
  world.run();
  expect(world.unhandled).toEqual([]);
  return {
    world,
    error: world.outcome('p').error,
    sent: world.records('request').filter(({ observation }) => observation.state === 'sent'),
  };
}

// docs/measurements.md R8 and its table of CRI errors
describe('a registry with faults', () => {
  it.each([
    [
      containerd24,
      429,
      5,
      'failed to resolve image: unexpected status from HEAD request to https://reg.example:5000/v2/fail4/manifests/1: 429 Too Many Requests',
    ],
    [
      containerd16,
      429,
      6,
      `failed to resolve reference "${name}": pulling from host reg.example:5000 failed with status code [manifests 1]: 429 Too Many Requests`,
    ],
    [
      containerd24,
      503,
      2,
      'failed to resolve image: unexpected status from HEAD request to https://reg.example:5000/v2/fail4/manifests/1: 503 Service Unavailable',
    ],
    [
      containerd16,
      503,
      1,
      `failed to resolve reference "${name}": pulling from host reg.example:5000 failed with status code [manifests 1]: 503 Service Unavailable`,
    ],
    [
      containerd24,
      502,
      1,
      'failed to resolve image: unexpected status from HEAD request to https://reg.example:5000/v2/fail4/manifests/1: 502 Bad Gateway',
    ],
  ])('$name answers %s: %i after %i requests', (profile, status, requests, text) => {
    const { error, sent, world } = failing(profile, { kind: 'errorRate', rate: 1, status });
    expect(error).toBe(`failed to pull and unpack image "${name}": ${text}`);
    expect(sent).toHaveLength(requests);
    const answered = world.records('request').filter(({ observation }) => observation.state === 'answered');
    expect(answered.every(({ because }) => because?.kind === 'fault' && because.actor === 'fault-1')).toBe(
      true,
    );
  });

  it.each([
    [
      containerd24,
      `rpc error: code = NotFound desc = failed to pull and unpack image "${name}": failed to resolve image: ${name}: not found`,
    ],
    [
      containerd16,
      `rpc error: code = NotFound desc = failed to pull and unpack image "${name}": failed to resolve reference "${name}": ${name}: not found`,
    ],
  ])('$name does not find the image', (profile, text) => {
    expect(failing(profile, { kind: 'notFound', image: name }).error).toBe(text);
  });

  it('does not let the image be read', () => {
    const { error, sent } = failing(containerd24, { kind: 'unauthorized' });
    expect(error).toContain('manifests/1: 401 Unauthorized');
    expect(sent).toHaveLength(1);
  });

  it('refuses connections, and every request of the trace names the fault', () => {
    const { error, world } = failing(containerd24, { kind: 'registryDown', registry: 'reg.example:5000' });
    const url = 'https://reg.example:5000/v2/fail4/manifests/1';
    const why = `failed to do request: Head "${url}": dial tcp reg.example:5000: connect: connection refused`;
    expect(error).toBe(`failed to pull and unpack image "${name}": failed to resolve image: ${why}`);
    const failed = world.records('request').filter(({ observation }) => observation.state === 'failed');
    expect(failed.map(({ because }) => because)).toEqual([{ kind: 'fault', actor: 'fault-1' }]);
  });

  it('leaves other registries and images alone', () => {
    for (const fault of [
      { kind: 'registryDown', registry: 'other.example' },
      { kind: 'notFound', image: 'reg.example:5000/other:1' },
      { kind: 'errorRate', rate: 0, status: 500 },
    ] as const) {
      expect(failing(containerd24, fault).error).toBeUndefined();
    }
  });

  it('does not know the image', () => {
    const world = runtimeWorld({ images: [image(name, 1e6)] });
    world.pull('p', 'reg.example:5000/unknown:1');
    world.pull('q', 'nowhere.example/x:1');
    world.run();
    expect(world.outcome('p').error).toContain('reg.example:5000/unknown:1: not found');
    expect(world.outcome('q').error).toContain('lookup nowhere.example on NAMESERVER:53: no such host');
  });

  it('answers 429 from the request after the last one allowed, until the window is over', () => {
    const world = runtimeWorld({ images: [image(name, 1e6)], profile: containerd16 });
    world.fault({ kind: 'rateLimit', requestsMax: 4, windowMicros: 1_000_000 });
    world.pull('p', name);
    world.at(500_000, () => world.pull('q', name));
    world.at(995_000, () => world.pull('r', name));
    world.run();
    expect(world.outcome('p').error).toBeUndefined();
    expect(world.outcome('q').error).toContain('429 Too Many Requests');
    // Called within the first window, its HEAD leaves 4.6 ms later and meets the old window once, then the
    // new one.
    expect(world.outcome('r').error).toBeUndefined();
    const statuses = world
      .records('request')
      .flatMap(({ actor, observation }) => (actor.includes('/r#') ? [observation.status] : []));
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
  });

  it('fails about as many requests as the rate says', () => {
    const images = Array.from({ length: 200 }, (_, index) => image(`reg.example:5000/i${index}:1`, 1000));
    const world = runtimeWorld({ images, profile: containerd16, seed: 5 });
    world.fault({ kind: 'errorRate', rate: 0.25, status: 502 });
    for (const [index, one] of images.entries()) world.pull(`p${index}`, one.name);
    world.run();
    const failed = Object.values(world.outcomes).filter(({ error }) => error !== undefined).length;
    // A pull makes four requests: 1 - 0.75^4 = 68 % fail.
    expect(failed / 200).toBeGreaterThan(0.58);
    expect(failed / 200).toBeLessThan(0.78);
    expect(world.unhandled).toEqual([]);
  });

  it('holds requests and freezes bodies while it stalls, and all continue at its end', () => {
    const images = [image(name, 20e6), image('reg.example:5000/late:1', 1e6)];
    const world = runtimeWorld({ images, linkBytesPerSecond: 20e6 });
    world.pull('p', name);
    const free = runtimeWorld({ images, linkBytesPerSecond: 20e6 });
    free.pull('p', name);
    free.run();
    world.at(500_000, () => {
      const end = world.fault({ kind: 'stall' });
      world.at(3_500_000, end);
    });
    world.at(600_000, () => world.pull('late', 'reg.example:5000/late:1'));
    world.run(3_400_000);
    expect(Object.keys(world.outcomes)).toEqual([]);
    world.run();
    const late = world
      .records('request')
      .find(({ actor, observation }) => actor.includes('late') && observation.state === 'answered');
    expect(late?.at).toBe(3_501_200);
    expect(world.outcome('p').took).toBeGreaterThanOrEqual(free.outcome('p').took + 3_000_000);
    expect(world.unhandled).toEqual([]);
  });

  it('releases a pull that is cancelled during the stall', () => {
    const world = runtimeWorld({ images: [image(name, 1e6)] });
    const end = world.fault({ kind: 'stall' });
    world.pull('p', name);
    world.at(50_000, () => world.tell({ type: 'KUBELET.GONE', pulls: 'lost' }));
    world.run();
    end();
    world.run();
    expect(world.outcomes).toEqual({});
    expect(world.unhandled).toEqual([]);
  });
});
