import { describe, expect, it } from 'vitest';
import { checkInvariants } from '../../../src/run/invariants/check-invariants.ts';
import type { ActorRecord } from '../../../src/trace/record.ts';
import { runYaml } from './run-yaml.ts';

type Of<T extends ActorRecord['type']> = Extract<ActorRecord, { type: T }>;

interface Setup {
  readonly node?: string;
  readonly kubelet?: string;
  readonly scenario?: string;
  readonly version?: string;
  /** Pods by name, with their image. */
  readonly pods?: Readonly<Record<string, string>>;
}

// base:1 and old:1 share a layer of 1 GB; on the disk a layer takes its own size and 2.6 times of it
// unpacked.
function run({
  node = 'disk: 20GB',
  kubelet = '',
  scenario = '',
  version = '1.36',
  pods = { web: 'app:1' },
}: Setup) {
  const manifests = Object.entries(pods).map(
    ([name, image]) => `
---
apiVersion: v1
kind: Pod
metadata: { name: ${name} }
spec: { containers: [ { name: app, image: "${image}" } ] }`,
  );
  const { records, end } = runYaml(`
apiVersion: windlass.dev/v1alpha1
kind: Scenario
horizon: 40m
images:
  - { name: "base:1", layers: [ { size: 1GB, digest: "sha256:aa" } ] }
  - { name: "old:1", layers: [ { size: 1GB, digest: "sha256:aa" }, { size: 500MB } ] }
  - { name: "never:1", layers: [ { size: 2GB } ] }
  - { name: "app:1", size: 2GB }
  - { name: "small:1", size: 1MB }
nodes:
  count: 1
  defaults: { kubeletVersion: "${version}", ${node} }
${scenario}
${manifests.join('')}
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
${kubelet}
`);
  expect(checkInvariants(records)).toEqual([]);
  const of = <T extends ActorRecord['type']>(type: T) =>
    records.filter((record): record is Of<T> => record.type === type);
  return {
    end,
    removed: of('imageGC').filter(({ state }) => state === 'removed'),
    finished: of('imageGC').filter(({ state }) => state === 'finished'),
    nodeEvents: of('event').filter(({ pod }) => pod === undefined),
    conditions: of('condition').filter(({ condition }) => condition === 'DiskPressure'),
    disk: of('disk'),
    pods: of('pod'),
    images: of('image'),
  };
}

const noEviction = `evictionHard: { "memory.available": 100Mi }`;
const present = (...images: string[]) => `presentImages: [${images.map((image) => `"${image}"`).join(', ')}]`;

