import { describe, expect, it } from 'vitest';
import { withPodChange } from '../../../src/kubelet/pods/pod-change.ts';
import { container, podOf } from '../pod-fixtures.ts';

const pod = podOf({ initContainers: [container('i')], containers: [container('a'), container('b')] });
const images = (changed: typeof pod) => [...changed.initContainers, ...changed.containers].map(({ image }) => image);

describe('another image', () => {
  it('is that of one container, or of all', () => {
    expect(images(withPodChange(pod, { kind: 'image', container: 'a', image: 'x:2' }))).toEqual(['i:1', 'x:2', 'b:1']);
    expect(images(withPodChange(pod, { kind: 'image', container: null, image: 'x:2' }))).toEqual(['x:2', 'x:2', 'x:2']);
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
  expect(withPodChange(changed, { kind: 'ephemeralContainer', container: container('debug', { image: 'x:2' }) })).toBe(changed);
  expect(withPodChange(pod, { kind: 'ephemeralContainer', container: container('a') })).toBe(pod);
});
