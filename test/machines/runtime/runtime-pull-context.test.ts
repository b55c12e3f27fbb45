import { describe, expect, it } from 'vitest';
import * as pull from '../../../machines/runtime/runtime-pull-context.ts';
import { createFifo, emptyFifo, items } from '../../../src/rules/collections/fifo.ts';
import type { RequestPoint } from '../../../src/rules/runtime/errors/pull-error.ts';
import type { Blob } from '../../../src/rules/runtime/images/content-store.ts';
import type { RuntimeProfile } from '../../../src/rules/runtime/profiles/runtime-profile.ts';
import { containerd16, containerd24 } from '../../../src/rules/runtime/profiles/runtime-profiles.ts';
import { omitUndefined } from '../../../src/rules/values/omit-undefined.ts';
import { image } from './runtime-world.ts';

// What a pull inside the runtime knows: docs of machines/runtime/runtime-pull-context.ts.

const app = image('r.io/app:1', 100, 200, 300);

type Changes = Pick<Partial<pull.RuntimePullContext>, 'outcome'> &
  Partial<pull.PullFetches & pull.PullLayers>;

function contextOf(
  { fetchers, idle, blobs, waiting, ...changes }: Changes = {},
  profile: RuntimeProfile = containerd24,
): pull.RuntimePullContext {
  const hosts = [{ host: 'r.io' }];
  const input = {
    name: 'p',
    clock: { nowMicros: () => 0 },
    profile,
    image: app,
    exists: true,
    hosts,
    linkId: 'node-1',
    unpackBytesPerSecond: 1_000_000,
  };
  const context = { ...pull.newPull(input as never, {} as never), ...changes };
  return {
    ...context,
    ...pull.withFetches(context, omitUndefined({ fetchers, idle })),
    ...pull.withLayers(context, omitUndefined({ blobs, waiting })),
  };
}

const blob = (layer: number, state: Blob['state'], holder = ''): Blob => ({
  layer,
  state,
  holder,
  offset: 0,
});
const grant = (...blobs: Blob[]): pull.Grant => ({ type: 'CHAIN.GRANTED', index: 0, blobs });

describe('at its start a pull', () => {
  it('has fetched nothing, has one connection, and would answer as one that has nothing to do', () => {
    const context = contextOf();
    expect(context).toMatchObject({ fetches: { idle: [0], cancelled: 0 }, outcome: 'going' });
    expect(context.times.replyMicros).toBe(containerd24.delays.beforeReplyPresent);
  });

  it('opens as many connections as its runtime lets one pull have', () => {
    expect(pull.maxFetchers(contextOf({}, containerd16))).toBe(containerd16.downloadSlots.slotsMax);
    expect(pull.maxFetchers(contextOf({}, containerd24))).toBe(Infinity);
  });
});

it('a connection is one that was opened', () => {
  const fetchers = ['first', 'second'] as never;
  expect(pull.requireFetcher(contextOf({ fetchers }), 1)).toBe('second');
  expect(() => pull.requireFetcher(contextOf({ fetchers }), 2)).toThrow('p: no connection 2');
  expect(() => pull.requireFetcher(contextOf({ fetchers }), undefined)).toThrow('p: no connection undefined');
});

describe('what the store grants', () => {
  it('is processed with present blobs last where the order is drawn', () => {
    const granted = { ...grant(blob(1, 'present'), blob(2, 'shared', 'q')), index: 1 };
    const after = pull.granted(contextOf(), granted);
    expect(after.times?.replyMicros).toBe(containerd24.delays.beforeReply);
    expect(items(after.layers?.blobs ?? emptyFifo())).toEqual([blob(2, 'shared', 'q'), blob(1, 'present')]);
    const [next] = pull.dispatchedItems(contextOf({ blobs: createFifo([blob(1, 'present')]) })).items;
    expect(next).toMatchObject({ layer: 1, isPresent: true });
  });

  // The goroutine that was started last runs first.
  it('is processed in the order of the manifest, present blobs included, by a runtime that follows it', () => {
    const after = pull.granted(
      contextOf({}, containerd16),
      grant(blob(0, 'granted'), blob(1, 'present'), blob(2, 'present')),
    );
    expect(items(after.layers?.blobs ?? emptyFifo())).toMatchObject([
      { layer: 2 },
      { layer: 0 },
      { layer: 1 },
    ]);
  });

  it('is recorded: present and queued blobs at once, blobs of another pull at their turn', () => {
    const own = 'granted';
    const told = pull.recordBlobs(contextOf(), [blob(0, 'present'), blob(1, 'shared', 'q'), blob(2, own)]);
    expect(told).toMatchObject({
      type: 'RECORDS',
      actor: 'p',
      observations: [
        { type: 'fetch', state: 'present', layer: 0 },
        { type: 'fetch', state: 'queued', layer: 2 },
      ],
    });
    const seen = pull.recordSharedBlob(
      contextOf({ blobs: createFifo([blob(1, 'shared', 'q'), blob(2, own)]) }),
    );
    expect(seen).toMatchObject({
      observation: { type: 'fetch', state: 'shared', layer: 1 },
      because: { kind: 'inFlight', actor: 'q' },
    });
    expect(pull.recordInherited(contextOf(), { layer: 2, offset: 0 })).toMatchObject({
      observations: [{ state: 'queued', layer: 2 }],
    });
  });

  it('is shuffled only by a runtime that does so, and only where there are at least two', () => {
    const own = 'granted';
    const two = grant(blob(0, own), blob(1, 'shared', 'q'));
    expect(pull.needsDraws(contextOf(), two)).toBe(true);
    expect(pull.needsDraws(contextOf(), grant(blob(0, own)))).toBe(false);
    expect(pull.needsDraws(contextOf(), grant(blob(0, own), blob(1, 'present'), blob(2, 'present')))).toBe(
      false,
    );
    expect(pull.needsDraws(contextOf({}, containerd16), two)).toBe(false);
  });

  it('is shuffled without the present blobs', () => {
    const blobs = createFifo([blob(0, 'granted'), blob(2, 'granted'), blob(1, 'present')]);
    const after = pull.reordered(contextOf({ blobs }), [0]);
    expect(items(after).map(({ layer }) => layer)).toEqual([2, 0, 1]);
    expect(pull.drawRequest(contextOf({ blobs }), {} as never)).toMatchObject({ count: 1 });
  });

  it('asks for one number less than there are blobs', () => {
    const requester = {} as never;
    const blobs = createFifo([blob(0, 'shared'), blob(1, 'shared'), blob(2, 'shared')]);
    expect(pull.drawRequest(contextOf({ blobs }), requester)).toEqual({
      type: 'DRAW.REQUESTED',
      stream: 'p',
      count: 2,
      requester,
    });
  });
});

