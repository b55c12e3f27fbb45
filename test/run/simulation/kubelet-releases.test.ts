import { expect, it } from 'vitest';
import { summarize } from '../../../src/reports/summary/summary.ts';
import { runYaml } from './run-yaml.ts';

const pod = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: app, image: "shop/web:1" }] }
`;

const recordsOf = (kubeletVersion: string) => runYaml(pod, { kubeletVersion }).records;

const pulledBy = (kubeletVersion: string) =>
  recordsOf(kubeletVersion).flatMap((record) =>
    record.type === 'event' && record.reason === 'Pulled' ? record.message : [],
  );

// EnsureImageExists of pkg/kubelet/images/image_manager.go of these patches
it.each([
  ['1.18', /^Successfully pulled image "shop\/web:1"$/],
  ['v1.20.4', /^Successfully pulled image "shop\/web:1" in [0-9.]+m?s$/],
  ['v1.24.17', /^Successfully pulled image "shop\/web:1" in [0-9.]+m?s$/],
  ['v1.25.5', /^Successfully pulled image "shop\/web:1" in [0-9.]+m?s$/],
  [
    'v1.25.6-eks-1',
    /^Successfully pulled image "shop\/web:1" in [0-9.]+m?s \([0-9.]+m?s including waiting\)$/,
  ],
  [
    '1.29',
    /^Successfully pulled image "shop\/web:1" in [0-9]+(\.[0-9]{1,3})?m?s \([0-9.]+m?s including waiting\)$/,
  ],
])('a run with kubelet %s words a pull as that release does', (version, message) => {
  expect(pulledBy(version)).toEqual([expect.stringMatching(message)]);
});

// The same file of v1.26.15, which calls RecordImageStartedPulling only; ObservedPodOnWatch of
// util/pod_startup_latency_tracker.go takes the time from then to no day at all off.
it('a pull of kubelet 1.26 has no end for the startup SLI, which is -292 years', () => {
  const recorder = (version: string) =>
    recordsOf(version).flatMap((record) => (record.type === 'pulling' ? record.state : []));
  const sliYears = (version: string) =>
    Math.round((summarize(recordsOf(version)).startup.sliMs?.p50 ?? Number.NaN) / (365.25 * 86_400_000));
  expect(recorder('1.25')).toEqual([]);
  expect(recorder('1.26')).toEqual(['started']);
  expect(recorder('1.27')).toEqual(['started', 'finished']);
  expect(sliYears('1.26')).toBe(-292);
  expect(Math.abs(sliYears('1.27'))).toBe(0);
});
