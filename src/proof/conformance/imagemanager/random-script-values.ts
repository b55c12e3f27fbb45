import fc from 'fast-check';
import { imageSizeEdges } from '../../../rules/kubelet/images/image-metrics.ts';
import { imagePullBounds } from '../../../rules/kubelet/kubelet-metrics.ts';

const hex64 = '0123456789abcdef'.repeat(4);

/**
 * Plain names first, because shrinking goes towards them. Different spellings of the same image share its
 * presence, but not its back-off.
 */
const namesInUse = [
  'root',
  'root:latest',
  'docker.io/library/root',
  'root:v1',
  'reg.example:5000/team/app',
  'reg.example:5000/team/app:v1',
  `root@sha256:${hex64}`,
  `root:v1@sha256:${hex64}`,
] as const;

/** Names with typical mistakes, and names that do not mean what they seem to. */
const oddNames = [
  'Root',
  'reg.example/Team/app',
  'REG/foo',
  'REG.example/foo:V1',
  '[::1]:5000/x',
  '[::1]/x',
  'localhost:5000',
  'localhost/x',
  `sha256:${hex64}`,
  hex64,
  `root@sha256:${hex64.slice(1)}`,
  `root@sha256:${hex64.toUpperCase()}`,
  `root@sha512:${hex64}${hex64}`,
  `root@md5:${hex64.slice(32)}`,
  '',
  ' ',
  ' root',
  'root:',
  'root@',
  ':v1',
  'root:v1:v2',
  'root:-v1',
  'root/',
  '/root',
  'a//b',
  'a..b',
  'a__b',
  'a___b',
  'a--b/c-',
  'https://reg.example/app',
  'reg.example:port/app',
  'räksmörgås',
  '\u212aelvin',
  'reg.example/\u0130',
  '\u{13460}\u1c89',
  'a"b\\c',
  'a\nb\t\u0007\u007f',
  `root:${'t'.repeat(128)}`,
  `root:${'t'.repeat(129)}`,
  'n'.repeat(255),
  'n'.repeat(256),
  `reg.example/${'n'.repeat(244)}`,
] as const;

/** Names on both sides of each bound of a reference: 64 digits, 128 characters of a tag, 255 of a path. */
const boundNames = [
  hex64,
  hex64.slice(1),
  `${hex64}0`,
  `${hex64}:v1`,
  `a/${hex64}`,
  hex64.toUpperCase(),
  'f'.repeat(64),
  `root:${'t'.repeat(127)}`,
  `reg.example/a:${'t'.repeat(128)}`,
  `reg.example/${'n'.repeat(243)}`,
  `reg.example/${'n'.repeat(255)}`,
  `reg.example/${'n'.repeat(256)}`,
  'localhost:5000/x',
  'reg.example:0/x',
  'REG.example/foo',
  'Reg/foo',
  'x:V1',
  `x@sha256:${hex64}`,
  `reg.example/x:v1@sha256:${hex64}`,
] as const;

/** Names that releases refuse or read in an odd way, and names at the bounds. */
export const boundName: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constantFrom(...boundNames) },
  { weight: 3, arbitrary: fc.constantFrom(...oddNames) },
  { weight: 1, arbitrary: fc.constantFrom(...namesInUse) },
);

/** Spellings of few images: with and without registry, tag and digest. */
export const spelling: fc.Arbitrary<string> = fc.constantFrom(
  'root',
  'root:latest',
  'root:v1',
  'docker.io/library/root',
  'docker.io/library/root:latest',
  'library/root',
  `root@sha256:${hex64}`,
  'reg.example/root',
  'reg.example:5000/root',
);

/**
 * Returns names made at random from the parts of references, and sometimes from any characters. They are made
 * only when first needed: fast-check looks up every character of Unicode for them (0.6 s), and every command
 * loads this file.
 */
function spelt(): fc.Arbitrary<string> {
  speltMade ??= fc
    .array(
      fc.oneof(
        {
          weight: 6,
          arbitrary: fc.constantFrom(
            'a',
            'root',
            'A',
            '0',
            '-',
            '_',
            '__',
            '.',
            '/',
            ':',
            '@',
            'reg.example',
            'localhost',
            '[::1]',
            'sha256',
          ),
        },
        {
          weight: 1,
          arbitrary: fc.constantFrom(
            hex64,
            hex64.slice(1),
            'n'.repeat(127),
            'n'.repeat(128),
            'n'.repeat(254),
          ),
        },
        { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
      ),
      { minLength: 1, maxLength: 7, size: 'max' },
    )
    .map((parts) => parts.join(''));
  return speltMade;
}

let speltMade: fc.Arbitrary<string> | undefined;

const word = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
  minLength: 1,
  maxLength: 12,
  size: 'max',
});

