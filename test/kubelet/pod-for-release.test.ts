import { expect, it } from 'vitest';
import { podForRelease } from '../../src/kubelet/pod-for-release.ts';
import { container, podOf, sidecar } from './pod-fixtures.ts';

// Gates of pkg/features/kube_features.go. SidecarContainers: on since 1.29; ImageVolume: there since 1.31, on since 1.35. semantics §7.

const pod = podOf({
  imageVolumes: [{ name: 'data', image: 'data:1', policy: 'Always' }],
  initContainers: [container('i'), sidecar('s')],
});

it.each([
  ['1.14', {}, [false, false], 0],
  ['1.27', {}, [false, false], 0],
  ['1.31', {}, [false, true], 0],
  ['1.36', {}, [false, true], 1],
  ['1.27', { SidecarContainers: true, ImageVolume: true }, [false, false], 0],
  ['1.31', { SidecarContainers: false }, [false, false], 0],
  ['1.31', { ImageVolume: true }, [false, true], 1],
] as const)('%s with gates %j sees sidecars %j and %i image volumes', (release, gates, sidecars, volumes) => {
  const seen = podForRelease(pod, release, gates);
  expect(seen.initContainers.map((init) => init.sidecar)).toEqual(sidecars);
  expect(seen.imageVolumes).toHaveLength(volumes);
  expect(seen.containers).toEqual(pod.containers);
});
