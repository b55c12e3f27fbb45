import { expect, test } from 'vitest';
import type { ActorRecord } from '../../src/trace/record.ts';
import { publishedInput, traceOf } from './published-run.ts';

const input = publishedInput('duplicate-pulls.yaml');

// kubernetes#139841: fourteen PullImage calls for one image of 93 MB within six minutes; the first took 18.9
// s, the others 2 to 43 s. With containerd each blob is fetched once, and the other calls wait or cost a HEAD
// (docs/measurements.md R6, R7)
test.each([
  ['one after the other', []],
  ['at once', ['--set', 'serializeImagePulls=false', '--set', 'registryBurst=14']],
])('fourteen calls for one image, %s, fetch every blob once', async (_, options) => {
  const records = await traceOf(input, ...options);
  const calls = records.filter((record) => record.type === 'runtime' && record.op === 'PullImage');
  const requests = records.filter(
    (record): record is Extract<ActorRecord, { type: 'request' }> => record.type === 'request',
  );
  const callers = new Set(
    requests.filter(({ kind }) => kind === 'tag').map(({ actor }) => actor.replace(/#.*$/, '')),
  );
  expect([calls.length, callers.size]).toEqual([14, 14]);
  const served = requests.filter(({ status }) => status === 200);
  const of = (kind: string) => served.filter((request) => request.kind === kind).length;
  expect({ tag: of('tag'), manifest: of('manifest'), config: of('config'), layer: of('layer') }).toEqual({
    tag: 14,
    manifest: 1,
    config: 1,
    layer: 5,
  });
});
