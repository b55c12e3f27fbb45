import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, expect, test, vi } from 'vitest';
import { simulatedNode } from '../answers/calibration/simulated-node.ts';
import { clusterOf } from '../answers/cluster-import/cluster-of.ts';
import { FakeKubectl } from '../interfaces/cli/kubectl/fake-kubectl.ts';
import { root } from '../tidy/sources.ts';
import { startWindlass } from './windlass-process.ts';

const plugin = join(root, 'dist/command/kubectl-windlass.js');
const isGone = (pid: number) => () => expect(() => process.kill(pid, 0)).toThrow('ESRCH');

let kubectl: FakeKubectl | undefined;
afterEach(() => kubectl?.remove());

test('is the program kubectl-windlass of the package, where kubectl looks for kubectl windlass', () => {
  const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { bin: object };
  expect(bin).toMatchObject({ 'kubectl-windlass': 'dist/command/kubectl-windlass.js' });
  expect(readFileSync(plugin, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  expect(statSync(plugin).mode & 0o111).toBe(0o111);
});

test.skipIf(!existsSync('/usr/bin/kubectl'))(
  'kubectl asks its other program what may stand at the cursor',
  () => {
    const { bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      bin: Record<string, string>;
    };
    const folder = mkdtempSync(join(tmpdir(), 'windlass-path-'));
    for (const [name, file] of Object.entries(bin)) symlinkSync(join(root, file), join(folder, name));
    const asked = ['__complete', 'windlass', 'lint', '--sa'];
    const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
    const shown = execFileSync('/usr/bin/kubectl', asked, { env, stdio: 'pipe' }).toString();
    rmSync(folder, { recursive: true });
    expect(shown).toBe('--save\tkeep there what kubectl answered\n:4\n');
  },
);

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it with its kubectl', async (signal) => {
  const hanging = new FakeKubectl({ 'get pods -o json': { hangs: true } });
  kubectl = hanging;
  const { child, told, ended } = startWindlass(['why'], hanging.folder, { PATH: hanging.bin }, plugin);
  await vi.waitFor(() => expect(hanging.processes).toHaveLength(1), 10_000);
  child.kill(signal);
  expect(await ended).toBe(130);
  expect(told()).toMatch(/windlass: interrupted: kubectl was ended\n$/);
  await vi.waitFor(isGone(hanging.processes[0] ?? 0), 10_000);
});

test('once kubectl has answered, a signal ends the process as it ends windlass', async () => {
  const { items } = clusterOf(
    simulatedNode(3, { runtime: 'containerd://2.4', parallel: 1, images: 4 }).input,
  );
  const list = (wanted: string) => ({
    stdout: { apiVersion: 'v1', kind: 'List', items: items.filter(({ kind }) => kind === wanted) },
  });
  const answering = new FakeKubectl({
    'get events --field-selector=involvedObject.kind=Pod -o json': list('Event'),
    'get pods -o json': list('Pod'),
    'get nodes -o json': list('Node'),
  });
  kubectl = answering;
  // verify waits for the end of a pipe, and for no signal.
  const pipe = join(answering.folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const { child, ended } = startWindlass(
    ['verify', '--events', pipe],
    answering.folder,
    { PATH: answering.bin },
    plugin,
  );
  const writer = await open(pipe, 'w');
  child.kill('SIGTERM');
  expect(await ended).toBe('SIGTERM');
  await writer.close();
}, 30_000);