// pkg/kubelet/kubelet.go (StartGarbageCollection), images/image_gc_manager.go, eviction/eviction_manager.go
// (v1.36.3)
describe('image GC in a run', () => {
  it('leaves a node with room alone, and keeps no run from settling', () => {
    const { end, removed, finished, disk, nodeEvents } = run({
      node: `disk: 200GB, ${present('old:1', 'never:1')}`,
    });
    expect({ removed, finished, disk, nodeEvents }).toEqual({
      removed: [],
      finished: [],
      disk: [],
      nodeEvents: [],
    });
    expect(end.reason).toBe('settled');
    expect(end.at).toBeLessThan(120_000);
  });

  it('frees by the runtime’s sizes, and really what no other image needs', () => {
    const { removed, finished } = run({
      node: `disk: 16GB, ${present('base:1', 'old:1', 'never:1')}, pinnedImages: ["never:1"]`,
      kubelet: `${noEviction}\nimageGCHighThresholdPercent: 75\nimageGCLowThresholdPercent: 70`,
      pods: { web: 'small:1' },
    });
    expect(
      removed.map(({ image, believedBytes, freedBytes }) => ({ image, believedBytes, freedBytes })),
    ).toEqual([
      // The layer of 1 GB stays with base:1.
      { image: 'old:1', believedBytes: 1_500_008_000, freedBytes: 1_800_000_000 },
    ]);
    expect(finished[0]).toMatchObject({
      trigger: 'loop',
      removed: 1,
      usedPercent: 79,
      usedPercentAfter: 68,
      kept: [
        { image: 'base:1', because: 'enoughFreed' },
        { image: 'never:1', because: 'pinned' },
      ],
    });
  });

  it('says each time that it cannot free enough, and from the second time on that it failed', () => {
    const { nodeEvents, finished, end } = run({
      node: 'disk: 20GB, diskUsed: 18.5GB',
      kubelet: noEviction,
      pods: { web: 'small:1' },
    });
    const insufficient =
      "Insufficient free disk space on the node's image filesystem (93% of 18.6 GiB used). Failed to free sufficient space by deleting unused images (freed 0 bytes). Investigate disk usage, as it could be used by active images, logs, volumes, or other data.";
    expect(nodeEvents.map(({ reason }) => reason)).toEqual([
      'FreeDiskSpaceFailed',
      ...Array.from({ length: 7 }, () => ['FreeDiskSpaceFailed', 'ImageGCFailed']).flat(),
    ]);
    expect(new Set(nodeEvents.map(({ message }) => message))).toEqual(new Set([insufficient]));
    // The same end is told once: before the pod's image is there, and with it.
    expect(finished.map(({ kept }) => kept?.length)).toEqual([0, 1]);
    expect(end.reason).toBe('horizon');
  });

  it('words that as the release does', () => {
    const { nodeEvents } = run({
      node: 'disk: 20GB, diskUsed: 18.5GB',
      kubelet: noEviction,
      version: '1.31',
      pods: { web: 'small:1' },
    });
    expect(nodeEvents.at(-1)?.message).toBe(
      'Failed to garbage collect required amount of images. Attempted to free 2503600000 bytes, but only found 0 bytes eligible to free.',
    );
  });

  it('removes images that were never used once the kubelet is up for the maximal age, on a disk without a limit too', () => {
    const { removed, end } = run({
      node: `disk: unlimited, ${present('old:1', 'app:1')}`,
      kubelet: 'imageMaximumGCAge: 1h',
    });
    expect(removed.map(({ image, reason }) => [image, reason])).toContainEqual(['old:1', 'age']);
    expect(end.reason).toBe('settled');
  });

  it('waits with that until a kubelet that was restarted has been up so long', () => {
    const { removed } = run({
      node: `disk: unlimited, ${present('old:1')}, timings: { kubeletUptime: 10m }`,
      kubelet: 'imageMaximumGCAge: 1h',
    });
    expect(removed).toEqual([]);
  });

  it('does not run where the high threshold is 100 and there is no maximal age', () => {
    const { removed, nodeEvents } = run({
      node: `disk: 20GB, diskUsed: 19GB, ${present('small:1')}`,
      kubelet: `${noEviction}\nimageGCHighThresholdPercent: 100`,
      pods: { web: 'small:1' },
    });
    expect({ removed, nodeEvents }).toEqual({ removed: [], nodeEvents: [] });
  });

  it('finds no capacity in the first round of a kubelet that has just started', () => {
    const { nodeEvents } = run({
      scenario: 'faults: [ { kind: kubeletRestart, at: 5s } ]',
      node: 'disk: 200GB',
    });
    expect(nodeEvents.map(({ reason, message }) => [reason, message])).toEqual([
      ['InvalidDiskCapacity', 'invalid capacity 0 on image filesystem'],
    ]);
  });

  it('takes an image that was pulled ahead, before the pod that it was for comes', () => {
    const { removed, images } = run({
      node: 'disk: unlimited, prePull: { images: ["app:1"] }',
      kubelet: 'imageMaximumGCAge: 1h',
      scenario: 'arrivals: { at: 20m }',
    });
    expect(removed.map(({ image }) => image)).toEqual(['app:1']);
    expect(images.map(({ state }) => state)).toEqual(['present', 'removed', 'present']);
  });

  it('may take the image of a container that came after the round had looked', () => {
    // A round of 41 removals, 5 s each; the pod comes after 30 s.
    const many = Array.from({ length: 40 }, (_, index) => `filler:${index}`);
    const { removed, images } = run({
      node: `disk: unlimited, timings: { removeImage: 5s }, ${present(...many, 'base:1')}`,
      kubelet: 'imageMaximumGCAge: 1h',
      scenario: 'arrivals: { at: 30s }',
      pods: { web: 'base:1' },
    });
    const gone = removed.find(({ image }) => image === 'base:1');
    const states = images.filter(({ image }) => image === 'base:1').map(({ state }) => state);
    expect({ isGone: gone !== undefined, states }).toEqual({ isGone: true, states: ['removed'] });
  });
});

