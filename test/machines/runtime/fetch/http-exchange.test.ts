import { describe, expect, it } from 'vitest';
import type { Fault } from '../../../../src/rules/runtime/fault.ts';
import { containerd16, criO } from '../../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { image, runtimeWorld } from '../runtime-world.ts';

// `request.doWithRetries` of containerd (core/remotes/docker/resolver.go): when the tries follow, and which
// error is told.

const app = image('r.io/app:1', 1_000_000);

function failing(fault: Fault, profile = containerd16) {
  const world = runtimeWorld({ images: [app], profile });
  world.fault(fault);
  world.pull('a', app.name);
  world.run();
  return world;
}

describe('a request', () => {
  it('is repeated at once, over the same connection', () => {
    const world = failing({ kind: 'badStatus', status: 429, requests: ['tag'], times: 2 });
    const heads = world.records('request').filter(({ observation }) => observation.kind === 'tag');
    expect(heads.map(({ observation }) => observation.state)).toEqual([
      'sent',
      'answered',
      'sent',
      'answered',
      'sent',
      'answered',
    ]);
    const [, answered, again] = heads;
    expect((again?.at ?? 0) - (answered?.at ?? 0)).toBe(containerd16.delays.beforeRetry);
    expect(new Set(heads.map(({ observation }) => observation.connection))).toEqual(new Set([0]));
    expect(world.outcome('a').error).toBeUndefined();
  });

  // makeRequestToResolvedURL in docker/docker_client.go of containers/image v5.36
  it('of CRI-O is made again after 2, 4, 8 and 16 s, and then no more', () => {
    const world = failing({ kind: 'badStatus', status: 429, requests: ['tag'] }, criO);
    const heads = world.records('request').filter(({ observation }) => observation.kind === 'tag');
    const times = (state: string) =>
      heads.flatMap(({ at, observation }) => (observation.state === state ? [at] : []));
    const pauses = times('sent')
      .slice(1)
      .map((sent, index) => sent - (times('answered')[index] ?? 0));
    expect(pauses).toEqual([2e6, 4e6, 8e6, 16e6]);
    expect(world.outcome('a').error).toContain('too many requests to registry');
    const other = failing({ kind: 'badStatus', status: 503, requests: ['tag'] }, criO);
    expect(other.records('request').filter(({ observation }) => observation.state === 'sent')).toHaveLength(
      1,
    );
  });

  it('passes on the error text of the last answer’s body', () => {
    const world = failing({
      kind: 'badStatus',
      status: 429,
      requests: ['manifest'],
      message: 'toomanyrequests: slow down',
    });
    expect(world.outcome('a').error).toContain(
      '429 Too Many Requests - Server message: toomanyrequests: slow down',
    );
  });

  it('that is reset or refused is not made again', () => {
    for (const [fault, words] of [
      [{ kind: 'connectionReset', requests: ['tag'] }, 'connection reset by peer'],
      [{ kind: 'registryDown' }, 'connection refused'],
    ] as const) {
      const world = failing(fault);
      const heads = world.records('request').map(({ observation }) => [observation.state, observation.error]);
      expect(heads).toEqual([
        ['sent', undefined],
        ['failed', words],
      ]);
      expect(world.outcome('a').error).toContain(words);
    }
  });

  it('without an answer waits until the fault ends', () => {
    const world = runtimeWorld({ images: [app], profile: containerd16 });
    const end = world.fault({ kind: 'unanswered', requests: ['manifest'] });
    world.pull('a', app.name);
    world.at(30_000_000, end);
    world.run(29_000_000);
    expect(world.outcomes).toEqual({});
    world.run();
    expect(world.outcome('a').took).toBeGreaterThan(30_000_000);
    expect(world.outcome('a').error).toBeUndefined();
  });
});
