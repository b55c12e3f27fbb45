import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { knownBugs, releaseBugs } from '../../../../src/rules/kubelet/known-bugs.ts';
import { runtimeBugs } from '../../../../src/rules/runtime/runtime-bugs.ts';
import { runInProcess } from '../run-in-process.ts';

it('lists every known bug with its releases, effect and source', async () => {
  const { code, stdout, stderr } = await runInProcess(['bugs']);
  expect([code, stderr]).toEqual([0, '']);
  const words = stdout.replace(/\s+/g, ' ');
  for (const { id, effect, source } of [...knownBugs, ...runtimeBugs]) {
    expect(words).toContain(`${id} `);
    expect(words).toContain(effect);
    expect(words).toContain(source);
  }
  expect(stdout).toContain('striped-locks  image pull, 1.33 to 1.36\n');
  expect(stdout).toMatch(/\n\d+ known bugs\n$/);
});

it('leaves out the bugs of other releases', async () => {
  const { stdout } = await runInProcess(['bugs', '--kubelet-version', 'v1.27.16-gke.3', '-o', 'json']);
  expect(JSON.parse(stdout).items).toEqual(releaseBugs('1.27'));
  expect(await runInProcess(['bugs', '--kubelet-version', '1.39'])).toMatchObject({
    stdout: (await runInProcess(['bugs', '--kubelet-version', '1.38'])).stdout.replace(/1\.38\n$/, '1.39\n'),
    stderr:
      'windlass: warning: kubelet 1.39 is newer than 1.38, the newest release known here: the rules of 1.38.0-beta.0 are used\n',
  });
  expect(await runInProcess(['bugs', '--kubelet-version', '1.12'])).toMatchObject({ code: 2, stdout: '' });
  expect(await runInProcess(['bugs', '--kubelet-version', 'new'])).toMatchObject({ code: 2, stdout: '' });
});

it.each([80, 200])('keeps to %i columns', async (columns) => {
  const { stdout } = await runInProcess(['bugs'], { env: { COLUMNS: String(columns) } });
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(
    Math.min(columns, 120),
  );
});

async function listed(...words: string[]) {
  const { code, stdout, stderr } = await runInProcess(['bugs', ...words, '-o', 'json']);
  const ids = code === 0 ? (JSON.parse(stdout) as { items: { id: string }[] }).items.map(({ id }) => id) : [];
  return { code, ids, stderr };
}

it('lists the bugs of a runtime by its patch, and those of a distribution by the version of its kubelet', async () => {
  const { ids } = await listed('--runtime', 'containerd://2.1.3');
  expect(ids).toContain('containerd-failed-pulls-keep-slots');
  expect(ids).not.toContain('containerd-range-always-asked');
  expect(ids.filter((id) => !id.startsWith('containerd-'))).toEqual([]);
  const k3s = await listed('--kubelet-version', 'v1.31.6+k3s1');
  expect(k3s.ids).toContain('k3s-wildcard-mirror-not-found');
  expect(k3s.ids).toEqual(expect.arrayContaining(releaseBugs('1.31').map(({ id }) => id)));
  expect((await listed('--runtime', 'docker://20.10.1')).ids).toEqual([]);
  expect(await listed('--runtime', 'containerd')).toMatchObject({ code: 2 });
});

it('says of a bug of a runtime what it is seen by, and what is not certain', async () => {
  const { stdout } = await runInProcess(['bugs', '--runtime', 'cri-o://1.31.2']);
  expect(stdout).toMatch(/^crio-progress-timeout {2}cri-o, 1\.30\.0 to 1\.30\.12, 1\.31\.0 to 1\.31\.7, /);
  expect(stdout).toContain('simulated');
  expect(stdout).toContain('Sign: copying system image from manifest list: copying config: context canceled');
  expect(stdout).toContain('Releases: the last patches follow from the date of cri-o#9133');
  expect(stdout).toMatch(/1 known bug of cri-o:\/\/1\.31\.2\n$/);
});

const folder = mkdtempSync(join(tmpdir(), 'windlass-'));
afterAll(() => rmSync(folder, { recursive: true }));

function nodesFile(...nodes: (readonly [kubeletVersion: string, containerRuntimeVersion: string])[]): string {
  const file = join(folder, `nodes-${nodes.flat().join('-').replace(/\W/g, '_')}.json`);
  const items = nodes.map(([kubeletVersion, containerRuntimeVersion], index) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: `node-${index}` },
    status: { nodeInfo: { kubeletVersion, containerRuntimeVersion } },
  }));
  writeFileSync(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
  return file;
}

it('lists of files what their nodes can meet, by what each Node says', async () => {
  const file = nodesFile(['v1.34.2', 'containerd://2.2.1'], ['v1.31.6+k3s1', 'containerd://2.0.2-k3s2']);
  const { ids, stderr } = await listed(file);
  expect(ids).toContain('containerd-timeout-cancels-unpack');
  expect(ids).toContain('k3s-wildcard-mirror-not-found');
  expect(ids).not.toContain('containerd-chunks-cancelled');
  expect(ids).toContain('one-bucket-for-all-types');
  // Only since 1.35.
  expect(ids).not.toContain('crash-loop-slows-pulls');
  expect(stderr).toBe('');
});

it('claims nothing of a runtime whose patch is unknown, and says so', async () => {
  const { ids, stderr } = await listed(nodesFile(['v1.34.2', 'containerd://2.2']));
  expect(ids.filter((id) => id.startsWith('containerd-'))).toEqual([]);
  expect(stderr).toContain('the patch of containerd://2.2 is not known: none of its bugs are listed');
});

it('a run names the bugs that its nodes can meet by their releases', async () => {
  const file = nodesFile(['v1.34.2', 'containerd://2.2.1']);
  const pod = join(folder, 'pod.yaml');
  writeFileSync(
    pod,
    'apiVersion: v1\nkind: Pod\nmetadata: { name: web }\nspec: { containers: [{ name: app, image: nginx:1.27 }] }\n',
  );
  const note =
    'known bugs of containerd 2.2.1: containerd-timeout-cancels-unpack; `windlass bugs --runtime containerd://2.2.1` shows more';
  expect((await runInProcess(['run', file, pod])).stderr).toContain(note);
  const json = async (...words: readonly string[]) => {
    const { stdout } = await runInProcess(['run', ...words, '-o', 'json']);
    return (JSON.parse(stdout) as { runtimeBugs?: readonly unknown[] }).runtimeBugs;
  };
  expect(await json(file, pod)).toMatchObject([
    {
      id: 'containerd-timeout-cancels-unpack',
      program: 'containerd',
      version: '2.2.1',
      of: 'containerd://2.2.1',
      nodes: ['node-0'],
      isSimulated: true,
    },
  ]);
  expect(await json(pod)).toBeUndefined();
  expect((await runInProcess(['run', pod])).stderr).not.toContain('known bugs of containerd');
  expect((await runInProcess(['run', file, pod, '--runtime', 'containerd://2.1.3'])).stderr).toContain(
    'containerd-failed-pulls-keep-slots (not simulated)',
  );
  expect((await runInProcess(['run', file, pod, '--runtime', 'cri-o://1.30.5'])).stderr).toContain(
    'known bugs of cri-o 1.30.5: crio-progress-timeout; `windlass bugs --runtime cri-o://1.30.5` shows more',
  );
});
