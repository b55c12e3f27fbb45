import { expect, it } from 'vitest';
import { summarize } from '../../../src/reports/summary/summary.ts';
import { formatSummary } from '../../../src/reports/summary/summary-text.ts';
import { runYaml } from '../../run/simulation/run-yaml.ts';

// context.WithoutCancel in pkg/kubelet/images, v1.37.2 (kubernetes#113606): nothing cancels the pull of a pod
// that is deleted.

const input = (deletedAt: string) => `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: app, image: 'sim.local/app:1' }] }
---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { defaults: { link: 10MB/s, presentImages: ['registry.k8s.io/pause:3.10.2'] } }
images: [{ name: 'sim.local/app:1', layers: [{ size: 100MB }, { size: 300MB }] }]
deletions: [{ match: Pod/web, at: ${deletedAt} }]
`;

it('the summary tells what a pull costs after its pod was deleted', () => {
  const { records } = runYaml(input('20s'));
  const { pulls } = summarize(records);
  expect(pulls.ofDeletedPods).toBe(1);
  expect(pulls.deletedBytes).toBe(400_000_000);
  const pulled = records.find((record) => record.type === 'pull' && record.state === 'pulled');
  expect(pulls.deletedSlotMs).toBeCloseTo((pulled?.at ?? 0) - 20_000, 6);
  expect(formatSummary(summarize(records), { width: 200, colour: false })).toMatch(
    /^pulls +1: 1 went on after the pod was deleted \(\d+(\.\d+)? s of pull slots, 400 MB\)$/m,
  );
});

it('a pull that has ended before costs nothing', () => {
  expect(summarize(runYaml(input('5m')).records).pulls).not.toHaveProperty('ofDeletedPods');
});
