import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { defaultImageTag } from '../../../src/kubelet/images/default-image-tag.ts';
import { distributionReference06, dockerDistribution28 } from '../../../src/kubelet/images/reference-grammar.ts';

const old = defaultImageTag(dockerDistribution28, 'image reference');
const current = defaultImageTag(distributionReference06, 'image name');
const digest = `sha256:${'ab'.repeat(32)}`;

// conformance/scripts/basic.ndjson, `names` and `names-quoting`, as recorded from 1.27.16 (first) and 1.36.3 (second)
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

  it('leaves alone what it made', () => {
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
