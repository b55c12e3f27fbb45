import { expect, test } from 'vitest';
import { recordedCall } from '../../tools/recording/recorded-call.ts';
import { blobNames, recordedHeader, type ServedImage } from '../../tools/recording/recorded-images.ts';
import { recordingPlan } from '../../tools/recording/recording-plan.ts';
import { earlierRegistry, recordingRegistry } from '../../tools/recording/recording-registry.ts';
import { writeRecordedRun } from '../../tools/recording/write-recorded-run.ts';
import { readRecordedRuns } from '../../tools/validation/read-recorded-runs.ts';
import { recordedRun } from '../validation/recorded-file.ts';

function recordingOf(run: string, version: string) {
  const [recording] = recordingPlan([recordedRun(run)], version);
  if (recording === undefined) throw new Error(`${version} cannot make ${run}`);
  return recording;
}

/** An image whose blobs have digests of one letter. */
function served(manifest: string, layers: readonly string[]): ServedImage {
  return {
    manifest: { kind: 'manifest', digest: manifest, bytes: 900 },
    blobs: [
      { kind: 'config', digest: `${manifest}c`, bytes: 600 },
      ...layers.map((digest, place) => ({ kind: 'layer', digest, bytes: 40, place, unpacked: 39 }) as const),
    ],
  };
}

test('a blob that two images have has the name of the first', () => {
  const names = blobNames(
    new Map([
      ['one:1', served('m', ['a', 'b'])],
      ['two:1', served('n', ['a', 'd'])],
    ]),
  );
  expect(names.get('a')).toBe('one:1/layer0');
  expect(names.get('d')).toBe('two:1/layer1');
  expect(names.get('n')).toBe('two:1/manifest');
});

test('a run that was made again is read like those that were given', () => {
  const recording = recordingOf('e6-fail/c2-404-layer/1', '2.1.9');
  const header = recordedHeader(recording, new Map([['fail4:1', served('m', ['a', 'b', 'c', 'd'])]]), 0.51);
  const [call] = recording.calls;
  if (call === undefined) throw new Error('no call');
  const answer = { ok: false, code: 'NotFound', message: '127.0.0.1:41 /tmp/x/root/a' } as const;
  const events = recordedCall({ call, startMs: 0, endMs: 64.44, answer });
  const text = writeRecordedRun(header, [...events].reverse(), { host: '127.0.0.1:41', root: '/tmp/x/root' });
  const [run] = readRecordedRuns('x', text);
  expect(run?.header).toMatchObject({
    run: 'e6-fail/c21-404-layer/1',
    load: 0.5,
    // The rule names the digest that the layer has here.
    registry: { totalBps: 20_000_000, rules: [{ match: 'blobs/b', status: 404 }] },
    images: {
      'fail4:1': { configBytes: 600, layers: [{ blob: 'fail4:1/layer0', unpacked: 39 }, {}, {}, {}] },
    },
  });
  expect(run?.events).toMatchObject([
    { ev: 'pull.start', ms: 0, image: 'fail4:1' },
    { ev: 'pull.end', ms: 64.4, ok: false, code: 'NOT_FOUND', error: 'REG …/a' },
  ]);
});

test('an image without one of the recorded layers is noticed', () => {
  const recording = recordingOf('e1-order/c2-eq8-n3/1', '2.1.9');
  const images = new Map([['eq8:1', served('m', ['a'])]]);
  expect(() => recordedHeader(recording, images, 0)).toThrow('1 layers are served, and not 8');
});

test('the registry has the limits, the latency and the faults of the run', () => {
  const { registries, faults, rules } = recordingRegistry(recordingOf('e6-stall/c2-stall-t4/1', '1.7.35'));
  expect(Object.values(registries)).toMatchObject([{ roundTripMicros: 5_000, egressBytesPerSecond: 20e6 }]);
  expect(faults).toMatchObject([
    { kind: 'stalledBody', afterBytes: 2e6, layer: 1, fromMicros: 0, untilMicros: null },
  ]);
  expect(rules).toMatchObject([{ kind: 'stall' }]);
});

test('a tag that moves has its first content before the run, and the second in it', () => {
  const recording = recordingOf('e4-present/c2-moved-lat50/1', '2.1.9');
  const [before] = earlierRegistry(recording).images;
  const after = recordingRegistry(recording).images.find(({ name }) => name === before?.name);
  expect(before?.name).toMatch(/app:1$/);
  expect(after?.ref).not.toBe(before?.ref);
  expect(earlierRegistry(recordingOf('e1-order/c2-eq8-n3/1', '2.1.9')).images).toEqual([]);
});

test('a body that is no error of the API is served as none, and the header says so', () => {
  const recording = recordingOf('e6-fail/c1-503-layer-all/1', '1.7.35');
  expect(recording.source.header.registry.rules).toMatchObject([{ body: 'busy' }]);
  expect(recordingRegistry(recording).faults).toMatchObject([{ status: 503, emptyBody: true }]);
  const header = recordedHeader(recording, new Map([['fail4:1', served('m', ['a', 'b', 'c', 'd'])]]), 0);
  expect(header.registry.rules).toEqual([{ match: 'blobs/b', status: 503 }]);
});
