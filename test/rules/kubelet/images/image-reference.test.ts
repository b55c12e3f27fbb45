import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  defaultImageTag,
  parseImageReference,
} from '../../../../src/rules/kubelet/images/image-reference.ts';
import {
  distributionReference05,
  distributionReference06,
  dockerDistribution28,
} from '../../../../src/rules/kubelet/images/parse-reference.ts';
import { trimImageTagDigest } from '../../../../src/rules/kubelet/pull-records/recorded-name.ts';

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
    [
      '0123456789abcdef'.repeat(4),
      `invalid repository name (${'0123456789abcdef'.repeat(4)}), cannot specify 64-byte hexadecimal strings`,
    ],
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
    expect(parseImageReference(path, distributionReference06)).toEqual({
      domain: 'docker.io',
      path: `library/${path}`,
    });
    expect(parseImageReference('a'.repeat(237), distributionReference05)).toEqual({
      domain: 'docker.io',
      path: `library/${'a'.repeat(237)}`,
    });
  });

  // upstream's `[-]*` between alphanumerics would keep a backtracking engine busy for ages here
  it('refuses a long name that ends badly at once', () => {
    expect(parseImageReference(`${'a'.repeat(200)}-`, dockerDistribution28)).toEqual({
      error: 'invalid reference format',
    });
  });
});

const old = defaultImageTag(dockerDistribution28, 'image reference');
const current = defaultImageTag(distributionReference06, 'image name');
const digest = `sha256:${'ab'.repeat(32)}`;

// conformance/scripts/basic.ndjson, `names` and `names-quoting`, as recorded from 1.27.16 (first) and 1.36.3
// (second)
describe('defaultImageTag', () => {
  it.each([
    ['root', 'root:latest'],
    ['root:1.0', 'root:1.0'],
    ['root:latest', 'root:latest'],
    [`root@${digest}`, `root@${digest}`],
    [`root:1.0@${digest}`, `root:1.0@${digest}`],
    ['localhost:5000/root', 'localhost:5000/root:latest'],
    ['localhost:5000', 'localhost:5000'],
    ['latest:5000/latest', 'latest:5000/latest:latest'],
    ['index.docker.io/root', 'index.docker.io/root:latest'],
    ['docker.io/library/root', 'docker.io/library/root:latest'],
    ['UPPER.example.com/root', 'UPPER.example.com/root:latest'],
    [digest, digest],
    ['root:LATEST', 'root:LATEST'],
    ['root:_tag', 'root:_tag'],
    ['foo---bar', 'foo---bar:latest'],
    ['foo__bar', 'foo__bar:latest'],
    ['xn--n3h.com/myimage', 'xn--n3h.com/myimage:latest'],
  ])('makes %s into %s in every release', (image, tagged) => {
    expect(old(image)).toEqual({ image: tagged });
    expect(current(image)).toEqual({ image: tagged });
  });

  it.each([
    ['Root', '"Root"', 'invalid reference format: repository name must be lowercase', ' (library/Root)'],
    ['ROOT:1', '"ROOT:1"', 'invalid reference format: repository name must be lowercase', ' (library/ROOT)'],
    ['root:-bad', '"root:-bad"', 'invalid reference format', ''],
    ['root:tag:tag', '"root:tag:tag"', 'invalid reference format', ''],
    ['ro\tot', '"ro\\tot"', 'invalid reference format', ''],
    ['ro\u{e0001}ot', '"ro\\U000e0001ot"', 'invalid reference format', ''],
    [`root@md5:${'0'.repeat(32)}`, `"root@md5:${'0'.repeat(32)}"`, 'unsupported digest algorithm', ''],
  ])('refuses %j in the words of its release', (image, quoted, error, repository) => {
    expect(old(image)).toEqual({ error: `couldn't parse image reference ${quoted}: ${error}` });
    const detailed = error.replace('repository name', `repository name${repository}`);
    expect(current(image)).toEqual({ error: `couldn't parse image name ${quoted}: ${detailed}` });
  });

  it.each([
    ['REG/foo', 'invalid reference format: repository name must be lowercase'],
    ['[::1]:5000/root', 'invalid reference format'],
  ])('accepts %s in 1.36, which 1.27 refused', (image, error) => {
    expect(old(image)).toEqual({ error: `couldn't parse image reference "${image}": ${error}` });
    expect(current(image)).toEqual({ image: `${image}:latest` });
  });

  it('leaves its own results unchanged', () => {
    const component = fc.stringMatching(/^[a-z0-9]{1,6}$/);
    const names = fc
      .tuple(
        fc.constantFrom('', 'reg.io/', 'localhost:5000/', 'REG/', '[::1]/'),
        fc.array(component, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', ':1', ':latest', `@${digest}`),
      )
      .map(([domain, path, rest]) => `${domain}${path.join('/')}${rest}`);
    fc.assert(
      fc.property(names, fc.constantFrom(old, current), (name, rule) => {
        const once = rule(name);
        fc.pre('image' in once);
        expect(rule(once.image)).toEqual(once);
      }),
    );
  });
});

// pkg/kubelet/images/pullmanager/image_pull_policies.go, trimImageTagDigest (1.36.3): the name keeps its
// spelling
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
