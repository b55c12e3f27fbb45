import { describe, expect, it } from 'vitest';
import * as rule from '../../../../src/rules/runtime/images/progress-watch.ts';
import type { RuntimeOptions } from '../../../../src/rules/runtime/profiles/runtime-options.ts';
import { containerd24 } from '../../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { nearestRuntimeProfile } from '../../../../src/rules/runtime/profiles/select-runtime-profile.ts';

// image_pull_progress_timeout of containerd 2.4: docs/measurements.md R9 and e6-stall.
const second = 1_000_000;
const mebibyte = 2 ** 20;
const flow = { id: 'f', linkId: 'node-1', registry: 'r.io' };

function watchOf(
  timeoutSeconds: number,
  path: RuntimeOptions['path'] = 'transfer',
  resolvedMicros = 0,
  changes: Partial<rule.WatchedProfile> = {},
): rule.ProgressWatch {
  const options = { ...containerd24.options, path, imagePullProgressTimeoutMicros: timeoutSeconds * second };
  return rule.progressWatch({ ...containerd24, ...changes, options }, { startedMicros: 0, resolvedMicros });
}

/**
 * Returns the second in which a pull of one layer is cancelled whose bytes come as `bytesAt` says; undefined:
 * not within ten minutes. `timeout`: whether exactly the timeout is too long.
 */
function cancelledAt(
  begun: rule.ProgressWatch,
  bytesAt: (seconds: number) => number,
  fromSecond = 0,
  timeout: 'enough' | 'tooLong' = 'enough',
): number | undefined {
  let watch = begun;
  for (let at = fromSecond * second; at < 600 * second; ) {
    at = rule.nextCheckMicros(watch, at);
    watch = rule.measured(
      watch,
      rule.receivingFlows(watch).map(() => bytesAt(at / second)),
    );
    if (rule.isStalled(watch, at) || (timeout === 'tooLong' && rule.isAtTimeout(watch, at)))
      return at / second;
    watch = rule.checked(watch, at);
  }
  return undefined;
}

const one = (watch: rule.ProgressWatch, bytes = 100 * mebibyte) =>
  rule.receiving(watch, 40_000, { layer: 0, bytes, flow, offset: 0 });

describe('a pull that stalls after 2 MB', () => {
  it.each([
    [4, 6, 8],
    [10, 20, 30],
    [25, 40, 40],
    [300, 310, 320],
  ])('with %d s is cancelled at %d or %d s, as recorded', (timeout, tooLong, enough) => {
    expect(cancelledAt(one(watchOf(timeout)), () => 2e6, 0, 'tooLong')).toBe(tooLong);
    expect(cancelledAt(one(watchOf(timeout)), () => 2e6, 0, 'enough')).toBe(enough);
  });

  it('is checked twice per timeout where that is short', () => {
    expect(cancelledAt(one(watchOf(1)), (seconds) => (seconds < 1.4 ? seconds * 2e7 : 28e6))).toBe(3);
  });

  it('lasts for ever without a timeout', () => {
    expect(rule.isWorthChecking(one(watchOf(0)))).toBe(false);
  });

  it('is checked from when it began on', () => {
    const began = { startedMicros: 5 * second, resolvedMicros: 5 * second };
    const later = rule.progressWatch(
      { ...containerd24, options: { ...containerd24.options, imagePullProgressTimeoutMicros: 25 * second } },
      began,
    );
    expect([5, 14, 15].map((at) => rule.nextCheckMicros(later, at * second) / second)).toEqual([15, 15, 25]);
  });
});

describe('a check', () => {
  const head = { fetch: 0, at: { method: 'HEAD', kind: 'tag', digest: '' } } as const;
  const both = (path: RuntimeOptions['path']) =>
    rule.receiving(one(watchOf(10, path)), 50_000, { layer: 1, bytes: 1e8, flow });

  it.each<readonly [string, () => rule.ProgressWatch, boolean]>([
    ['nothing has begun', () => watchOf(10), false],
    ['a layer comes', () => one(watchOf(10)), true],
    ['one of two layers comes', () => rule.fetched(both('transfer'), 0, second), true],
    ['all layers are there', () => rule.fetched(one(watchOf(10)), 0, second), false],
    [
      'all layers are there, on the local path too',
      () => rule.fetched(one(watchOf(10, 'local')), 0, second),
      false,
    ],
    [
      'a request is under way: the transfer service does not see it',
      () => rule.asking(watchOf(10), head),
      false,
    ],
    ['a request is under way on the local path', () => rule.asking(watchOf(10, 'local'), head), true],
    ['nothing is under way on the local path', () => watchOf(10, 'local'), false],
  ])('where %s', (_, watch, isWorthIt) => {
    expect(rule.isWorthChecking(watch())).toBe(isWorthIt);
  });

  it.each<readonly [RuntimeOptions['path'], number, boolean]>([
    ['local', 10, true],
    ['local', 0, false],
    ['transfer', 10, false],
  ])('on the %s path with %d s goes by requests: %s', (path, seconds, heeds) => {
    expect(
      rule.countsRequests({
        ...containerd24.options,
        path,
        imagePullProgressTimeoutMicros: seconds * second,
      }),
    ).toBe(heeds);
  });
});

