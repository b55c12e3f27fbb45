import { expect, test } from 'vitest';
import { readContainerdLog } from '../../tools/recording/read-containerd-log.ts';

const layer = 'sha256:2f039b69b55e429460b91b9984f1a8c1ce8b2131fae0b453d6eedec6000b324a';
const reading = {
  startMs: Date.parse('2026-11-29T19:07:45Z'),
  blobs: new Map([[layer, 'eq8:1/layer0']]),
};

function line(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ level: 'debug', time: '2026-11-29T19:07:46.597793031Z', ...fields });
}

function events(...lines: readonly string[]): ReturnType<typeof readContainerdLog> {
  return readContainerdLog(lines.join('\n'), reading);
}

// Lines of 1.7.35, as it writes them.
test('a layer is fetched, unpacked and committed', () => {
  expect(
    events(
      line({ msg: 'fetch', digest: layer, size: 5_007_768 }),
      line({ msg: 'diff applied', d: 10_976_909, digest: layer, size: 5_007_768 }),
      line({ msg: 'layer unpacked', duration: 820_370_562, layer }),
      line({ msg: 'image unpacked', duration: 2_285_700_000 }),
    ),
  ).toMatchObject([
    { ev: 'fetch.begin', ms: expect.closeTo(1_597.793), blob: 'eq8:1/layer0' },
    { ev: 'unpack', ms: expect.closeTo(1_586.816), end: expect.closeTo(1_597.793), size: 5_007_768 },
    { ev: 'layer.done', blob: 'eq8:1/layer0', d: expect.closeTo(820.371) },
    { ev: 'image.unpacked', d: expect.closeTo(2_285.7) },
  ]);
});

test('durations may be words, as in the text of another format', () => {
  const [unpack] = events(line({ msg: 'layer unpacked', duration: '1m2.5s', layer }));
  expect(unpack).toMatchObject({ d: 62_500 });
});

test('collections of garbage are told apart', () => {
  const collected = (msg: string) => events(line({ level: 'trace', msg, d: 584_157 }))[0];
  expect(collected('garbage collected')).toMatchObject({
    ev: 'gc',
    what: 'garbage',
    d: expect.closeTo(0.584),
  });
  expect(collected('content garbage collected')).toMatchObject({ what: 'content' });
  expect(collected('snapshot garbage collected')).toMatchObject({ what: 'snapshot' });
});

test('errors are kept, and of the rest only what tells how a layer is fetched', () => {
  expect(
    events(
      line({ level: 'error', msg: 'PullImage "REG/x" failed', error: 'not found' }),
      line({ level: 'info', msg: 'remote host ignored content range, forcing parallelism to 1' }),
      line({ level: 'warning', msg: 'something else' }),
    ),
  ).toMatchObject([
    { ev: 'log', level: 'error', msg: 'PullImage "REG/x" failed', error: 'not found' },
    { ev: 'log', level: 'info' },
  ]);
});

test('blobs of other images, lines of before the run and lines that are no JSON are left out', () => {
  expect(
    events(
      line({ msg: 'fetch', digest: 'sha256:other' }),
      line({ msg: 'fetch', digest: layer, time: '2026-11-29T19:07:44.999Z' }),
      'panic: 1',
      '"text"',
    ),
  ).toEqual([]);
});
