import fc from 'fast-check';
import { passwords, registryKey, users } from './random-values.ts';
import type { ScriptSecret } from './script-schema.ts';

/**
 * A user and password for a registry, as `auth` and as fields. Some users contain a colon, and some values
 * are no UTF-8.
 */
const pair = fc.oneof(
  { withCrossShrink: true },
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom(...users), fc.constantFrom(...passwords)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ['alice:x', 'pw'],
      ['', ''],
      ['bob', ''],
      ['b\xff\xfe', '\xc3'],
      ['bob', 'p:w'],
    ),
  },
);

/** Ways to write base64: correctly, without padding, and in a way that no decoder accepts. */
const spelling: fc.Arbitrary<(encoded: string) => string> = fc.oneof(
  { withCrossShrink: true },
  {
    weight: 12,
    arbitrary: fc.constantFrom(
      (encoded: string) => encoded,
      withoutPadding,
      (encoded: string) => `${encoded.slice(0, 3)}\n${encoded.slice(3)}`,
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      (encoded: string) => `${encoded}=`,
      (encoded: string) => `${encoded} `,
      (encoded: string) => `${withoutPadding(encoded)}!=`,
      (encoded: string) => encoded.slice(0, -1),
      (encoded: string) => encoded.slice(1),
      (encoded: string) => encoded.replaceAll('=', '=\n'),
      () => '!!!',
      () => btoa('no colon'),
    ),
  },
);

function withoutPadding(encoded: string): string {
  return encoded.replace(/=+$/, '');
}

const auth = fc
  .tuple(pair, spelling)
  .map(([[user = '', password = ''], spelt]) => spelt(btoa(`${user}:${password}`)));
const email = fc.constantFrom('a@example', 'b@example', '');

/**
 * One registry of a docker config. `auth` has precedence over the other two fields. The e-mail address
 * distinguishes equal users.
 */
const entry = fc.oneof(
  { withCrossShrink: true },
  {
    weight: 3,
    arbitrary: fc.record(
      { username: fc.constantFrom(...users), password: fc.constantFrom(...passwords), email },
      { requiredKeys: ['username', 'password'] },
    ),
  },
  {
    weight: 6,
    arbitrary: fc.record({ auth, email, username: fc.constantFrom(...users) }, { requiredKeys: ['auth'] }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ Auth: auth, EMAIL: email, identitytoken: fc.constant('t') }, { requiredKeys: [] }),
  },
);

/** Texts that are no docker config, or one without a registry. */
const odd = fc.constantFrom(
  '',
  '{',
  'null',
  '[]',
  '{}',
  '{"auths":null}',
  '{"auths":"x"}',
  '{"reg.example":1}',
  '{"auths":{"reg.example":{"auth":7}}}',
  'é',
);

/**
 * What a pull secret has in place of `auths`: its raw data in either format, sometimes with the type of the
 * other.
 */
export const rawDockerConfig: fc.Arbitrary<Pick<ScriptSecret, 'raw' | 'type'>> = fc
  .record({
    entries: fc.dictionary(registryKey, entry, { minKeys: 1, maxKeys: 3, size: 'max' }),
    isOld: fc.boolean(),
    isTyped: fc.integer({ min: 0, max: 15 }).map((drawn) => drawn > 0),
    odd: fc.option(odd, { freq: 15, nil: undefined }),
  })
  .map((drawn) => ({
    raw: drawn.odd ?? JSON.stringify(drawn.isOld ? drawn.entries : { auths: drawn.entries }),
    type: drawn.isOld === drawn.isTyped ? 'dockercfg' : 'kubernetes.io/dockerconfigjson',
  }));