/** Names of any letters that every release accepts: a registry, some folders, a tag, or some of these. */
const madeName = fc
  .record({
    registry: fc.constantFrom('', '', 'reg.example/', 'reg.example:5000/', 'localhost/'),
    path: fc.array(word, { minLength: 1, maxLength: 3, size: 'max' }),
    tag: fc.oneof(
      { withCrossShrink: true },
      fc.constant(''),
      word.map((tag) => `:${tag}`),
    ),
  })
  .map(({ registry, path, tag }) => `${registry}${path.join('/')}${tag}`);

/** Returns image names as written in pods. With `oddly`, some are names that a release refuses. */
export function imageName(oddly: boolean): fc.Arbitrary<string> {
  const plain = fc.oneof(
    { withCrossShrink: true },
    { weight: 2, arbitrary: fc.constantFrom(...namesInUse) },
    { weight: 1, arbitrary: madeName },
  );
  if (!oddly) return plain;
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 16, arbitrary: plain },
    { weight: 3, arbitrary: fc.constantFrom(...oddNames) },
    { weight: 1, arbitrary: spelt() },
  );
}

/**
 * Sizes at both sides of the metric's buckets (MiB and GiB; the bound itself belongs below), and two that are
 * no sizes.
 */
export const sizeBytes: fc.Arbitrary<number> = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom(0, 1, 4_096, 123_456_789, Number.MAX_SAFE_INTEGER),
  fc
    .tuple(fc.constantFrom(...imageSizeEdges), fc.constantFrom(0, -1, 1))
    .map(([bound, off]) => Math.max(0, bound + off)),
);

/**
 * References to images. Several names may share one, and "" is the answer of a runtime that has no reference.
 */
export const imageRef: fc.Arbitrary<string> = fc.constantFrom(
  'sha256:aa',
  'sha256:bb',
  'sha256:cc',
  'sha256:aa',
  '',
);

/**
 * Errors of PullImage: the two that the kubelet recognizes by their beginning, similar ones, and texts that
 * must stay unchanged.
 */
export const pullError: fc.Arbitrary<string> = fc.constantFrom(
  'boom',
  'not found',
  'rpc error: code = NotFound desc = failed to resolve: 404',
  'RegistryUnavailable',
  'RegistryUnavailable: connection refused',
  'SignatureValidationFailed',
  'SignatureValidationFailed: no key',
  'RegistryUnavailability',
  'registryunavailable',
  'pull failed: RegistryUnavailable',
  'pull failed: SignatureValidationFailed',
  'SignatureValidationFailed: RegistryUnavailable',
  'pull QPS exceeded',
  'ImagePullBackOff',
  'tell %s "quoted" %!d(MISSING) <&>\n\ttwo lines \u2028 \u{1f433}',
);

/**
 * The duration of a pull in whole microseconds: none, at the edges of truncation and of the histogram's
 * buckets, or any.
 */
export const pullMicros: fc.Arbitrary<number> = fc.oneof(
  { withCrossShrink: true },
  fc.constantFrom(0, 1_000_000, 1_500_000, 300_000, 1, 999, 1_000, 1_001, 999_999),
  fc
    .tuple(fc.constantFrom(...imagePullBounds), fc.constantFrom(0, -1, 999, 1_000))
    .map(([seconds, off]) => seconds * 1_000_000 + off),
  fc.nat(20_000_000),
  // Longer than the last bucket, and than a duration without hours.
  fc.integer({ min: 3_600_000_000, max: 200_000_000_000 }),
);

/** Pull policies, and values that only a client without validation can send. */
export const pullPolicy: fc.Arbitrary<string> = fc.oneof(
  { withCrossShrink: true },
  { weight: 8, arbitrary: fc.constantFrom('IfNotPresent', 'Always', 'IfNotPresent', 'Never') },
  { weight: 1, arbitrary: fc.constantFrom('', 'always', 'Sometimes', 'IFNOTPRESENT') },
);