describe('the transfer service', () => {
  it('does not count downloads below one mebibyte: such a pull hangs', () => {
    expect(cancelledAt(one(watchOf(6)), () => 1e6)).toBeUndefined();
    expect(
      cancelledAt(
        rule.asking(watchOf(6), { fetch: 0, at: { method: 'HEAD', kind: 'tag', digest: '' } }),
        () => 0,
      ),
    ).toBeUndefined();
  });

  it('lets a trickle go on as long as a mebibyte comes in time', () => {
    expect(cancelledAt(one(watchOf(10)), (seconds) => seconds * 200_000)).toBeUndefined();
    expect(cancelledAt(one(watchOf(10)), (seconds) => seconds * 40_000)).toBeDefined();
  });

  it('loses a layer whose unpacking begins before its next look, and then cancels a healthy pull', () => {
    const fetched = rule.fetched(one(watchOf(1, 'transfer', 10_000)), 0, 1_360_000);
    const lost = rule.unpacking(fetched, 0, 1_430_000);
    expect(lost.layers).toMatchObject([{ state: 'leaked' }]);
    expect(cancelledAt(lost, () => 0)).toBeDefined();
    // It looks at 1.51 s: what it sees complete then is no longer active.
    expect(rule.unpacking(fetched, 0, 1_520_000).layers).toMatchObject([{ state: 'fetched' }]);
  });

  it('looks every 300 ms from when the tag is resolved on: at 1.4 and 1.7 s where that was at 0.2 s', () => {
    const fetched = rule.fetched(one(watchOf(1, 'transfer', 200_000)), 0, 1_450_000);
    const stateAt = (nowMicros: number) => rule.unpacking(fetched, 0, nowMicros).layers[0]?.state;
    expect([1_460_000, 1_690_000, 1_700_000].map(stateAt)).toEqual(['leaked', 'leaked', 'fetched']);
  });

  it('loses a layer of which it saw its first mebibyte, however late the layer began', () => {
    const begun = rule.receiving(watchOf(1, 'transfer', 10_000), second, {
      layer: 0,
      bytes: 2 * mebibyte,
      flow,
    });
    // 510 of 520 ms had passed at its last look.
    expect(rule.unpacking(rule.fetched(begun, 0, 1_520_000), 0, 1_600_000).layers).toMatchObject([
      { state: 'leaked' },
    ]);
  });

  it('loses none before containerd 2.2', () => {
    const { losesUnpackedLayers } = nearestRuntimeProfile('containerd://2.1.9').profile;
    const begun = one(watchOf(1, 'transfer', 10_000, { losesUnpackedLayers }));
    const unpacking = rule.unpacking(rule.fetched(begun, 0, 1_360_000), 0, 1_430_000);
    expect(unpacking.layers).toMatchObject([{ state: 'fetched' }]);
    expect(cancelledAt(unpacking, () => 0)).toBeUndefined();
  });

  it('sees the end of a large layer, as its sync takes longer than two looks', () => {
    const stateOf = (bytes: number, commitPerMegabyte: number) => {
      const watch = watchOf(1, 'transfer', 0, { delays: { commitPerMegabyte } });
      const begun = rule.receiving(watch, second, { layer: 0, bytes, flow });
      return rule.unpacking(rule.fetched(begun, 0, 20_150_000), 0, 20_160_000).layers[0]?.state;
    };
    // Where the disk limits what arrives, the sync of 1 GB is part of its 19 s.
    expect([stateOf(1e9, 0), stateOf(1e8, 0), stateOf(1e9, 450)]).toEqual(['fetched', 'leaked', 'leaked']);
  });

  it('does not count a layer that has all its bytes, however long its commit takes', () => {
    expect(
      cancelledAt(one(watchOf(10)), (seconds) => Math.min(seconds * 2e7, 100 * mebibyte)),
    ).toBeUndefined();
  });

  it('counts from the check before on, where a layer goes on after a pause', () => {
    const again = rule.receiving(watchOf(25), 44 * second, {
      layer: 0,
      bytes: 100 * mebibyte,
      flow,
      offset: 2 * mebibyte,
    });
    // More than 25 s after 40 s; the local path begins to count at the first check.
    expect(cancelledAt(rule.resumed(again, 44 * second), () => 0, 44)).toBe(70);
    expect(cancelledAt(rule.resumed({ ...again, path: 'local' }, 44 * second), () => 0, 44)).toBe(80);
  });

  it('loses no layer that came between two looks, or was small', () => {
    const quick = rule.fetched(
      rule.receiving(watchOf(1), 1_220_000, { layer: 0, bytes: 9 * mebibyte, flow }),
      0,
      1_360_000,
    );
    expect(rule.unpacking(quick, 0, 1_430_000).layers).toMatchObject([{ state: 'fetched' }]);
    const small = rule.fetched(one(watchOf(1), 1_000_000), 0, 1_360_000);
    expect(rule.unpacking(small, 0, 1_430_000).layers).toMatchObject([{ state: 'fetched' }]);
  });
});