describe('disk pressure in a run', () => {
  it('deletes all unused images within 10 s, with any high threshold, and ends 5 minutes later', () => {
    const { removed, finished, conditions, nodeEvents, disk, end } = run({
      node: `disk: 20GB, ${present('base:1', 'old:1', 'never:1')}`,
    });
    expect(removed.map(({ image, trigger }) => [image, trigger])).toEqual([
      ['never:1', 'diskPressure'],
      ['old:1', 'diskPressure'],
      ['base:1', 'diskPressure'],
    ]);
    expect(finished).toHaveLength(1);
    expect(disk.map(({ state }) => state)).toEqual(['low', 'ample']);
    expect(conditions.map(({ status }) => status)).toEqual(['True', 'False']);
    const [began, ended] = conditions.map(({ at }) => at);
    expect((began ?? 0) - (disk[0]?.at ?? 0)).toBeLessThanOrEqual(10_000);
    // Seen at the first look after the transition period, which is counted from the last look that found the
    // disk low.
    expect((ended ?? 0) - (began ?? 0)).toBeGreaterThanOrEqual(300_000);
    expect((ended ?? 0) - (began ?? 0)).toBeLessThan(311_000);
    expect(nodeEvents.map(({ reason, message }) => [reason, message])).toEqual([
      ['NodeHasDiskPressure', 'Node node-1 status is now: NodeHasDiskPressure'],
      ['EvictionThresholdMet', 'Attempting to reclaim ephemeral-storage'],
      ['NodeHasNoDiskPressure', 'Node node-1 status is now: NodeHasNoDiskPressure'],
    ]);
    expect(end.reason).toBe('settled');
  });

  it('keeps pods from being admitted', () => {
    const { pods } = run({
      node: 'disk: 20GB, diskUsed: 19GB',
      scenario: 'arrivals: { at: 1m }',
      pods: { web: 'small:1' },
    });
    expect(pods.map(({ state, reason, message }) => ({ state, reason, message })).at(-1)).toEqual({
      state: 'rejected',
      reason: 'Evicted',
      message: 'The node had condition: [DiskPressure]. ',
    });
  });

  it('is there as long as a fault fills the disk, and a fault elsewhere is none', () => {
    const scenario = (more: string) => `faults: [ { kind: diskFull, from: 1s, until: 30s${more} } ]`;
    expect(
      run({ node: 'disk: unlimited', scenario: scenario('') }).conditions.map(({ status }) => status),
    ).toEqual(['True', 'False']);
    expect(run({ node: 'disk: unlimited' }).conditions).toEqual([]);
  });

  it('is set by evictionHard, and its end by evictionPressureTransitionPeriod', () => {
    const { conditions } = run({
      node: 'disk: 20GB, diskUsed: 10GB',
      kubelet: 'evictionHard: { "imagefs.available": 8Gi }\nevictionPressureTransitionPeriod: 1m',
      scenario: '',
    });
    expect(conditions.map(({ status }) => status)).toEqual(['True']);
  });
});
