import { describe, expect, it } from 'vitest';
import { trimImageTagDigest } from '../../../src/kubelet/images/trim-image-tag-digest.ts';

const digest = `sha256:${'ab'.repeat(32)}`;

// pkg/kubelet/images/pullmanager/image_pull_policies.go, trimImageTagDigest (1.36.3): the name keeps its spelling
describe('trimImageTagDigest', () => {
  it.each([
    ['root', 'root'],
    ['root:1.0', 'root'],
    [`root@${digest}`, 'root'],
    [`reg.io:5000/a/b:1@${digest}`, 'reg.io:5000/a/b'],
    ['docker.io/library/root:latest', 'docker.io/library/root'],
    ['[::1]:5000/root', '[::1]:5000/root'],
  ])('trims %s to %s', (image, name) => {
    expect(trimImageTagDigest(image)).toEqual({ name });
  });

  it.each([
    ['', 'repository name must have at least one component'],
    ['Root', 'repository name must be lowercase'],
    ['root:', 'invalid reference format'],
  ])('refuses %j', (image, error) => {
    expect(trimImageTagDigest(image)).toEqual({ error });
  });
});
