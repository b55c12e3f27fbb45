import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exitCode } from '../../../../src/interfaces/cli/command-error.ts';
import { readTrace } from '../../../../src/trace/read-trace.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-run-'));
const cwd = { cwd: folder };
const ansi = '\u001b[';

const pod = (name: string, image: string): string => `apiVersion: v1
kind: Pod
metadata: { name: ${name} }
spec:
  containers: [{ name: app, image: "${image}" }]
`;
const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: {}\n';
const notFound = `apiVersion: windlass.dev/v1alpha1
kind: Scenario
faults: [{ kind: notFound, image: app:1 }]
`;

beforeAll(() => {
  writeFileSync(join(folder, 'pod.yaml'), `${pod('web', 'app:1')}---\n${service}`);
  writeFileSync(join(folder, 'lost.yaml'), `${pod('web', 'app:1')}---\n${notFound}`);
  writeFileSync(
    join(folder, 'broken.yaml'),
    'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec:\n  containers: nginx\n',
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

test('stdout has the timeline with seed, conditions and the reason for the end; assumptions go to stderr', async () => {
  const { code, stdout, stderr } = await runInProcess(['run', 'pod.yaml'], cwd);
  expect(code).toBe(exitCode.ok);
  expect(stdout).toMatch(/^web .*app:1$/m);
  expect(stdout).not.toContain('windlass:');
  expect(stdout).toMatch(/^seed 1 · settled after .*\n\nnode-1 · kubelet v?1\.36.*containerd:\/\/2\.4/m);
  expect(stderr).toMatch(
    /^windlass: assumed: nodes have cpus 4, .*; the sizes and layers of 1 of 1 image .* \(-v shows 1 more\)$/m,
  );
  const { stderr: all } = await runInProcess(['run', 'pod.yaml', '-v'], cwd);
  expect(all).toMatch(
    /^windlass: assumed: The sizes and layers of 1 of 1 image are estimated from their names \(source: assumed\)\.$/m,
  );
  expect(stderr.split('\n').length).toBeLessThanOrEqual(6);
  expect(stderr).toMatch(/^windlass: ignored, because.*: 1 Service$/m);
  expect(stderr).not.toMatch(/seed|settled/);
});

test('where stdout has no timeline, stderr says seed, conditions and the reason for the end', async () => {
  for (const options of [
    ['-o', 'pods'],
    ['-o', 'summary'],
    ['--out', join(folder, 'run.txt')],
  ]) {
    const { stderr } = await runInProcess(['run', 'pod.yaml', ...options], cwd);
    expect(stderr).toMatch(/^windlass: seed 1 · node-1 · kubelet v?1\.36.*containerd:\/\/2\.4/m);
    expect(stderr).toMatch(/^windlass: settled after .*: nothing can happen any more$/m);
  }
});

test('a manifest on stdin runs as one in a file does', async () => {
  const text = readFileSync(join(folder, 'pod.yaml'), 'utf8');
  const piped = await runInProcess(['run', '-', '-o', 'trace'], { stdin: text });
  expect(piped.stdout).toBe((await runInProcess(['run', 'pod.yaml', '-o', 'trace'], cwd)).stdout);
});

test('-o trace is NDJSON that reads back, the same bytes each time, others for another seed', async () => {
  const trace = async (...more: string[]) =>
    (await runInProcess(['run', 'lost.yaml', '-o', 'trace', ...more], cwd)).stdout;
  const first = await trace();
  expect(readTrace(first)).toMatchObject({ ok: true, complete: true });
  expect(await trace()).toBe(first);
  expect(await trace('--seed', '2')).not.toBe(first);
});

test('-o events prints what the kubelet told, in its words', async () => {
  const { stdout } = await runInProcess(['run', 'pod.yaml', '-o', 'events'], cwd);
  expect(stdout).toMatch(/Pulling +pod\/web +Pulling image "app:1"/);
  expect(stdout).toContain('Successfully pulled image "app:1" in');
});

test('-o pods --at shows the pods as they were', async () => {
  const early = await runInProcess(['run', 'lost.yaml', '-o', 'pods', '--at', '20s'], cwd);
  expect(early.stdout).toMatch(/web +0\/1 +(ErrImagePull|ImagePullBackOff)/);
  const late = await runInProcess(['run', 'pod.yaml', '-o', 'pods'], cwd);
  expect(late.stdout).toMatch(/web +1\/1 +Running/);
});

test('a summary of a moment tells no range by sizes of images, which is of whole runs', async () => {
  const told = async (...at: string[]) =>
    (await runInProcess(['run', 'pod.yaml', '-o', 'summary', ...at], cwd)).stdout;
  expect(await told()).toMatch(/^Image sizes: /m);
  const early = await told('--at', '1s');
  expect(early).not.toContain('Image sizes: ');
  expect(early).toMatch(/^1 of 1 pod was not running at 1\.0 s\.$/m);
  expect(early).toMatch(/^Figures /m);
});

test('-o json is for scripts', async () => {
  const { stdout } = await runInProcess(['run', 'pod.yaml', '-o', 'json'], cwd);
  expect(JSON.parse(stdout)).toMatchObject({ seed: 1, endReason: 'settled', pods: { total: 1, running: 1 } });
});

test('--image-size, --set and --kubelet-version reach the run', async () => {
  const options = [
    '--image-size',
    'app:1=300MB',
    '--set',
    'serializeImagePulls=false',
    '--set',
    'maxParallelImagePulls=3',
    '--kubelet-version',
    '1.31',
  ];
  const { stdout, stderr } = await runInProcess(['run', 'pod.yaml', '-o', 'trace', ...options], cwd);
  const { nodes } = JSON.parse(stdout.split('\n')[0] ?? '');
  expect(nodes).toEqual([
    expect.objectContaining({
      profile: '1.31',
      kubelet: expect.objectContaining({ serializeImagePulls: false, maxParallelImagePulls: 3 }),
    }),
  ]);
  expect(stderr).not.toContain('are estimated');
});

test('--fault and --link reach the run, and those of many seeds', async () => {
  const options = [
    '--image-size',
    'app:1=10MB',
    '--link',
    '1MB/s',
    '--fault',
    'stall registry=docker.io from=0s until=40s',
    '--fault',
    'diskFull from=10m',
  ];
  const { stdout } = await runInProcess(['run', 'pod.yaml', '-o', 'trace', ...options], cwd);
  expect(stdout).toMatch(/"type":"fault","actor":"[^"]+","state":"began","fault":"stall"/);
  expect(stdout).toMatch(/"type":"fault","actor":"[^"]+","state":"began","fault":"diskFull"/);
  const seconds = Number(/Successfully pulled image \\"app:1\\" in ([\d.]+)s/.exec(stdout)?.[1]);
  expect(seconds).toBeGreaterThan(45);
  const seeds = await runInProcess(['run', 'pod.yaml', '--seeds', '2', ...options], cwd);
  expect(seeds.code).toBe(exitCode.ok);
});

test('--for is the horizon, and stderr says that the run was cut there', async () => {
  const { stdout, stderr } = await runInProcess(['run', 'lost.yaml', '--for', '90s', '-o', 'json'], cwd);
  expect(JSON.parse(stdout)).toMatchObject({ endMs: 90_000, endReason: 'horizon' });
  expect(stderr).toContain('stopped at the horizon of 90 s');
});

test('--at after the end of a run is warned of, unless nothing can happen any more', async () => {
  const late =
    'windlass: warning: --at 20 m 0 s is after the end of the run, and shows what was at 90 s; --for simulates longer\n';
  const cut = await runInProcess(
    ['run', 'lost.yaml', '--for', '90s', '--at', '20m', '-o', 'pods', '-q'],
    cwd,
  );
  expect(cut.stderr).toContain(late);
  const within = await runInProcess(
    ['run', 'lost.yaml', '--for', '90s', '--at', '90s', '-o', 'pods', '-q'],
    cwd,
  );
  const settled = await runInProcess(['run', 'pod.yaml', '--at', '20m', '-o', 'pods', '-q'], cwd);
  for (const { stderr } of [within, settled]) expect(stderr).not.toContain('is after the end');
});

test('--seeds gives ranges, as text and for scripts', async () => {
  const { stdout } = await runInProcess(['run', 'lost.yaml', '--for', '2m', '--seeds', '5'], cwd);
  expect(stdout).toContain('5 runs, seeds 1 to 5');
  const shown = await runInProcess(['run', 'lost.yaml', '--for', '2m', '--seeds', '5', '-o', 'json'], cwd);
  expect(JSON.parse(shown.stdout)).toMatchObject({ seeds: [1, 2, 3, 4, 5] });
});

test('--fail-on sets the exit code; what was asked for is printed all the same', async () => {
  const failing = await runInProcess(['run', 'lost.yaml', '-o', 'pods', '--fail-on', 'not-running'], cwd);
  expect(failing).toMatchObject({ code: exitCode.violated, stdout: expect.stringContaining('web') });
  expect(failing.stderr).toMatch(/^windlass: --fail-on not-running: 1 pod: default\/web$/m);
  expect(await runInProcess(['run', 'pod.yaml', '--fail-on', 'any-failure'], cwd)).toMatchObject({
    code: exitCode.ok,
  });
  expect(await runInProcess(['run', 'lost.yaml', '--fail-on', 'any-failure'], cwd)).toMatchObject({
    code: exitCode.violated,
  });
});

test('--out writes the file and leaves stdout empty; the file has no colours', async () => {
  const { code, stdout } = await runInProcess(['run', 'pod.yaml', '--out', 'chart.txt'], {
    ...cwd,
    isTTY: true,
    columns: 60,
  });
  expect({ code, stdout }).toEqual({ code: exitCode.ok, stdout: '' });
  const written = readFileSync(join(folder, 'chart.txt'), 'utf8');
  expect(written).toBe((await runInProcess(['run', 'pod.yaml'], cwd)).stdout);
  expect(written).not.toContain(ansi);
});

test('colours and width follow the terminal', async () => {
  const { stdout } = await runInProcess(['run', 'pod.yaml'], { ...cwd, isTTY: true, columns: 60 });
  expect(stdout).toContain(ansi);
  const plain = await runInProcess(['run', 'pod.yaml'], {
    ...cwd,
    isTTY: true,
    columns: 60,
    env: { NO_COLOR: '1' },
  });
  expect(plain.stdout).not.toContain(ansi);
  expect(Math.max(...plain.stdout.split('\n').map((line) => [...line].length))).toBeLessThanOrEqual(60);
});

test('a broken manifest is told with its place; exit code 3, nothing on stdout, no file', async () => {
  const { code, stdout, stderr } = await runInProcess(['run', 'broken.yaml', '--out', 'never.txt'], cwd);
  expect({ code, stdout }).toEqual({ code: exitCode.input, stdout: '' });
  expect(stderr).toMatch(/^broken\.yaml:5:\d+: .*containers/m);
  expect(existsSync(join(folder, 'never.txt'))).toBe(false);
});

test.each([
  [['run', 'nowhere.yaml'], 'nowhere.yaml: no such file'],
  [['run', 'pod.yaml', '--set', 'maxParallelImagePull=3'], 'maxParallelImagePulls'],
  [['run', 'pod.yaml', '--kubelet-version', 'new'], '--kubelet-version'],
  [['run', 'pod.yaml', '--image-size', 'app:1=large'], '--image-size'],
  [['run', 'pod.yaml', '--fault', 'stall', '--fault', 'stal'], '--fault 2: kind "stal" is not known'],
])('%j is an input error', async (argv, message) => {
  const { code, stdout, stderr } = await runInProcess(argv, cwd);
  expect({ code, stdout }).toEqual({ code: exitCode.input, stdout: '' });
  expect(stderr).toContain(message);
});
