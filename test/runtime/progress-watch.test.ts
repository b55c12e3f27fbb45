import { describe, expect, it } from 'vitest';
import { containerd24 } from '../../src/runtime/containerd-2-4.ts';
import * as rule from '../../src/runtime/progress-watch.ts';
import type { RuntimeOptions } from '../../src/runtime/runtime-options.ts';

// image_pull_progress_timeout of containerd 2.4: shared/runtime-runs R9 and e6-stall.
const second = 1_000_000;
const mebibyte = 2 ** 20;
const flow = { id: 'f', linkId: 'node-1', registry: 'r.io' };

function watchOf(timeoutSeconds: number, path: RuntimeOptions['path'] = 'transfer'): rule.ProgressWatch {
  return rule.progressWatch({ ...containerd24.options, path, imagePullProgressTimeoutMicros: timeoutSeconds * second }, 0);
}

/** Returns the second in which a pull of one layer is cancelled whose bytes come as `bytesAt` says; undefined: not within ten minutes. */
function cancelledAt(begun: rule.ProgressWatch, bytesAt: (seconds: number) => number): number | undefined {
  let watch = begun;
  for (let at = 0; at < 600 * second; ) {
    at = rule.nextCheckMicros(watch, at);
    watch = rule.measured(
      watch,
      rule.flowsOf(watch).map(() => bytesAt(at / second)),
    );
    if (rule.isStalled(watch, at)) return at / second;
    watch = rule.checked(watch, at);
  }
  return undefined;
}

const one = (watch: rule.ProgressWatch, bytes = 100 * mebibyte) => rule.receiving(watch, 40_000, { layer: 0, bytes, flow, offset: 0 });

describe('a pull that stalls after 2 MB', () => {
  it.each([
    [10, 20],
    [25, 40],
    [300, 310],
  ])('with %d s is cancelled at %d s, as recorded', (timeout, at) => {
    expect(cancelledAt(one(watchOf(timeout)), () => 2e6)).toBe(at);
  });

  it('is checked twice per timeout where that is short, and exactly the timeout is not enough then', () => {
    expect(cancelledAt(one(watchOf(4)), () => 2e6)).toBe(8);
    expect(cancelledAt(one(watchOf(1)), (seconds) => (seconds < 1.4 ? seconds * 2e7 : 28e6))).toBe(3);
  });

  it('lasts for ever without a timeout', () => {
    expect(rule.isWorthChecking(one(watchOf(0)))).toBe(false);
  });
});

describe('the transfer service', () => {
  it('does not count what has not come to its first mebibyte: such a pull hangs', () => {
    expect(cancelledAt(one(watchOf(6)), () => 1e6)).toBeUndefined();
    expect(cancelledAt(rule.asking(watchOf(6), { fetch: 0, at: { method: 'HEAD', kind: 'tag', digest: '' } }), () => 0)).toBeUndefined();
  });

  it('lets a trickle go on as long as a mebibyte comes in time', () => {
    expect(cancelledAt(one(watchOf(10)), (seconds) => seconds * 200_000)).toBeUndefined();
    expect(cancelledAt(one(watchOf(10)), (seconds) => seconds * 40_000)).toBeDefined();
  });

  it('loses a layer whose unpacking begins before its next look, and then cancels a healthy pull', () => {
    const fetched = rule.fetched(one(rule.resolved(watchOf(1), 10_000)), 0, 1_360_000);
    const lost = rule.unpacking(fetched, 0, 1_430_000);
    expect(lost.layers).toMatchObject([{ state: 'leaked' }]);
    expect(cancelledAt(lost, () => 0)).toBeDefined();
    // It looks at 1.51 s: what it sees complete then is no longer active.
    expect(rule.unpacking(fetched, 0, 1_520_000).layers).toMatchObject([{ state: 'fetched' }]);
  });

  it('loses no layer that came between two looks, or was small', () => {
    const quick = rule.fetched(rule.receiving(watchOf(1), 1_220_000, { layer: 0, bytes: 9 * mebibyte, flow }), 0, 1_360_000);
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
    expect(rule.unanswered(rule.asking(watch, { fetch: 0, at: { method: 'GET', kind: 'layer', digest: 'd' } }))).toBeUndefined();
  });

  it('does not count one that waits for a slot', () => {
    expect(cancelledAt(rule.settled(rule.asking(watchOf(6, 'local'), head), 0), () => 0)).toBeUndefined();
  });

  it('counts every byte, and loses no layer', () => {
    expect(cancelledAt(one(watchOf(10, 'local')), (seconds) => seconds * 10)).toBeUndefined();
    const fetched = rule.fetched(one(watchOf(1, 'local')), 0, 1_360_000);
    expect(rule.unpacking(fetched, 0, 1_430_000).layers).toMatchObject([{ state: 'fetched' }]);
  });
});

describe('a watch', () => {
  it('goes on with what a resumed layer had, where it is not told', () => {
    const before = rule.measured(one(watchOf(10)), [5 * mebibyte]);
    const again = rule.receiving(before, 9 * second, { layer: 0, bytes: 100 * mebibyte, flow });
    expect(again.layers).toMatchObject([{ offset: 5 * mebibyte, received: 5 * mebibyte, sinceMicros: 40_000 }]);
    expect(rule.measured(again, [mebibyte]).layers).toMatchObject([{ received: 6 * mebibyte }]);
  });

  it('that had nothing to watch begins anew with the check before', () => {
    const later = rule.resumed(one(watchOf(25)), 44 * second);
    expect(later.seenMicros).toBe(40 * second);
  });

  it('knows what is being unpacked', () => {
    const watch = rule.unpacking(watchOf(10), 3, 0);
    expect(watch.unpacking).toEqual([3]);
    expect(rule.unpacked(watch, 3).unpacking).toEqual([]);
  });
});
