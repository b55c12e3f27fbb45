import { expect, it } from 'vitest';
import { traceToRecords } from '../../../src/proof/model-testing/trace-to-records.ts';
import { v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';
import { checkInvariants } from '../../../src/run/invariants/check-invariants.ts';
import { readTrace } from '../../../src/trace/read-trace.ts';
import { formatRecord } from '../../../src/trace/write-trace.ts';
import { basicScripts, tracesIn } from '../conformance/conformance-data.ts';
import { call, scriptOf, traced } from './judged-script.ts';

const recordsOf = (script: ReturnType<typeof scriptOf>) => traceToRecords(script, traced(script), v1_36);
const pullsOf = (script: ReturnType<typeof scriptOf>) =>
  recordsOf(script).flatMap((record) =>
    record.type === 'pull' ? [`${record.at} ${record.container} ${record.state}`] : [],
  );

it('reads the states of each pull off the entries', () => {
  const pod = call(0, 'c').pod;
  const script = scriptOf([
    call(0, 'a'),
    call(0, 'b', { image: 'Bad Name' }),
    call(0, 'c', { image: 'gone' }),
    call(2_000, 'd', { pod, image: 'gone' }),
    call(2_000, 'e', { policy: 'Never', image: 'gone' }),
    call(2_000, 'f'),
  ]);
  expect(pullsOf(script)).toEqual([
    ...[
      '0 a inspecting',
      '0 c inspecting',
      '0 a waiting',
      '0 a pulling',
      '0 b invalidName',
      '0 c waiting',
      '0 c pulling',
    ],
    ...['1000 a pulled', '1000 c failed', '2000 d inspecting', '2000 e inspecting', '2000 f inspecting'],
    ...['2000 d backingOff', '2000 e neverPresent', '2000 f present'],
  ]);
});

it('says what the node is, what its pods want, and which images come and go', () => {
  const script = scriptOf(
    [call(0, 'a')],
    { serializeImagePulls: true, maxParallelImagePulls: 0 },
    { images: [{ image: 'old:1', ref: 'sha256:old', size: 1 }], removals: [{ at: 500, image: 'old:1' }] },
  );
  const records = recordsOf(script);
  const [header] = records;
  expect(header).toMatchObject({
    nodes: [
      { name: 'sut', profile: '1.36', kubelet: { serializeImagePulls: true, maxParallelImagePulls: null } },
    ],
  });
  expect(records[1]).toMatchObject({
    type: 'pod',
    containers: [{ name: 'a', image: 'web', policy: 'IfNotPresent' }],
  });
  const images = records.flatMap((record) =>
    record.type === 'image' ? [`${record.at} ${record.image} ${record.state}`] : [],
  );
  expect(images).toEqual(['0 old:1 present', '500 old:1 removed', '1000 web:latest present']);
});

it('lets what happens in one instant be in the order that the script allows', () => {
  const pulls = { 'web:latest': [{ takesMs: 1_000, ref: '', size: 5 }] };
  const images = [{ image: 'web:latest', ref: 'sha256:old', size: 1 }];
  const script = scriptOf(
    [call(0, 'a', { policy: 'Always' }), call(1_000, 'b')],
    {},
    { images, pulls, removals: [{ at: 0, image: 'web:latest' }] },
  );
  const told = recordsOf(script).flatMap((record) => {
    if (record.type === 'image' && record.at <= 1_000)
      return [`${record.at} ${record.image} ${record.state} "${record.ref}"`];
    return record.type === 'pull' && record.at === 1_000
      ? [`${record.at} ${record.container} ${record.state}`]
      : [];
  });
  // Present before it is removed; an image without a reference is none from the beginning; calls begin before
  // others end.
  expect(told).toEqual([
    ...['0 web:latest present "sha256:old"', '0 web:latest removed ""', '1000 web:latest present ""'],
    ...['1000 b inspecting', '1000 a pulled', '1000 b waiting', '1000 b pulling'],
  ]);
});

it('ends a pull whose call panics', () => {
  const script = scriptOf([call(0, 'a')]);
  const panics = traced(script, (entry) =>
    entry.type === 'result'
      ? { at: entry.at, call: 'a', type: 'panic', message: 'index out of range' }
      : entry,
  );
  const last = traceToRecords(script, panics, v1_36).findLast((record) => record.type === 'pull');
  expect(last).toMatchObject({ at: 1_000, state: 'failed', error: 'index out of range' });
});

it('is a trace that reads back, of what the real kubelet did too', () => {
  const scripts = basicScripts().filter(({ name }) => /^(serial|removal|names|backoff-key)/.test(name));
  const traces = new Map(tracesIn('v1.36.3/basic.ndjson.gz').map((trace) => [trace.script, trace]));
  expect(scripts.length).toBeGreaterThan(5);
  for (const script of scripts) {
    const records = traceToRecords(script, traces.get(script.name) ?? traced(script), v1_36);
    expect(readTrace(records.map(formatRecord))).toMatchObject({ ok: true, complete: true, records });
    const formal = checkInvariants(records).filter(({ invariant }) =>
      /ordered|causes|lost-waiter/.test(invariant),
    );
    expect(formal).toEqual([]);
  }
});
