import { expect, it } from 'vitest';
import { podForRelease } from '../../src/kubelet/pod-for-release.ts';
import { profiles } from '../../src/kubelet/profiles/profiles.ts';
import { container, podOf, sidecar } from './pod-fixtures.ts';

// Sidecars: beta and on since 1.29 (SidecarContainers). Image volumes: on since 1.35 (ImageVolume). semantics §7.

const pod = podOf({
  imageVolumes: [{ name: 'data', image: 'data:1', policy: 'Always' }],
  initContainers: [container('i'), sidecar('s')],
});

it.each([
  ['1.14', [false, false], 0],
  ['1.27', [false, false], 0],
  ['1.31', [false, true], 0],
  ['1.36', [false, true], 1],
] as const)('%s sees sidecars %j and %i image volumes', (release, sidecars, volumes) => {
  const profile = profiles.find((one) => one.release === release);
  if (profile === undefined) throw new Error(release);
  const seen = podForRelease(pod, profile);
  expect(seen.initContainers.map((init) => init.sidecar)).toEqual(sidecars);
  expect(seen.imageVolumes).toHaveLength(volumes);
  expect(seen.containers).toEqual(pod.containers);
});
