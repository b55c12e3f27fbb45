import { describe, expect, it } from 'vitest';
import { runYaml } from './run-yaml.ts';

// Both loops of image GC begin at the kubelet's start, and each waits 5 minutes after its round:
// `StartGarbageCollection` in pkg/kubelet/kubelet.go, `Start` in images/image_gc_manager.go, wait.Until
// (v1.36.3). A recorded kubelet removed what was fresh in the second round that saw it, and a round came 16
// to 35 ms later each time.

/**
 * A node with thresholds of 70 and 60 % on which somebody pulls an image that fills it and that nobody uses.
 */
const fresh = (more = '', kubelet = '', version = '1.36') => `
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 12m
images: [ { name: "fresh:1", size: 2GB }, { name: "app:1", size: 1MB } ]
nodes:
  count: 1
  defaults:
    kubeletVersion: "${version}"
    disk: 10GB
    prePull: { at: 10s, images: ["fresh:1"] }
    ${more}
---
apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [ { name: app, image: "app:1" } ] }
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
imageGCHighThresholdPercent: 70
imageGCLowThresholdPercent: 60
evictionHard: { "memory.available": 100Mi }
${kubelet}`;

/** When the image was there and when it was removed, in seconds. */
function lifeOf(yaml: string, seed: number) {
  const { records } = runYaml(yaml, { seed });
  const seconds = (record: { readonly at: number } | undefined) =>
    record === undefined ? undefined : record.at / 1_000;
  const came = records.findLast(
    (record) => record.type === 'image' && record.state === 'present' && record.image === 'fresh:1',
  );
  const gone = records.filter((record) => record.type === 'imageGC' && record.state === 'removed');
  expect(gone).toHaveLength(1);
  return { cameAt: seconds(came) ?? 0, goneAt: seconds(gone[0]) ?? 0 };
}

describe('a fresh unused image', () => {
  const seeds = Array.from({ length: 12 }, (_, index) => index);

  it.each(['1.27', '1.31', '1.36'])(
    'is removed by the second round that sees it, with any seed (%s)',
    (version) => {
      const ages = seeds.map((seed) => {
        const { cameAt, goneAt } = lifeOf(fresh('', '', version), seed);
        return goneAt - cameAt;
      });
      expect(Math.min(...ages)).toBeGreaterThan(300);
      expect(Math.max(...ages)).toBeLessThan(601);
      // The rounds themselves stand anywhere in their five minutes.
      expect(Math.max(...ages) - Math.min(...ages)).toBeGreaterThan(150);
    },
  );

  it('of a kubelet in its first five minutes goes by the time of its start, not by chance', () => {
    const gone = seeds
      .slice(0, 2)
      .map((seed) => lifeOf(fresh('timings: { kubeletUptime: 100s, removeImage: 0s }'), seed).goneAt);
    expect(new Set(gone)).toEqual(new Set([500.05]));
  });

  it('stays longer where a kubelet restarts: its rounds and its detections start again', () => {
    const restart = `timings: { kubeletUptime: 100s, kubeletStart: 2s, removeImage: 0s, imageGcRound: 30ms }
faults: [ { kind: kubeletRestart, at: 400s } ]`;
    // At 402 s the stats have no capacity yet: the next round is the first that can do something, and 2
    // minutes are over.
    expect(lifeOf(fresh(restart), 1).goneAt).toBe(702.03);
  });
});
