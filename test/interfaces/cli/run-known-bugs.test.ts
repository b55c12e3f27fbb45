import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runInProcess } from './run-in-process.ts';

// What the bugs are: src/rules/kubelet/known-bugs; that their signs are right:
// test/reports/summary/known-bugs-met.test.ts.
const folder = mkdtempSync(join(tmpdir(), 'windlass-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'pod.yaml');
writeFileSync(
  file,
  `apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
serializeImagePulls: false
maxParallelImagePulls: 64
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec:
  automountServiceAccountToken: false
  volumes:
  - { name: fresh, image: { reference: 'shop/fresh:1', pullPolicy: Always } }
  - { name: model, image: { reference: 'shop/model:1', pullPolicy: IfNotPresent } }
  containers:
  - { name: app, image: img1, volumeMounts: [{ name: model, mountPath: /model }, { name: fresh, mountPath: /fresh }] }
  - { name: bad, image: 'shop/gone:1' }
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 5m
images:
- { name: img1, layers: [{ size: 1MB }] }
- { name: 'shop/fresh:1', layers: [{ size: 1MB }] }
- { name: 'shop/model:1', layers: [{ size: 1MB }] }
faults:
- { kind: notFound, image: 'shop/gone:1' }
`,
);

async function bugsMet(version: string) {
  const { code, stdout, stderr } = await runInProcess([
    'run',
    file,
    '-o',
    'json',
    '--kubelet-version',
    version,
  ]);
  expect(code).toBe(0);
  const { knownBugs } = JSON.parse(stdout) as {
    knownBugs: { id: string; times: number; subjects: string[] }[];
  };
  return { knownBugs, ids: knownBugs.map(({ id }) => id), stderr };
}

it('a run of 1.36 says which known bugs it met, and warns that the real kubelet crashes', async () => {
  const { knownBugs, ids, stderr } = await bugsMet('1.36');
  expect([...ids].sort()).toEqual([
    'dropped-events-are-counted',
    'image-volume-event-storm',
    'image-volume-pulled-again',
    'pull-session-left-open',
    'striped-locks',
  ]);
  expect(knownBugs.find(({ id }) => id === 'striped-locks')?.subjects).toContain('img1');
  expect(stderr).toMatch(
    /warning: known bug striped-locks \(\d+ times, first after .*, img1.*; each time the real kubelet crashes/,
  );
  for (const { id, times } of knownBugs)
    expect(stderr).toContain(times === 1 ? id : `${id} (${times} times)`);
});

it('a run of 1.31 meets those of its time', async () => {
  const { ids, stderr } = await bugsMet('1.31');
  expect([...ids].sort()).toEqual([
    'back-off-is-an-error',
    'dropped-events-are-counted',
    'one-bucket-for-all-types',
  ]);
  expect(stderr).not.toContain('striped-locks');
});
