import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { invariants } from '../../src/invariants/invariants.ts';
import { readTrace } from '../../src/trace/read-trace.ts';
import { runInProcess } from '../cli/run-in-process.ts';
import { root } from '../tidy/sources.ts';
import { disorders, type Line, tampered, tamperings } from './tamperings.ts';

const text = gunzipSync(readFileSync(join(root, 'test/invariants/real-run.ndjson.gz'))).toString('utf8');
const read = readTrace(text);
const records = read.ok ? read.records : [];
const linesOf = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** Where, and in which words. */
const witnesses: Readonly<Record<string, string>> = {
  'causes-come-before': '#83: its cause, record 1, is not of node-1/images/kubelet/default/owner/app#fetch-1',
  'one-sync-at-a-time': '#4: a second sync of pod owner begins within one',
  'pod-pulls-one-by-one': '#40: node-1/kubelet/default/two/app begins while node-1/kubelet/default/two/init of the same pod is under way',
  'containers-have-their-image': '#467: heir/app is created with its image neverPresent',
  'nothing-runs-twice': '#193: owner/app is created a second time',
  'pleg-tells-once': '#144: ContainerStarted of 373a29d0-73a3-4c00-a8a3-8b34fe65e3b0/sandbox/1 is told a second time',
  'pleg-errors-keep-records': '#418: 373a29d0-73a3-4c00-a8a3-8b34fe65e3b0/app/0 is removed, and its death was never told',
  'slots-respected': '#39: 2 pulls in flight on node-1, which has 1 slot',
  'slots-in-order': '#127: node-1/kubelet/default/third/app has its turn before node-1/kubelet/default/typo/app, which asked before it',
  'never-does-not-pull': '#41: node-1/kubelet/default/third/app has policy Never and pulls c:1',
  'present-is-not-pulled': '#29: node-1/kubelet/default/owner/app pulls r.io/private/app:1, which is on node-1',
  'protected-images-need-credentials':
    '#466: node-1/kubelet/default/heir/app gets r.io/private/app:1, which node-1 has, without credentials that have opened it',
  'back-off-doubles': '#412: a window of 30000 ms where 20000 ms follow',
  'back-off-is-kept': '#217: node-1/kubelet/default/typo/app is refused until 13008.607 ms where its window ends at 13007.607 ms',
  'no-lost-waiter': '#506: the run is settled, but node-1/kubelet/default/always/app has no answer',
  'every-fetch-ends':
    '#318: the run is settled, but sha256:3e577e24f18c14907cbd89e9189f0cf5db0a165d1e6a21f6d5d41ebb09663174 is still being fetched',
  'pulling-event-is-answered': '#403: node-1/kubelet/default/typo/app: Pulling again, record 46 has no Pulled or Failed',
  'times-add-up': '#272: node-1/kubelet/default/third/app waited 1796.02 ms by its own account, 1795.02 ms by the records',
  'layers-fetched-once': '#303: sha256:e01622d8d8ccee8bc356d9cd11d4ec8f227201aae68518664d77033db4241b3e comes again: record 69 fetched it',
  'downloads-within-slots': '#89: node-1 downloads 3 layers at once, with 2 slots',
  'unpacks-in-chain-order': '#320: layer 0 of a:1 is unpacked after layer 1',
  'bytes-conserved':
    '#199: sha256:20cbee3f28ac59f208cc011fb2bb07e354fc2d9e6de3f9afb831229c168c4786 has 8999999 bytes here and 9000000 before',
  'gc-never-removes-image-in-use': '#560: c:1 is removed on node-1 while default/heir/app uses it',
  'freed-bytes-were-on-disk': '#562: d:1 frees 360000000 bytes and leaves 241200000, and there were at most 313200000',
};

it('holds for the trace as it was written, and for the same numbered anew', async () => {
  for (const stdin of [text, linesOf(tampered(records, () => {}))]) {
    const { code, stdout } = await runInProcess(['check', '-'], { stdin });
    expect(stdout).toMatch(new RegExp(`^All ${invariants.length} invariants hold\\.`));
    expect(code).toBe(0);
  }
});

it('is tampered with for each invariant', () => {
  expect(Object.keys(tamperings)).toEqual(invariants.map(({ name }) => name));
});

it.each(Object.entries(tamperings))('%s is caught by windlass check, which shows where', async (name, tampering) => {
  const { code, stdout, stderr } = await runInProcess(['check', '-', '-o', 'json'], { stdin: linesOf(tampered(records, tampering)) });
  expect(stderr).toMatch(/^windlass: violated: /);
  expect(code).toBe(4);
  const { verdicts } = JSON.parse(stdout);
  const { violations } = verdicts.find((verdict: { name: string }) => verdict.name === name);
  expect(`#${violations[0].record}: ${violations[0].message}`).toBe(witnesses[name]);
});

it.each(disorders)('%s: windlass check refuses it, with the line', async (_, disorder, line, message) => {
  const trace = structuredClone(records) as unknown as Line[];
  disorder(trace);
  const { code, stderr } = await runInProcess(['check', '-'], { stdin: linesOf(trace) });
  expect(code).toBe(3);
  expect(
    stderr.startsWith(`windlass: <stdin>:${line}: this is not a trace that can be checked
${message}`),
  ).toBe(true);
});