describe('the local path', () => {
  const head = { fetch: 0, at: { method: 'HEAD', kind: 'tag', digest: '' } } as const;

  it('cancels an unanswered HEAD after 12 s with 6 s, as measured, and says which request it was', () => {
    const watch = rule.asking(watchOf(6, 'local'), head);
    expect(cancelledAt(watch, () => 0)).toBe(12);
    expect(rule.unanswered(watch)).toEqual(head.at);
    expect(
      rule.unanswered(rule.asking(watch, { fetch: 0, at: { method: 'GET', kind: 'layer', digest: 'd' } })),
    ).toBeUndefined();
  });

  it('does not count one that waits for a slot', () => {
    expect(cancelledAt(rule.settled(rule.asking(watchOf(6, 'local'), head), 0), () => 0)).toBeUndefined();
  });

  it('still counts another request', () => {
    const other = rule.asking(rule.asking(watchOf(6, 'local'), head), { ...head, fetch: 1 });
    expect(other.asking).toHaveLength(2);
    expect(cancelledAt(rule.settled(other, 1), () => 0)).toBe(12);
  });

  it('begins to count at the first check that finds a request, also after one that found none', () => {
    const idle = rule.checked(watchOf(6, 'local'), 3 * second);
    expect(cancelledAt(rule.asking(idle, head), () => 0, 4)).toBe(15);
    const busy = rule.checked(rule.asking(watchOf(6, 'local'), head), 3 * second);
    const later = rule.asking(rule.settled(busy, 0), head);
    expect(cancelledAt(rule.resumed(later, 20 * second), () => 0, 20)).toBe(30);
  });

  // image_pull.go of 1.7.35, 2.1.9 and 2.3.7; e6-stall/c17-hang-head-t6
  it('before 2.4 counts from the check before the request: an unanswered HEAD ends after 6 or 9 s with 6 s', () => {
    const watch = watchOf(6, 'local', 0, nearestRuntimeProfile('containerd://1.7.35').profile);
    expect(cancelledAt(rule.asking(watch, head), () => 0)).toBe(9);
    expect(cancelledAt(rule.asking(watch, head), () => 0, 0, 'tooLong')).toBe(6);
    const idle = rule.checked(watch, 3 * second);
    expect(cancelledAt(rule.asking(idle, head), () => 0, 4)).toBe(12);
  });

  it('names no request where none is under way', () => {
    expect(rule.unanswered(watchOf(6, 'local'))).toBeUndefined();
  });

  it('cancels a body that stalls, and no pull whose layers are there and only being unpacked', () => {
    expect(cancelledAt(one(watchOf(10, 'local')), () => 2e6, 0, 'tooLong')).toBe(20);
    const unpacking = rule.unpacking(rule.fetched(one(watchOf(10, 'local')), 0, second), 0, second);
    expect(cancelledAt(unpacking, () => 0)).toBeUndefined();
  });

  it('counts every byte, and loses no layer', () => {
    expect(cancelledAt(one(watchOf(10, 'local')), (seconds) => seconds * 10)).toBeUndefined();
    const fetched = rule.fetched(one(watchOf(1, 'local')), 0, 1_360_000);
    expect(rule.unpacking(fetched, 0, 1_430_000).layers).toMatchObject([{ state: 'fetched' }]);
  });
});

