import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isLimited,
  type LimitedRequest,
  limitPull,
  type PullCounts,
  type PullLimit,
} from '../../../../src/rules/runtime/registry/pull-limit.ts';

const hour = 3_600e6;
const limit: PullLimit = { pullsMax: 2, windowMicros: 6 * hour };
const manifest: LimitedRequest = { method: 'GET', kind: 'manifest', client: 'node-1' };

/** What the limit says to these requests, one after the other. */
function allowed(
  of: PullLimit,
  requests: readonly (LimitedRequest & { readonly at?: number })[],
): readonly boolean[] {
  let counts: PullCounts;
  return requests.map(({ at, ...request }) => {
    const verdict = limitPull(counts, of, request, at ?? 0);
    counts = verdict.counts;
    return verdict.allowed;
  });
}

// docs.docker.com/docker-hub/usage/pulls, and Docker's words on the window: ratelimit-remaining tells of a
// rolling one.
describe('a pull limit as Docker Hub counts', () => {
  it('is asked of GETs of manifests alone', () => {
    const kinds = ['tag', 'index', 'manifest', 'config', 'layer', 'token'] as const;
    expect(kinds.filter((kind) => isLimited({ method: 'GET', kind }))).toEqual(['tag', 'index', 'manifest']);
    expect(kinds.filter((kind) => isLimited({ method: 'HEAD', kind }))).toEqual([]);
  });

  it('counts an index and its manifest as one pull', () => {
    const index: LimitedRequest = { ...manifest, kind: 'index' };
    expect(allowed(limit, [index, manifest, index, manifest, index, manifest])).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('forgets each pull when its time is over, not all at once', () => {
    const at = [0, hour, 2 * hour, 6 * hour - 1, 6 * hour, 6 * hour, 7 * hour].map((time) => ({
      ...manifest,
      at: time,
    }));
    expect(allowed(limit, at)).toEqual([true, true, false, false, true, false, true]);
  });

  it('counts each node by itself, and all of them as one behind a shared address', () => {
    const nodes = ['node-1', 'node-2', 'node-3'].map((client): LimitedRequest => ({ ...manifest, client }));
    expect(allowed({ ...limit, pullsMax: 1 }, nodes)).toEqual([true, true, true]);
    expect(allowed({ ...limit, pullsMax: 1, sharedAddress: true }, nodes)).toEqual([true, false, false]);
  });

  it('counts a user wherever he is, with a limit of his own', () => {
    const users = ['node-1', 'node-2', 'node-3', 'node-4'].map(
      (client): LimitedRequest => ({ ...manifest, client, identity: 'robot' }),
    );
    expect(allowed({ ...limit, authenticatedPullsMax: 3 }, users)).toEqual([true, true, true, false]);
    expect(allowed(limit, users)).toEqual([true, true, false, false]);
    expect(
      allowed({ ...limit, pullsMax: 0, authenticatedPullsMax: 1 }, [
        manifest,
        { ...manifest, identity: 'robot' },
      ]),
    ).toEqual([false, true]);
  });

  it.each<{
    readonly whose: string;
    readonly of: PullLimit;
    readonly request: LimitedRequest;
    readonly counter: string;
  }>([
    { whose: 'a node', of: limit, request: manifest, counter: 'node-1' },
    {
      whose: 'a client without a name',
      of: limit,
      request: { method: 'GET', kind: 'manifest' },
      counter: 'client',
    },
    {
      whose: 'nodes behind one address',
      of: { ...limit, sharedAddress: true },
      request: manifest,
      counter: 'shared address',
    },
    {
      whose: 'a user behind one address',
      of: { ...limit, sharedAddress: true },
      request: { ...manifest, identity: 'robot' },
      counter: 'robot',
    },
  ])('says by whose count it goes: $whose', ({ of, request, counter }) => {
    expect(limitPull(undefined, of, request, 0).counter).toBe(counter);
  });

  it('of no pulls at all: the next one is never nearer than a window', () => {
    expect(limitPull(undefined, { ...limit, pullsMax: 0 }, manifest, hour)).toMatchObject({
      allowed: false,
      untilMicros: 7 * hour,
    });
  });

  it('reports when the next pull will be allowed, and the refusals since the last', () => {
    let counts: PullCounts;
    const verdicts = [0, 10, 20, 30].map((at) => {
      const verdict = limitPull(counts, limit, manifest, at);
      counts = verdict.counts;
      return verdict;
    });
    expect(verdicts.map(({ refused }) => refused)).toEqual([0, 0, 1, 2]);
    expect(verdicts[2]).toMatchObject({ counter: 'node-1', pullsMax: 2, untilMicros: 6 * hour });
    expect(limitPull(counts, limit, manifest, 6 * hour)).toMatchObject({ allowed: true, refused: 0 });
  });

  it('never allows more pulls in any window than it says', () => {
    const gaps = fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 60, size: 'max' });
    const property = fc.property(gaps, fc.integer({ min: 1, max: 4 }), (between, pullsMax) => {
      let at = 0;
      const times = between.map((gap) => (at += gap));
      const answers = allowed(
        { pullsMax, windowMicros: 100 },
        times.map((time) => ({ ...manifest, at: time })),
      );
      const pulls = times.filter((_, index) => answers[index]);
      times.forEach((time, index) => {
        const inWindow = pulls.filter((pull) => pull > time - 100 && pull <= time).length;
        expect(inWindow).toBeLessThanOrEqual(pullsMax);
        if (answers[index] === false) expect(inWindow).toBe(pullsMax);
      });
    });
    fc.assert(property, { numRuns: 200 });
  });
});
