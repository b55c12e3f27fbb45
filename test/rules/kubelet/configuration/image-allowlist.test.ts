import { describe, expect, it } from 'vitest';
import {
  imageAllowlistError,
  matchesImageAllowlist,
} from '../../../../src/rules/kubelet/configuration/image-allowlist.ts';

// pkg/kubelet/images/pullmanager/image_pull_policies.go (1.36.3), getAllowlistImagePattern and imageMatches
describe('image allowlist', () => {
  it.each([
    [' reg.io/a', 'leading/trailing spaces are not allowed:  reg.io/a'],
    ['', 'the supplied pattern is too short: '],
    ['*', `not a valid wildcard pattern, only patterns ending with '/*' are allowed: *`],
    ['reg.*/a', `not a valid wildcard pattern, only patterns ending with '/*' are allowed: reg.*/a`],
    ['reg.io/a*', `not a valid wildcard pattern, only patterns ending with '/*' are allowed: reg.io/a*`],
    ['reg.*/a/*', `not a valid wildcard pattern, only patterns ending with '/*' are allowed: reg.*/a/*`],
    ['/*', 'at least registry hostname is required'],
    ['reg.io/a:1', 'neither tag nor digest is accepted in an image reference: reg.io/a:1'],
    ['Root', 'failed to parse as an image name: repository name must be lowercase'],
  ])('refuses %j', (pattern, error) => {
    expect(imageAllowlistError(['reg.io/fine', pattern], 'asWritten')).toBe(error);
  });

  it('accepts names without tag and prefixes that end in /*', () => {
    expect(
      imageAllowlistError(['reg.io/a', 'root', 'reg.io/*', 'reg.io:5000/a/*'], 'asWritten'),
    ).toBeUndefined();
    expect(imageAllowlistError([], 'asWritten')).toBeUndefined();
  });

  it.each([
    ['reg.io/a:1', ['reg.io/a'], true],
    ['reg.io/a/b', ['reg.io/a'], false],
    ['reg.io/a/b', ['reg.io/*'], true],
    ['reg.iox/a', ['reg.io/*'], false],
    ['root', ['docker.io/library/root'], false],
    ['Root', ['Root/*', 'Root'], true],
  ])('%s in %j: %s', (image, list, matches) => {
    expect(matchesImageAllowlist(list, image, 'asWritten')).toBe(matches);
  });

  // The same of v1.35.4, and of its real code (`allowlist-short`): names with all they have, on both sides.
  it('to 1.35 takes full names, and images with their tag', () => {
    expect(imageAllowlistError(['reg.io/a', 'docker.io/library/root'], 'full')).toBeUndefined();
    expect(imageAllowlistError(['root'], 'full')).toBe(
      'neither tag nor digest is accepted in an image reference: root',
    );
    expect(imageAllowlistError(['reg.io/a:1'], 'full')).toBe(
      'neither tag nor digest is accepted in an image reference: reg.io/a:1',
    );
    expect(matchesImageAllowlist(['reg.io/a'], 'reg.io/a:1', 'full')).toBe(false);
    expect(matchesImageAllowlist(['reg.io/a'], 'reg.io/a', 'full')).toBe(true);
    expect(matchesImageAllowlist(['reg.io/*'], 'reg.io/a:1', 'full')).toBe(true);
  });
});
