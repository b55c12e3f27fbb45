import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { redactedText, redactedValue } from '../../../src/inputs/documents/redacted-text.ts';

const hidden = (text: string) => redactedText(text).replace(/\*+/g, '*');

describe('credentials are hidden in', () => {
  test.each([
    [
      'an address with user and password',
      'Get "https://u:pw@h.io/v2/": EOF',
      'Get "https://*@h.io/v2/": EOF',
    ],
    ['one whose password has an @', 'https://u:p@ss@h.io/x', 'https://*@h.io/x'],
    ['one whose password has a slash', 'https://u:p/w@h.io/x', 'https://*@h.io/x'],
    ['one with a token for a user', 'https://x-token@h.io', 'https://*@h.io'],
    ['one without a scheme', 'amqp:u:pw@broker', '*@broker'],
    ['an option', 'docker.io=https://u:pw@m.io', 'docker.io=https://*@m.io'],
    ['an address of a database', 'postgres://u:pw@db:5432/x', 'postgres://*@db:5432/x'],
    [
      'a signed address of S3',
      'https://b.s3.io/k?X-Amz-Credential=A&X-Amz-Signature=b',
      'https://b.s3.io/k?X-Amz-Credential=*&X-Amz-Signature=*',
    ],
    ['a signed address of Azure', 'https://b.blob.io/k?sv=2&sig=a%2F', 'https://b.blob.io/k?sv=*&sig=*'],
    ['a parameter of any name', 'https://h.io/?ns=docker.io&hunter=2', 'https://h.io/?ns=docker.io&hunter=*'],
    ['a parameter without an address', 'GET /v2/?access_token=a', 'GET /v2/?access_token=*'],
    ['a header', 'header Authorization: Bearer abc.def', 'header Authorization: Bearer *'],
    ['a header in JSON', '{"Authorization":"Basic dTpwdw==","x":1}', '{"Authorization":"Basic *","x":1}'],
    ['a header without a scheme', 'authorization=abc', 'authorization=*'],
    [
      'a signed header',
      'Authorization: AWS4-HMAC-SHA256 Credential=A/b, Signature=c',
      'Authorization: AWS4-HMAC-SHA256 * *',
    ],
    ['a bearer token', 'sent Bearer abcdefgh', 'sent Bearer *'],
    ['a basic token', 'sent Basic dXNlcjpwdw==', 'sent Basic *'],
    ['a password', 'password=hunter2, user=x', 'password=*, user=x'],
    ['a flag', 'login --password hunter2 -v', 'login --password * -v'],
    ['a variable', 'DB_PASSWORD=hunter2', 'DB_PASSWORD=*'],
    ['a header of GitLab', 'PRIVATE-TOKEN: abc', 'PRIVATE-TOKEN: *'],
    ['a cookie', 'Cookie: a=b; c=d', 'Cookie: * *'],
    [
      'a token by its form',
      'with eyJhbGciOiJI.eyJzdWIi.SflKxw and ghp_aaaaaaaaaaaaaaaaaaaaaaaa',
      'with * and *',
    ],
    [
      'a key',
      '-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END',
      '-----BEGIN RSA PRIVATE KEY-----\n*\n-----END',
    ],
  ])('%s', (_, text, shown) => {
    expect(hidden(text)).toBe(shown);
  });
});

describe('nothing is hidden in', () => {
  test.each([
    'redis:7@sha256:0123456789abcdef',
    'localhost:5000/team/app@sha256:0123',
    'https://registry.example:5000/v2/app@sha256:0123',
    'https://auth.docker.io/token?scope=repository%3Alibrary%2Fredis%3Apull&service=registry.docker.io',
    'failed to authorize: failed to fetch anonymous token: unexpected status: 401 Unauthorized',
    'no basic auth credentials',
    'Bearer realm="https://auth.docker.io/token",service="registry.docker.io"',
    'server message: invalid_token: authorization failed',
    'pull access denied, repository does not exist or may require authorization: server message: insufficient_scope',
    'secret:team/pull-secret',
    'Unable to retrieve some image pull secrets (a, b); attempting to pull the image may not succeed.',
    'alice@example.com',
    'Deployment/web:app=registry.example:5000/a@sha256:0123,5m',
  ])('%s', (text) => {
    expect(redactedText(text)).toBe(text);
  });
});

test('what stays has its place, and a text that is redacted again stays the same', () => {
  const part = fc.constantFrom(
    'https://',
    'u:pw@',
    'h.io',
    '/v2/',
    '?sig=',
    'a&token=b',
    'Authorization: ',
    'Bearer ',
    'abcdefgh',
    ' ',
    '"',
    '\n',
    'x',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const redacted = redactedText(text);
      expect(redacted).toHaveLength(text.length);
      expect([...redacted].every((letter, index) => letter === text[index] || letter === '*')).toBe(true);
      expect(redactedText(redacted)).toBe(redacted);
    }),
  );
});

test('no text takes long', () => {
  const texts = [
    'https://?a',
    'a:',
    'x-',
    'token',
    'a-',
    'bearer ',
    'https://a?b&',
    '//a',
    'eyJ',
    'authorization ',
  ].map((text) => text.repeat(20_000));
  const begun = process.cpuUsage();
  for (const text of texts) redactedText(`${text} secret`);
  expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000);
});

test('a value has its keys redacted too, and is the same object where nothing is hidden', () => {
  const plain = { a: [1, 'x', { b: null }] };
  expect(redactedValue(plain)).toBe(plain);
  expect(
    redactedValue(
      { 'https://u:pw@h': { x: ['https://u:pw@h'], kept: 'https://u:pw@h' } },
      (name) => name === 'kept',
    ),
  ).toEqual({
    'https://****@h': { x: ['https://****@h'], kept: 'https://u:pw@h' },
  });
});
