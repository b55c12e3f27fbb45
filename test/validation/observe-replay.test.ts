import { describe, expect, it } from 'vitest';
import type { TraceRecord } from '../../src/trace/record.ts';
import { blobDigest, blobNamed } from '../../tools/validation/blob-digest.ts';
import { observeReplay } from '../../tools/validation/replay/observe-replay.ts';

const registry = '127.0.0.1:5000';
const image = `${registry}/app:1`;

/** Records of a trace, numbered; the actor's name is completed. */
function trace(
  ...lines: readonly {
    readonly at: number;
    readonly actor: string;
    readonly type: string;
    readonly [field: string]: unknown;
  }[]
) {
  return lines.map(
    (line, id) => ({ id, ...line, actor: `node/image-service/${line.actor}` }) as unknown as TraceRecord,
  );
}

const request = (at: number, actor: string, state: string, more: object) => ({
  at,
  actor,
  type: 'request',
  state,
  registry,
  image,
  method: 'GET',
  ...more,
});
const layer1 = { kind: 'layer', digest: blobDigest('app:1/layer1') };

describe('of a replay is seen', () => {
  it('each request with its answer, and when the last byte of a layer came', () => {
    const records = trace(
      request(1, 'p0#fetch-0', 'sent', { method: 'HEAD', kind: 'tag', connection: 0 }),
      request(6, 'p0#fetch-0', 'answered', { method: 'HEAD', kind: 'tag', status: 200 }),
      request(10, 'p0#fetch-1', 'waiting', layer1),
      request(12, 'p0#fetch-1', 'sent', { ...layer1, offset: 7, connection: 1 }),
      request(18, 'p0#fetch-1', 'answered', { ...layer1, status: 206 }),
      {
        at: 90,
        actor: 'p0#fetch-1',
        type: 'fetch',
        state: 'fetched',
        image,
        digest: layer1.digest,
        layer: 1,
        bytes: 9,
      },
    );
    expect(observeReplay({ pulls: [], records, isOpen: false }).requests).toEqual([
      {
        method: 'HEAD',
        kind: 'manifest',
        blob: '',
        status: 200,
        offset: 0,
        connection: 'node/image-service/p0 0',
        sentMs: 1,
        answeredMs: 6,
        endMs: undefined,
      },
      {
        method: 'GET',
        kind: 'layer',
        blob: 'app:1/layer1',
        status: 206,
        offset: 7,
        connection: 'node/image-service/p0 1',
        sentMs: 12,
        answeredMs: 18,
        endMs: 90,
      },
    ]);
  });

  it('the last byte of a layer on an open link when the registry has written it, and 4 MiB lie in the sockets', () => {
    const endOf = (bytes: number, isOpen: boolean) => {
      const records = trace(
        request(10, 'p0#fetch-1', 'sent', { ...layer1, connection: 1 }),
        request(20, 'p0#fetch-1', 'answered', { ...layer1, status: 200 }),
        {
          at: 100,
          actor: 'p0#fetch-1',
          type: 'fetch',
          state: 'fetched',
          image,
          digest: layer1.digest,
          layer: 1,
          bytes,
        },
      );
      return observeReplay({ pulls: [], records, isOpen }).requests.map(({ endMs }) => endMs);
    };
    expect([endOf(2 ** 24, false), endOf(2 ** 24, true), endOf(2 ** 20, true)]).toEqual([[100], [80], [20]]);
  });

  it('no answer where none came, and connections of two pulls apart', () => {
    const records = trace(
      request(1, 'p0#fetch-0', 'sent', { kind: 'manifest', connection: 0 }),
      request(2, 'p1#fetch-0', 'sent', { kind: 'manifest', connection: 0 }),
      request(3, 'p1#fetch-0', 'failed', { kind: 'manifest', error: 'connection reset by peer' }),
    );
    const { requests } = observeReplay({ pulls: [], records, isOpen: false });
    expect(requests.map(({ status }) => status)).toEqual([0, 0]);
    expect(new Set(requests.map(({ connection }) => connection)).size).toBe(2);
  });

  it('nothing of what nobody was there to see', () => {
    const records = trace({
      ...request(1, 'p0#fetch-0', 'sent', { kind: 'tag' }),
      registry: '127.0.0.1:5999',
    });
    expect(observeReplay({ pulls: [], records, isOpen: false }).requests).toEqual([]);
  });

  it('each layer that was unpacked, and none that was begun only', () => {
    const unpack = (at: number, state: string, layer: number) => {
      const digest = blobDigest(`app:1/layer${layer}`);
      return { at, actor: 'p0', type: 'unpack', state, image, digest, layer, bytes: 9 };
    };
    const records = trace(
      unpack(10, 'started', 0),
      unpack(15, 'finished', 0),
      unpack(16, 'started', 1),
      unpack(20, 'failed', 1),
    );
    expect(observeReplay({ pulls: [], records, isOpen: false }).unpacks).toEqual([
      { blob: 'app:1/layer0', startMs: 10, endMs: 15 },
    ]);
  });

  it('how its calls ended, with the registry by the name that the recordings have for it', () => {
    const pulls = [
      { pull: 'p1', startMicros: 5_000, endMicros: 9_000, ok: false, error: `"${image}": not found` },
      { pull: 'p0', startMicros: 0, endMicros: 7_000, ok: true },
    ];
    expect(observeReplay({ pulls, records: [], isOpen: false }).pulls).toEqual([
      { pull: 'p0', startMs: 0, endMs: 7, ok: true, error: undefined, gaveUp: false },
      { pull: 'p1', startMs: 5, endMs: 9, ok: false, error: '"REG/app:1": not found', gaveUp: false },
    ]);
  });
});

it('a digest leads back to the blob that it stands for', () => {
  for (const name of ['app:1/layer0', 'cpu-text200:1/layer10', 'fail4:1/manifest']) {
    expect(blobDigest(name)).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(blobNamed(blobDigest(name))).toBe(name);
  }
});
