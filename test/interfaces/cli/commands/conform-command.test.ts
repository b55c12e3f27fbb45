import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { runCli } from '../../../../src/interfaces/cli/run-cli.ts';
import type { ConformanceTrace } from '../../../../src/proof/conformance/imagemanager/conformance-trace.ts';
import { kubeadmKind } from '../../../../src/proof/conformance/kubeadm/kubeadm-kind.ts';
import {
  basicScripts,
  recordedTraces,
  scriptsOf,
  tracesIn,
} from '../../../proof/conformance/conformance-data.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-'));
afterAll(() => rmSync(folder, { recursive: true }));
const scripts = basicScripts().slice(0, 3);
const traces = tracesIn('v1.36.3/basic.ndjson.gz').slice(0, 3);
const ndjson = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
const inFolder = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};
const parsed = (stdout: string): unknown[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

it('answers each script of stdin with its trace', async () => {
  const { code, stdout, stderr } = await runInProcess(['conform'], { stdin: ndjson(scripts) });
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('note')]);
  expect(parsed(stdout)).toEqual(traces);
});

it('is the release that it is told to be, and reads packed files', async () => {
  const file = inFolder('scripts.ndjson.gz', gzipSync(ndjson(scripts)));
  const { stdout } = await runInProcess(['conform', '--kubelet-version', 'v1.27.16', file]);
  expect(parsed(stdout)).toEqual(tracesIn('v1.27.16/basic.ndjson.gz').slice(0, 3));
  const { code, stderr } = await runInProcess(['conform', '--kubelet-version', '1.20', file]);
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining('note: kubelet 1.20 has no profile of its own'),
  ]);
  expect(await runInProcess(['conform', '--kubelet-version', 'new'])).toMatchObject({ code: 2 });
});

it('answers a line of a pipe that stays open before the next one comes', async () => {
  const written: string[] = [];
  const answers: number[] = [];
  async function* pipe() {
    const [first = '', second = ''] = scripts.map((script) => `${JSON.stringify(script)}\n`);
    yield first.slice(0, 40);
    answers.push(written.length);
    yield first.slice(40);
    answers.push(written.length);
    yield second.trimEnd();
    answers.push(written.length);
  }
  const stdout = { write: (text: string) => written.push(text) };
  await runCli(['conform', '-'], {
    stdin: pipe(),
    stdout,
    stderr: { write: () => 0 },
    env: {},
    cwd: folder,
    nowMs: () => 0,
  });
  answers.push(written.length);
  expect(answers).toEqual([0, 1, 1, 2]);
});

it('answers what comes before a script that is wrong, and says where that is', async () => {
  const stdin = `${ndjson(scripts.slice(0, 1))}\n{"name":"x","kind":"plug"}\n`;
  const { code, stdout, stderr } = await runInProcess(['conform'], { stdin });
  expect(code).toBe(3);
  expect(parsed(stdout)).toHaveLength(1);
  expect(stderr).toMatch(
    /^windlass: <stdin>:3: kind: there are no scripts of kind "plug"; the kinds are imagemanager, .*\n$/,
  );
  expect(await runInProcess(['conform', 'nowhere.ndjson'])).toMatchObject({
    code: 3,
    stderr: 'windlass: nowhere.ndjson: no such file\n',
  });
  expect(await runInProcess(['conform', folder])).toMatchObject({
    code: 3,
    stderr: `windlass: ${folder}: a folder, not a file\n`,
  });
});

it('names a known bug once, with how often it was met', async () => {
  const many = basicScripts().filter(({ name }) => name === 'gate-on-max-parallel-64');
  const { code, stderr } = await runInProcess(['conform'], { stdin: ndjson([...many, ...many]) });
  expect(code).toBe(0);
  expect(stderr).toMatch(/^windlass: known bug striped-locks of 1\.36\.3, met 80 times: .*138935\)\n$/);
});

it('compares with expected traces, by the name of the script', async () => {
  const expected = inFolder('expected.ndjson', ndjson([...traces].reverse()));
  const { code, stdout } = await runInProcess(['conform', '--expect', expected], { stdin: ndjson(scripts) });
  const entries = traces.flatMap(({ trace }) => trace).length;
  expect([code, stdout]).toEqual([
    0,
    `windlass as kubelet 1.36.3 against ${expected}\n3 scripts: 3 agree, 0 differ\n6 calls, ${entries} entries in agreement\n`,
  ]);
});

