import { describe, expect, it } from 'vitest';
import { parseImageReference } from '../../../src/kubelet/images/image-reference.ts';
import { distributionReference05, distributionReference06, dockerDistribution28 } from '../../../src/kubelet/images/reference-grammar.ts';

const sha256 = `sha256:${'0123456789abcdef'.repeat(4)}`;

// distribution/reference v0.6.0, ParseNormalizedNamed
describe('parseImageReference', () => {
  it.each([
    ['root', { domain: 'docker.io', path: 'library/root' }],
    ['root:1.0', { domain: 'docker.io', path: 'library/root', tag: '1.0' }],
    [`root@${sha256}`, { domain: 'docker.io', path: 'library/root', digest: sha256 }],
    [`root:1.0@${sha256}`, { domain: 'docker.io', path: 'library/root', tag: '1.0', digest: sha256 }],
    ['a/b/c', { domain: 'docker.io', path: 'a/b/c' }],
    ['docker.io/root', { domain: 'docker.io', path: 'library/root' }],
    ['index.docker.io/root', { domain: 'docker.io', path: 'library/root' }],
    ['index.docker.io/a/b:1', { domain: 'docker.io', path: 'a/b', tag: '1' }],
    ['registry.k8s.io/pause:3.9', { domain: 'registry.k8s.io', path: 'pause', tag: '3.9' }],
    ['localhost/root', { domain: 'localhost', path: 'root' }],
    ['localhost:5000/root', { domain: 'localhost:5000', path: 'root' }],
    ['localhost:5000', { domain: 'docker.io', path: 'library/localhost', tag: '5000' }],
    ['UPPER.example.com/root', { domain: 'UPPER.example.com', path: 'root' }],
    ['REG/foo', { domain: 'REG', path: 'foo' }],
    ['[::1]:5000/root', { domain: '[::1]:5000', path: 'root' }],
    ['[2001:db8::1]/root:2', { domain: '[2001:db8::1]', path: 'root', tag: '2' }],
    ['foo.bar:latest', { domain: 'docker.io', path: 'library/foo.bar', tag: 'latest' }],
    [`sha256:${'ab'.repeat(32)}`, { domain: 'docker.io', path: 'library/sha256', tag: 'ab'.repeat(32) }],
  ])('reads %s', (image, reference) => {
    expect(parseImageReference(image)).toStrictEqual(reference);
  });

  it.each([
    ['', 'invalid reference format'],
    [' ', 'invalid reference format'],
    ['root ', 'invalid reference format'],
    ['root:1.0\n', 'invalid reference format'],
    ['root:', 'invalid reference format'],
    [`root:${'t'.repeat(129)}`, 'invalid reference format'],
    ['http://foo', 'invalid reference format'],
    ['foo//bar', 'invalid reference format'],
    ['foo_-bar', 'invalid reference format'],
    ['foo/', 'invalid reference format'],
    ['/foo', 'invalid reference format'],
    ['rööt', 'invalid reference format'],
    ['root@sha256:abc', 'invalid reference format'],
    ['Root', 'invalid reference format: repository name (library/Root) must be lowercase'],
    ['reg.io/Foo:1', 'invalid reference format: repository name (Foo) must be lowercase'],
    ['root:İ', 'repository name must be lowercase'],
    ['a'.repeat(248), 'repository name must not be more than 255 characters'],
    ['0123456789abcdef'.repeat(4), `invalid repository name (${'0123456789abcdef'.repeat(4)}), cannot specify 64-byte hexadecimal strings`],
    [`root@md5:${'0'.repeat(32)}`, 'unsupported digest algorithm'],
    [`root@sha256:${'0'.repeat(63)}`, 'invalid checksum digest length'],
    [`root@sha+b64.x_y-z:${'0'.repeat(32)}`, 'unsupported digest algorithm'],
    [`root:1@sha+Big:${'0'.repeat(32)}`, 'invalid checksum digest format'],
    [`root@sha256:F${'0'.repeat(63)}`, 'invalid checksum digest format'],
    [`root@sha256:${'0'.repeat(63)}F`, 'invalid checksum digest format'],
    [`root@sha256:${'AB'.repeat(32)}`, 'invalid checksum digest format'],
    [`root:1@SHA256:${'ab'.repeat(32)}`, 'invalid checksum digest format'],
  ])('refuses %j', (image, error) => {
    expect(parseImageReference(image)).toEqual({ error });
  });

  // docker/distribution v2.8.1 and distribution/reference v0.5.0 check the whole name, v0.6.0 the path
  it('counts the registry into the length up to 1.31, not in 1.36', () => {
    const path = 'a'.repeat(238);
    const tooLong = { error: 'repository name must not be more than 255 characters' };
    expect(parseImageReference(path, dockerDistribution28)).toEqual(tooLong);
    expect(parseImageReference(path, distributionReference05)).toEqual(tooLong);
    expect(parseImageReference(path, distributionReference06)).toEqual({ domain: 'docker.io', path: `library/${path}` });
    expect(parseImageReference('a'.repeat(237), distributionReference05)).toEqual({
      domain: 'docker.io',
      path: `library/${'a'.repeat(237)}`,
    });
  });

  // upstream's `[-]*` between alphanumerics would keep a backtracking engine busy for ages here
  it('refuses a long name that ends badly at once', () => {
    expect(parseImageReference(`${'a'.repeat(200)}-`, dockerDistribution28)).toEqual({ error: 'invalid reference format' });
  });
});
