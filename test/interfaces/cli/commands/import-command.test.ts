import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { simulatedNode } from '../../../answers/calibration/simulated-node.ts';
import { clusterOf } from '../../../answers/cluster-import/cluster-of.ts';
import { checkedDocument } from '../../../reports/json/checked-document.ts';
import { runInProcess } from '../run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'windlass-import-'));
afterAll(() => rmSync(folder, { recursive: true }));

const stdin = JSON.stringify(
  clusterOf(simulatedNode(3, { runtime: 'containerd://2.4', parallel: 1, images: 6 }).input),
);

test('a cluster from stdin becomes a file that a run takes without a warning', async () => {
  const { code, stdout, stderr } = await runInProcess(['import', '-', '--out', 'cluster.yaml'], {
    stdin,
    cwd: folder,
  });
  expect([code, stdout]).toEqual([0, '']);
  expect(stderr).toMatch(
    /^1 node; 9 pods, which came within 5 s from 2026-11-21T10:00:00.000Z on\n6 images with a size; 9 pulls in the events, /,
  );
  expect(stderr).toContain('windlass: wrote cluster.yaml; try: windlass run cluster.yaml\n');
  const ran = await runInProcess(['run', 'cluster.yaml', '-o', 'pods'], { cwd: folder });
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stderr).not.toContain('warning');
  expect(ran.stdout.match(/Running/g)).toHaveLength(9);
});

test('the Scenario goes to stdout, the report to stderr', async () => {
  const { stdout, stderr } = await runInProcess(['import', '-'], { stdin });
  expect(stdout).toMatch(/^# Made by windlass import from <stdin>\.\n/);
  expect(stderr).toContain('Not known, and assumed in a run:\n');
  expect((await runInProcess(['import', '-', '-o', 'report'], { stdin })).stdout).toBe(stderr);
});

test('-o json gives the report as data', async () => {
  const { stdout, stderr } = await runInProcess(['import', '-', '-o', 'json'], { stdin });
  expect(stderr).toBe('');
  expect(checkedDocument(stdout, 'ImportReport')).toMatchObject({ nodes: 1, pods: 9 });
});

test.each([
  [
    ['import', '-', '--since', 'yesterday'],
    2,
    '--since yesterday: not a duration such as 20m or 1h, nor all',
  ],
  [['import', '-'], 3, 'kubectl get nodes,pods,events -A -o json | windlass import - > cluster.yaml'],
  [['import', 'nowhere.json'], 3, 'nowhere.json: no such file'],
])('%j is refused with %i', async (argv, exit, message) => {
  const { code, stderr } = await runInProcess(argv, { stdin: '{"kind":"List","items":[]}' });
  expect(code).toBe(exit);
  expect(stderr).toContain(message);
});