describe('connections', () => {
  it('are handed out from the front', () => {
    const context = contextOf({ idle: [2, 0], blobs: createFifo([blob(0, 'shared'), blob(1, 'shared')]) });
    const after = pull.handedOut(context);
    expect(after.fetches?.idle).toEqual([0]);
    expect(items(after.layers?.blobs ?? emptyFifo())).toEqual([blob(1, 'shared')]);
  });

  it('get the fields that they need, and the name of their pull', () => {
    const own = pull.fetchInput(contextOf(), 3, 'me' as never, []);
    expect(own).toMatchObject({
      name: 'p#fetch-3',
      fetch: 3,
      pull: 'me',
      image: app.name,
      exists: true,
      hosts: [{ host: 'r.io' }],
      linkId: 'node-1',
    });
  });

  it('go on with the layer that waits first, because one has finished', () => {
    const context = contextOf(
      { waiting: createFifo([blob(2, 'granted'), blob(1, 'granted')]), idle: [1] },
      containerd16,
    );
    const [next] = pull.nextItems(context).items;
    expect(next).toMatchObject({
      layer: 2,
      bytes: 300,
      because: { kind: 'downloadSlot', actor: 'p#fetch-1' },
    });
    const [first] = pull.firstItems(context, { layer: 0, offset: 100 }).items;
    expect(first).toMatchObject({
      layer: 0,
      offset: 100,
      because: undefined,
      open: { micros: containerd16.delays.betweenLayers },
    });
  });
});

describe('the watch', () => {
  it('learns of a fetched layer at its last byte, which is before its commit', () => {
    const seen = pull.progressFetched({ type: 'FETCH.FINISHED', fetch: 1, layer: 2, endedMicros: 300 });
    expect(seen).toEqual({ type: 'PROGRESS.FETCHED', fetch: 1, layer: 2, endedMicros: 300 });
  });

  it('ends a pull without progress: with the layer being unpacked, the unanswered request, or neither', () => {
    const stalled = (unpacking: number | undefined, at?: RequestPoint) =>
      pull.stalled(contextOf(), { type: 'RUNTIME_PULL.STALLED', unpacking, at }).error;
    const head = { method: 'HEAD', kind: 'tag', digest: '' } as const;
    expect(stalled(1)).toEqual({ kind: 'progressTimeout', unpacking: 'sha256:r.io/app:1-1' });
    expect(stalled(undefined, head)).toEqual({ kind: 'progressTimeout', unpacking: undefined, at: head });
    expect(stalled(undefined)).toEqual({ kind: 'progressTimeout', unpacking: undefined });
  });

  it('is the reason given to the unpacker, where it ended the pull', () => {
    const outcome = { kind: 'progressTimeout', unpacking: undefined } as const;
    expect(pull.unpackCancel(contextOf({ outcome }))).toEqual({
      type: 'UNPACKS.CANCELLED',
      because: { kind: 'progressTimeout', actor: 'p' },
    });
    expect(pull.unpackCancel(contextOf({ outcome: 'cancelled' }))).toEqual({ type: 'UNPACKS.CANCELLED' });
  });
});

describe('the end', () => {
  it('of a failed pull is worded by its runtime, and takes the time of a failure', () => {
    const error = { kind: 'diskFullUnpack', digest: 'd' } as const;
    expect(pull.failing(contextOf(), error)).toMatchObject({
      outcome: error,
      times: { replyMicros: containerd24.delays.beforeFailure },
    });
    expect(pull.failed(contextOf({ outcome: error }))).toEqual({
      type: 'RUNTIME_PULL.FAILED',
      pull: 'p',
      error: containerd24.errorText(error, app.name),
    });
  });

  it.each(['going', 'cancelled'] as const)('of a pull that is %s is no failure', (outcome) => {
    expect(() => pull.failed(contextOf({ outcome }))).toThrow('p: has not failed');
  });

  it('of another pull is reported under the name of that pull', () => {
    expect(pull.ended(contextOf(), 'RUNTIME_PULL.ABANDONED')).toEqual({
      type: 'RUNTIME_PULL.ABANDONED',
      pull: 'p',
    });
    expect(pull.contentMessage(contextOf(), 'CONTENT.DROPPED')).toEqual({
      type: 'CONTENT.DROPPED',
      pull: 'p',
    });
    expect(pull.blobCommitted(contextOf(), 2)).toEqual({ type: 'BLOB.COMMITTED', pull: 'p', layer: 2 });
    expect(pull.manifestRequest(contextOf().input, 'me' as never)).toEqual({
      type: 'MANIFEST.REQUESTED',
      pull: 'p',
      image: app,
      requester: 'me',
    });
  });
});