describe('a watch', () => {
  it('continues with the bytes that a resumed layer had, where no others are given', () => {
    const before = rule.measured(one(watchOf(10)), [5 * mebibyte]);
    const again = rule.receiving(before, 9 * second, { layer: 0, bytes: 100 * mebibyte, flow });
    expect(again.layers).toMatchObject([
      { offset: 5 * mebibyte, received: 5 * mebibyte, sinceMicros: 40_000 },
    ]);
    expect(rule.measured(again, [mebibyte]).layers).toMatchObject([{ received: 6 * mebibyte }]);
  });

  it('that had nothing to watch starts again with the check before', () => {
    const later = rule.resumed(one(watchOf(25)), 44 * second);
    expect(later.seenMicros).toBe(40 * second);
  });

  it('has the layer being unpacked', () => {
    const watch = rule.unpacking(rule.unpacking(watchOf(10), 3, 0), 4, 0);
    expect(watch.unpacking).toEqual([3, 4]);
    expect(rule.unpacked(watch, 3, 0).unpacking).toEqual([4]);
  });
});

describe('several layers', () => {
  const flowOf = (layer: number) => ({ ...flow, id: `f${layer}` });
  /** The first of them had come to 5 MiB before. */
  const begun = () =>
    [0, 1, 2].reduce(
      (watch, layer) => rule.receiving(watch, 0, { layer, bytes: 9 * mebibyte, flow: flowOf(layer) }),
      rule.measured(one(watchOf(10)), [5 * mebibyte]),
    );

  it('each continue with their own bytes', () => {
    expect(begun().layers).toMatchObject([
      { layer: 0, received: 5 * mebibyte },
      { layer: 1, received: 0 },
      { layer: 2, received: 0 },
    ]);
  });

  it('are measured as long as their bytes come, each by its own flow', () => {
    const left = rule.fetched(begun(), 1, second);
    expect(rule.receivingFlows(left)).toEqual([flowOf(0), flowOf(2)]);
    const seen = rule.measured(left, [mebibyte, 2 * mebibyte]);
    expect(seen.layers.map(({ state, received }) => `${state} ${received / mebibyte}`)).toEqual([
      'receiving 6',
      'fetched 9',
      'receiving 2',
    ]);
  });
});

describe("CRI-O's timer", () => {
  const size = 100 * mebibyte;
  const begin = (layer: number, at: number, watch = watchOf(10, 'copy')) =>
    rule.receiving(watch, at * second, { layer, bytes: size, flow: { ...flow, id: `f${layer}` } });

  it('is no timer before the first layer, and starts with it', () => {
    expect(rule.isWorthChecking(watchOf(10, 'copy'))).toBe(false);
    expect(cancelledAt(begin(0, 60), () => 0, 60)).toBe(70);
  });

  it('starts anew while bytes arrive, and runs out ten seconds after the last report', () => {
    expect(cancelledAt(begin(0, 0), (at) => Math.min(at, 25) * mebibyte)).toBe(35);
  });

  it('runs while a layer is committed: from the last report while its bytes arrived', () => {
    const committing = rule.unpacking(rule.fetched(begin(0, 0), 0, 7.4 * second), 0, 7.4 * second);
    expect(rule.isWorthChecking(committing)).toBe(true);
    expect(cancelledAt(committing, () => size, 7.4)).toBe(17);
  });

  it('starts anew with a layer that comes while another one is committed', () => {
    const committing = rule.unpacking(rule.fetched(begin(0, 0), 0, 7.4 * second), 0, 7.4 * second);
    expect(cancelledAt(begin(1, 9, committing), () => 0, 9)).toBe(19);
  });

  it('starts anew at the end of a commit, unless the next layer is committed at once', () => {
    const first = rule.unpacking(rule.fetched(begin(0, 0), 0, 2 * second), 0, 2 * second);
    const second1 = rule.fetched(begin(1, 2, first), 1, 5 * second);
    // Its bytes wait for the commit below: it is reported as done at once.
    expect(second1.seenMicros).toBe(5 * second);
    expect(rule.unpacked(second1, 0, 9 * second).seenMicros).toBe(5 * second);
    expect(rule.unpacked(rule.unpacked(second1, 0, 9 * second), 1, 12 * second).seenMicros).toBe(12 * second);
  });
});
