import { describe, expect, it } from 'vitest';
import type { PullError, RequestPoint } from '../../../../src/rules/runtime/errors/pull-error.ts';
import { selectRuntimeProfile } from '../../../../src/rules/runtime/profiles/select-runtime-profile.ts';

// What no recorded run of 2.4.2 shows (error-texts.test.ts has those): the same errors after the tag was
// resolved

const digest = `sha256:${'a'.repeat(64)}`;
const layer: RequestPoint = { method: 'GET', kind: 'layer', digest };
const mirror: RequestPoint = { ...layer, host: 'mirror.internal:5000' };
const text = (error: PullError, image = 'quay.io/team/app:v1') =>
  selectRuntimeProfile('containerd://2.4').profile.errorText(error, image);
const open =
  'failed to pull and unpack image "quay.io/team/app:v1": failed to copy: httpReadSeeker: failed open: ';
const noAccess = 'pull access denied, repository does not exist or may require authorization: ';
const blob = `https://quay.io/v2/team/app/blobs/${digest}`;

describe('containerd 2.4 says of a layer', () => {
  it.each<readonly [what: string, error: PullError, expected: string]>([
    [
      'without credentials',
      { kind: 'noBasicCredentials', at: layer },
      `${noAccess}authorization failed: no basic auth credentials`,
    ],
    [
      'whose token is refused',
      { kind: 'tokenRefused', status: 401, anonymous: true, at: layer },
      'failed to authorize: failed to fetch anonymous token: unexpected status from GET request to https://quay.io/v2/token?scope=repository%3Ateam%2Fapp%3Apull&service=quay.io: 401 Unauthorized',
    ],
    [
      'that the token does not open',
      { kind: 'insufficientScope', at: layer },
      `${noAccess}server message: insufficient_scope: authorization failed`,
    ],
    [
      'that is refused',
      { kind: 'refused', at: layer },
      `failed to do request: Get "${blob}": dial tcp quay.io:443: connect: connection refused`,
    ],
    [
      'that is reset before its first byte',
      { kind: 'reset', at: layer, inBody: false },
      `failed to do request: Get "${blob}": read tcp NODE:PORT->quay.io:443: read: connection reset by peer`,
    ],
    [
      'at a mirror in trouble',
      { kind: 'status', status: 502, at: mirror },
      `unexpected status from GET request to https://mirror.internal:5000/v2/team/app/blobs/${digest}?ns=quay.io: 502 Bad Gateway`,
    ],
  ])('%s', (_, error, expected) => {
    expect(text(error)).toBe(`${open}${expected}`);
  });
});

it.each([
  ['uppercase', ': repository name (TEAM/app) must be lowercase'],
  ['invalid', ''],
] as const)(
  'containerd 2.4 says of a name that it cannot read (%s) “invalid reference format%s”',
  (reason, more) => {
    expect(text({ kind: 'badReference', reason }, 'quay.io/TEAM/app:v1')).toBe(
      `failed to parse image reference "quay.io/TEAM/app:v1": invalid reference format${more}`,
    );
  },
);
