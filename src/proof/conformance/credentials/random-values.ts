import fc from 'fast-check';

/** Different spellings of a few images: two registries, a port, a short name, other tags. */
export const images = [
  'reg.example/app:1',
  'reg.example/app:2',
  'reg.example/team/app',
  'reg.example:5000/app:1',
  'app',
  'docker.io/library/app:latest',
];
export const secretNames = ['s1', 's2', 's3'];
export const serviceAccountNames = ['builder', 'other'];
export const users = ['alice', 'bob', 'carol'];
export const passwords = ['pw', 'p<w'];

export const namespace = fc.constantFrom('ns', 'ns', 'ns', 'other');
export const size = fc.constantFrom(1, 1000);
export const pullPolicy = fc.constantFrom('IfNotPresent', 'IfNotPresent', 'Always', 'Never');
export const policy = fc.constantFrom(
  '',
  'NeverVerify',
  'NeverVerifyPreloadedImages',
  'NeverVerifyAllowlistedImages',
  'AlwaysVerify',
);

/** No two of these keys mean the same registry and path, because those would be tried in random order. */
export const registryKey = fc.constantFrom(
  'reg.example',
  'reg.example/team',
  'https://reg.example/v1/app',
  '*.example',
  'reg.example:5000',
  'https://index.docker.io/v1/',
  'docker.io',
);

export const auths = fc.dictionary(
  registryKey,
  fc.record({ username: fc.constantFrom(...users), password: fc.constantFrom(...passwords) }),
  {
    maxKeys: 3,
    size: 'max',
  },
);

const allowed = fc.uniqueArray(fc.constantFrom(...users, 'alice:pw', ''), { maxLength: 3, size: 'max' });

/** The identities that may pull, by prefix of the image's name. */
export const registryAuth = fc.dictionary(
  fc.constantFrom('reg.example', 'reg.example/team', 'app', 'docker.io'),
  allowed,
  {
    maxKeys: 2,
    size: 'max',
  },
);