it('shows the first differences and exits with 5', async () => {
  const [first, ...rest] = traces;
  if (first === undefined) throw new Error('no trace');
  const changed: ConformanceTrace = {
    ...first,
    trace: [...first.trace.slice(0, 1), ...first.trace.slice(2)],
  };
  const expected = inFolder('changed.ndjson', ndjson([changed, ...rest]));
  const { code, stdout } = await runInProcess(['conform', '--expect', expected], { stdin: ndjson(scripts) });
  expect(code).toBe(5);
  expect(stdout).toContain('3 scripts: 2 agree, 1 differ\n');
  expect(stdout).toContain(`\n${first.script}: entry 1 differs\n  expected {"at":0,"call":"c1",`);
  expect(stdout).toContain('\n  actual   {"at":0,"call":"c1","eventType":"Normal",');
});

it('passes nothing where nothing is compared, and counts traces that no script asked for', async () => {
  const expected = inFolder('all.ndjson', ndjson(traces));
  const nothing = await runInProcess(['conform', '--expect', expected], { stdin: '\n' });
  expect(nothing).toMatchObject({ code: 3, stdout: '', stderr: 'windlass: <stdin>: no script in it\n' });
  const one = await runInProcess(['conform', '--expect', expected], { stdin: ndjson(scripts.slice(0, 1)) });
  expect([one.code, one.stdout]).toEqual([0, expect.stringContaining('1 script: 1 agree, 0 differ\n')]);
  expect(one.stdout).toContain('\n2 traces of the file without a script\n');
  const silent = await runInProcess(['conform'], { stdin: '' });
  expect(silent).toMatchObject({
    code: 0,
    stdout: '',
    stderr: 'windlass: warning: <stdin>: no script in it\n',
  });
});

it('says which expected trace is missing or is none', async () => {
  const few = inFolder('few.ndjson', ndjson(traces.slice(1)));
  const missing = await runInProcess(['conform', '--expect', few], { stdin: ndjson(scripts) });
  expect(missing).toMatchObject({
    code: 3,
    stderr: `windlass: ${few}: no trace of the script "${scripts[0]?.name}"\n`,
  });
  const none = inFolder('none.ndjson', '{"script":"x"}\n');
  expect(await runInProcess(['conform', '--expect', none], { stdin: '' })).toMatchObject({
    code: 3,
    stderr: expect.stringContaining(
      `${none}:1: not a trace of the protocol: trace: expected a list, but it is missing`,
    ),
  });
});

it('takes scripts of several kinds from one file, and counts each in its own way (docs/conformance.md)', async () => {
  const kubeadm = scriptsOf(kubeadmKind).slice(0, 2);
  const kubeadmTraces = recordedTraces(kubeadmKind, '1.30.14')?.slice(0, 2) ?? [];
  const imageManager = tracesIn('v1.31.14/basic.ndjson.gz').slice(0, 1);
  const mixed = inFolder('mixed.ndjson', ndjson([...kubeadm, ...scripts.slice(0, 1)]));
  const expected = inFolder('mixed-traces.ndjson', ndjson([...kubeadmTraces, ...imageManager]));
  const { code, stdout, stderr } = await runInProcess([
    'conform',
    '--kubelet-version',
    '1.30',
    '--expect',
    expected,
    mixed,
  ]);
  // kubeadm's rules of 1.30 are measured; those of the image manager, which are those of 1.31 too, are not.
  const note =
    'kubelet 1.30 runs with the rules of 1.30.14, which are read from its source, not held against recorded traces';
  expect([code, stderr]).toEqual([0, `windlass: note: ${note}\n`]);
  expect(stdout).toMatch(
    /^windlass as kubeadm 1\.30\.14 against .*\n2 scripts: 2 agree, 0 differ\n\d+ calls?, \d+ entries in agreement\nwindlass as kubelet 1\.30\.14 against .*\n1 script: 1 agree, 0 differ\n/,
  );
});
