import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCode } from '../../../../src/interfaces/cli/command-error.ts';
import { readTrace } from '../../../../src/trace/read-trace.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-prepull-'));
const cwd = { cwd: folder };
const prepull = (...args: readonly string[]) => runInProcess(['prepull', ...args], cwd);
interface Shown {
  readonly items: readonly [
    {
      readonly endedMs: number;
      readonly images: readonly { image: string; state: string; beganMs: number; endedMs: number }[];
    },
  ];
}
const shown = async (...args: readonly string[]) =>
  (JSON.parse((await prepull(...args, '-o', 'json')).stdout) as Shown).items[0];

const scenario = (fields: string) => `apiVersion: windlass.dev/v1alpha1\nkind: Scenario\n${fields}\n`;
beforeAll(() => {
  writeFileSync(
    join(folder, 'lost.yaml'),
    scenario("faults: [{ kind: notFound, image: 'registry.k8s.io/kube-proxy:v1.36.3' }]"),
  );
  // 187 MB in about 41 s: the link of the run in kubernetes/kubernetes#122616, and its images' sizes as far
  // as they are known.
  writeFileSync(join(folder, 'home.yaml'), scenario('nodes: { defaults: { link: 38Mbit/s } }'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('windlass prepull', () => {
  it('shows the pull of each image, the totals, and what kubeadm prints', async () => {
    const { code, stdout, stderr } = await prepull();
    expect(code).toBe(exitCode.ok);
    expect(stdout).toMatch(/^node-1 · 7 images one after the other · IfNotPresent · kubeadm v1\.36\.3$/m);
    expect(stdout).toMatch(/^etcd:3\.6\.8-0 +·+-/m);
    expect(stdout).toMatch(/^7 images: 7 pulled · 141 MB downloaded · in [\d.]+ s$/m);
    expect(stdout).toContain('[preflight] Pulling images required for setting up a Kubernetes cluster');
    expect(stderr).toMatch(/^windlass: seed 1 · node-1 · containerd:\/\/2\.4$/m);
    for (const columns of [80, 200]) {
      const { stdout: drawn } = await runInProcess(['prepull'], {
        ...cwd,
        columns,
        isTTY: true,
        env: { NO_COLOR: '1' },
      });
      const picture = drawn.slice(0, drawn.indexOf('kubeadm prints:')).split('\n');
      expect(Math.max(...picture.map((line) => [...line].length))).toBeLessThanOrEqual(columns);
    }
  });

  it('is serial unless --parallel is said, and the same twice', async () => {
    const serial = await shown();
    expect(serial.images.slice(1).map(({ beganMs }) => beganMs)).toEqual(
      serial.images.slice(0, -1).map(({ endedMs }) => endedMs),
    );
    const parallel = await shown('--parallel');
    expect(parallel.images.map(({ beganMs }) => beganMs)).toEqual(Array(7).fill(0));
    expect(parallel.endedMs).toBeLessThan(serial.endedMs);
    expect(await prepull('--parallel', '-o', 'trace')).toEqual(await prepull('--parallel', '-o', 'trace'));
  });

  it('says at Ctrl-C how far it has come, and shows what is known by then', async () => {
    let elapsed = 0;
    const { code, stdout, stderr } = await runInProcess(['prepull', '-q', '-o', 'summary'], {
      ...cwd,
      nowMs: () => (elapsed += 100),
      untilStopped: async () => {},
    });
    expect(code).toBe(exitCode.interrupted);
    expect(stderr).toMatch(
      /^windlass: warning: interrupted at [\d.]+ m?s of .*: this is not the whole run$/m,
    );
    expect(stdout).toContain('node-1 · ');
  });

  it('exits with 4 where an image could not be pulled, with the error as kubeadm prints it', async () => {
    const { code, stdout, stderr } = await prepull('lost.yaml', '-o', 'summary');
    expect(code).toBe(exitCode.violated);
    expect(stdout).toMatch(
      /^\t\[ERROR ImagePull\]: failed to pull image registry\.k8s\.io\/kube-proxy:v1\.36\.3: failed to pull image .*NotFound/m,
    );
    expect(stderr).toContain('windlass: 1 image could not be pulled');
  });

  it('as kubeadm config images pull stops at the first error', async () => {
    const { code, stdout } = await prepull('lost.yaml', '--as', 'config', '-o', 'summary');
    expect(code).toBe(exitCode.violated);
    const lines = stdout.trimEnd().split('\n').slice(1);
    expect(lines.slice(0, 3)).toEqual(
      ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'].map(
        (name) => `[config/images] Pulled registry.k8s.io/${name}:v1.36.3`,
      ),
    );
    expect(lines[3]).toMatch(
      /^failed to pull image "registry\.k8s\.io\/kube-proxy:v1\.36\.3": failed to pull image registry/,
    );
    expect(lines.length).toBe(4);
  });

  it('takes other images, versions, repositories and runtimes', async () => {
    expect((await shown('--image', 'app', '--image', 'db:1=40MB')).images.map(({ image }) => image)).toEqual([
      'app:latest',
      'db:1',
    ]);
    const old = await shown(
      '--kubernetes-version',
      '1.27',
      '--image-repository',
      'mirror.example',
      '--runtime',
      'containerd://1.6',
    );
    expect(old.images[0]?.image).toBe('mirror.example/kube-apiserver:v1.27.16');
    const { stderr } = await prepull('--kubernetes-version', '1.33');
    expect(stderr).toContain('windlass: kubeadm 1.33 is simulated with the rules of 1.31.14.');
  });

  it('says in one line what is assumed, and with -v all of it', async () => {
    const short = (await prepull()).stderr
      .split('\n')
      .filter((line) => line.startsWith('windlass: assumed: '));
    expect(short).toHaveLength(1);
    expect(short[0]).toMatch(/\(-v shows (\d+ )?more\)$/);
    const all = (await prepull('-v')).stderr
      .split('\n')
      .filter((line) => line.startsWith('windlass: assumed: '));
    expect(all.length).toBeGreaterThan(2);
    expect(all.join()).not.toContain('-v shows');
  });

  it('writes a trace that reads back, and events with their times', async () => {
    const { stdout } = await prepull('-o', 'trace');
    const trace = readTrace(stdout);
    expect(
      'records' in trace && trace.records.filter(({ type }) => type === 'prePull').length,
    ).toBeGreaterThan(20);
    const events = await prepull('-o', 'events');
    expect(events.stdout.split('\n')[0]).toBe('    0.000s  using image pull policy: IfNotPresent');
    expect(events.stdout).toMatch(/^ +[\d.]+s {2}done pulling: registry\.k8s\.io\/etcd:3\.6\.8-0$/m);
  });

  it.each([
    [['--parallel', '--as', 'config'], '--parallel cannot be used with --as config'],
    [['--parallel', '--kubernetes-version', '1.27'], 'kubeadm 1.27.16 pulls one after the other'],
    [['--kubernetes-version', 'soon'], '"soon" is not a Kubernetes version'],
  ])('%j is refused', async (args, message) => {
    const { code, stderr } = await prepull(...args);
    expect(code).toBe(exitCode.usage);
    expect(stderr).toContain(message);
  });

  it('tells a log how far a long one has come, and with -q nothing but warnings and errors', async () => {
    let now = 0;
    const nowMs = () => {
      now += 12_000;
      return now;
    };
    const slow = { ...cwd, nowMs };
    const line = /^windlass: [\d.]+ m?s of \d+ m 0 s simulated(, at most about \d+ \w+ left)?$/m;
    const loud = await runInProcess(['prepull', 'home.yaml'], slow);
    expect(loud.stderr).toMatch(line);
    const quiet = await runInProcess(['prepull', 'home.yaml', '--quiet'], slow);
    expect(quiet).toMatchObject({ code: exitCode.ok, stdout: loud.stdout, stderr: '' });
    const lost = await runInProcess(['prepull', 'lost.yaml', '-q'], slow);
    expect(lost).toMatchObject({
      code: exitCode.violated,
      stderr: 'windlass: 1 image could not be pulled\n',
    });
  });
});

// Semantics §14, kubernetes/kubernetes#122616: seven images at once; pause after 3.56 s of 40.7 s, the large
// ones close together at the end (36.5, 38.5, 40.7 s). Neither the link nor the layers are told there: the
// link is fitted to the whole, so that only the shape can be compared (docs/guides/pre-pull.md).
describe('the field trace of the parallel pull', () => {
  it('has its shape: the smallest image at once, the rest in the last third', async () => {
    const { images, endedMs } = await shown(
      'home.yaml',
      '--parallel',
      '--kubernetes-version',
      '1.30',
      '--runtime',
      'containerd://1.6',
    );
    expect(Math.abs(endedMs - 40_700)).toBeLessThan(4_070);
    const share = new Map(
      images.map((image) => [image.image.split('/').at(-1)?.split(':')[0], image.endedMs / endedMs]),
    );
    expect(share.get('pause')).toBeLessThan(3.56 / 40.7);
    const others = [...share].filter(([name]) => name !== 'pause').map(([, of]) => of);
    expect(Math.min(...others)).toBeGreaterThan(0.6);
    expect(share.get('etcd')).toBeGreaterThan(36.5 / 40.7);
  });
});
