import { describe, expect, it } from 'vitest';
import { podForRelease, withPodChange } from '../../../../src/rules/kubelet/pods/pod.ts';
import { container, podOf, sidecar } from '../pod-fixtures.ts';

const pod = podOf({ initContainers: [container('i')], containers: [container('a'), container('b')] });
const images = (changed: typeof pod) =>
  [...changed.initContainers, ...changed.containers].map(({ image }) => image);

describe('another image', () => {
  it('is that of one container, or of all', () => {
    expect(images(withPodChange(pod, { kind: 'image', container: 'a', image: 'x:2' }))).toEqual([
      'i:1',
      'x:2',
      'b:1',
    ]);
    expect(images(withPodChange(pod, { kind: 'image', container: null, image: 'x:2' }))).toEqual([
      'x:2',
      'x:2',
      'x:2',
    ]);
  });

  it('is no change where it is the same, or meets no container', () => {
    expect(withPodChange(pod, { kind: 'image', container: 'a', image: 'a:1' })).toBe(pod);
    expect(withPodChange(pod, { kind: 'image', container: 'z', image: 'x:2' })).toBe(pod);
  });
});

it('an ephemeral container comes last, under a name that is free', () => {
  const debug = container('debug');
  const changed = withPodChange(pod, { kind: 'ephemeralContainer', container: debug });
  expect(changed.ephemeralContainers).toEqual([debug]);
  expect(
    withPodChange(changed, { kind: 'ephemeralContainer', container: container('debug', { image: 'x:2' }) }),
  ).toBe(changed);
  expect(withPodChange(pod, { kind: 'ephemeralContainer', container: container('a') })).toBe(pod);
});

describe('pod for release', () => {
  // Gates of pkg/features/kube_features.go. SidecarContainers: on since 1.29; ImageVolume: there since 1.31,
  // on since 1.35.

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
  ] as const)(
    '%s with gates %j sees sidecars %j and %i image volumes',
    (release, gates, sidecars, volumes) => {
      const seen = podForRelease(pod, release, gates);
      expect(seen.initContainers.map((init) => init.sidecar)).toEqual(sidecars);
      expect(seen.imageVolumes).toHaveLength(volumes);
      expect(seen.containers).toEqual(pod.containers);
    },
  );

  // ContainerRestartRules: alpha in 1.34, on since 1.35. RestartAllContainersOnContainerExits: alpha in 1.35,
  // on since 1.36.
  it.each([
    ['1.33', { ContainerRestartRules: true, RestartAllContainersOnContainerExits: true }, undefined],
    ['1.34', {}, undefined],
    [
      '1.34',
      { ContainerRestartRules: true, RestartAllContainersOnContainerExits: true },
      ['none', 'Restart'],
    ],
    ['1.35', {}, ['none', 'Restart']],
    ['1.35', { RestartAllContainersOnContainerExits: true }, ['RestartAllContainers', 'Restart']],
    ['1.36', {}, ['RestartAllContainers', 'Restart']],
    ['1.36', { RestartAllContainersOnContainerExits: false }, ['none', 'Restart']],
    ['1.36', { ContainerRestartRules: false }, undefined],
  ] as const)('%s with gates %j obeys of a container’s rules %j', (release, gates, actions) => {
    const rule = (action: 'Restart' | 'RestartAllContainers') =>
      ({ action, operator: 'In', exitCodes: [7] }) as const;
    const restart = { policy: 'Never', rules: [rule('RestartAllContainers'), rule('Restart')] } as const;
    const spec = podOf({
      initContainers: [container('i', { restart })],
      containers: [container('app', { restart })],
    });
    const seen = podForRelease(spec, release, gates);
    expect(seen.containers[0]?.restart?.rules.map(({ action }) => action)).toEqual(actions);
    expect(seen.initContainers[0]?.restart?.rules.map(({ action }) => action)).toEqual(actions);
    if (actions === undefined) expect(seen.containers[0]).not.toHaveProperty('restart');
  });
});
