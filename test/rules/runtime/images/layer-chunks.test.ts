import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  beginChunk,
  chunkRange,
  completeChunk,
  freeWorker,
  isComplete,
  type LayerChunks,
  layerChunks,
  layerOrder,
  manifestOrder,
  readUpTo,
} from '../../../../src/rules/runtime/images/layer-chunks.ts';
import { containerd24 } from '../../../../src/rules/runtime/profiles/runtime-profiles.ts';

test('the order is that of the manifest without draws', () => {
  expect(layerOrder(3, [])).toEqual([0, 1, 2]);
  expect(layerOrder(0, [])).toEqual([]);
});

// Fisher–Yates: the last place is drawn among all, the one before among what is left.
test.each([
  [
    [0.99, 0.99],
    [0, 1, 2],
  ],
  [
    [0, 0],
    [1, 2, 0],
  ],
  [
    [0.5, 0.5],
    [0, 2, 1],
  ],
  [
    [0, 0.99, 0.5, 0.5],
    [2, 1, 0],
  ],
])('draws %j give %j', (draws, order) => {
  expect(layerOrder(3, draws)).toEqual(order);
});

test('draws give every order equally often', () => {
  const counts = new Map<string, number>();
  for (let first = 0; first < 3; first++) {
    for (let second = 0; second < 2; second++) {
      const order = layerOrder(3, [(first + 0.5) / 3, (second + 0.5) / 2]).join();
      counts.set(order, (counts.get(order) ?? 0) + 1);
    }
  }
  expect([...counts.values()]).toEqual([1, 1, 1, 1, 1, 1]);
});

test('of the layers that start together the last comes first, all others go by the manifest', () => {
  expect(manifestOrder(6, 3)).toEqual([2, 0, 1, 3, 4, 5]);
  expect(manifestOrder(2, 3)).toEqual([1, 0]);
  expect(manifestOrder(4, Infinity)).toEqual([3, 0, 1, 2]);
});

test('one at a time they go by the manifest', () => {
  expect(manifestOrder(4, 1)).toEqual([0, 1, 2, 3]);
  expect(manifestOrder(0, 3)).toEqual([]);
  expect(manifestOrder(1, 3)).toEqual([0]);
});

test('each layer comes once', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.integer({ min: 1, max: 24 }), (layers, together) => {
      expect(manifestOrder(layers, together).toSorted((left, right) => left - right)).toEqual(
        Array.from({ length: layers }, (_, layer) => layer),
      );
    }),
  );
});

// `dockerFetcher.open` of containerd 2.4 with concurrent_layer_fetch_buffer: test/validation/runs
// e1-order/c2-desc6-chunk1MiB.

const options = { ...containerd24.options, concurrentLayerFetchBuffer: 2 ** 20 };

function chunked(start: number, end: number): LayerChunks {
  const chunks = layerChunks(options, start, end);
  if (chunks === undefined) throw new Error('one response will do');
  return chunks;
}

describe('a layer in chunks', () => {
  it('is one response where it is no larger than a chunk, or where nothing may be parallel', () => {
    expect(layerChunks(options, 0, 2 ** 20)).toBeUndefined();
    expect(layerChunks(containerd24.options, 0, 2 ** 30)).toBeUndefined();
    for (const maxConcurrentDownloads of [0, 1])
      expect(layerChunks({ ...options, maxConcurrentDownloads }, 0, 2 ** 30)).toBeUndefined();
  });

  it('is cut into pieces of 512 bytes or more only (minChunkSize)', () => {
    const parallelOf = (concurrentLayerFetchBuffer: number) =>
      layerChunks({ ...options, concurrentLayerFetchBuffer }, 0, 16_006_368)?.parallel;
    expect([511, 512].map(parallelOf)).toEqual([undefined, 3]);
  });

  it('has as many workers as there are downloads, or chunks', () => {
    expect(chunked(0, 16_006_368).parallel).toBe(3);
    expect(chunked(0, 2_007_218).parallel).toBe(2);
  });

  it('continues with the missing bytes where it was cut', () => {
    expect(layerChunks(options, 15_000_000, 16_006_368)).toBeUndefined();
    expect(chunked(14_000_000, 16_006_368).parallel).toBe(2);
  });

  it('is begun by one worker after another until each has a chunk', () => {
    const first = chunked(0, 16_006_368);
    const second = beginChunk(first, freeWorker(first));
    const third = beginChunk(second, freeWorker(second));
    expect([first, second, third].map(freeWorker)).toEqual([1, 2, -1]);
    expect(third.workers).toEqual([0, 1, 2]);
    expect(() => chunkRange(first, 1)).toThrow('worker 1 is at none');
  });

  it('has no empty chunk at its end', () => {
    const both = beginChunk(chunked(0, 2 * 2 ** 20), 1);
    const firstIsThere = completeChunk(both, 0);
    expect(freeWorker(firstIsThere)).toBe(-1);
    expect([both, firstIsThere, completeChunk(firstIsThere, 1)].map(isComplete)).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('reads on from where it was cut', () => {
    const second = beginChunk(chunked(1_000, 5_000_000), 1);
    expect(chunkRange(second, 1)).toEqual({ offset: 1_000 + 2 ** 20, bytes: 2 ** 20 });
    expect(readUpTo(second, 0, 77)).toBe(1_077);
    expect(readUpTo(second, 1, 77)).toBe(1_000);
    expect(readUpTo(completeChunk(second, 0), 1, 77)).toBe(1_000 + 2 ** 20 + 77);
  });

  it('covers each byte once, whichever worker is faster, with no more unread chunks than workers', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2 ** 20 + 1, max: 20 * 2 ** 20 }),
        fc.infiniteStream(fc.nat(2)),
        (end, choices) => {
          let chunks = chunked(0, end);
          const seen = [chunkRange(chunks, 0)];
          while (!isComplete(chunks)) {
            for (let worker = freeWorker(chunks); worker >= 0; worker = freeWorker(chunks)) {
              chunks = beginChunk(chunks, worker);
              seen.push(chunkRange(chunks, worker));
            }
            const unread = chunks.next - chunks.read;
            expect(unread).toBeLessThanOrEqual(chunks.parallel);
            const busy = chunks.workers.flatMap((chunk, worker) => (chunk < 0 ? [] : [worker]));
            const choice: number = choices.next().value ?? 0;
            chunks = completeChunk(chunks, busy[choice % busy.length] ?? 0);
          }
          const sorted = seen.toSorted((one, other) => one.offset - other.offset);
          let reached = 0;
          for (const { offset, bytes } of sorted) {
            expect(offset).toBe(reached);
            reached = offset + bytes;
          }
          expect(reached).toBe(end);
        },
      ),
    );
  });
});
