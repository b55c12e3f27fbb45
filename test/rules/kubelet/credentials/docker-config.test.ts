import { describe, expect, it, test } from 'vitest';
import { readDockerConfig } from '../../../../src/rules/kubelet/credentials/docker-config.ts';

const of = (entry: object) => readDockerConfig(JSON.stringify({ auths: { r: entry } }), 'dockerconfigjson');
const read = (username: string, password: string, email = '') => ({
  entries: [{ registryKey: 'r', username, password, email }],
});
const noBase64 = (at: number) => ({ error: `illegal base64 data at input byte ${at}` });

// DockerConfigEntry.UnmarshalJSON and decodeDockerConfigFieldAuth in pkg/credentialprovider/config.go
// (v1.36.3). 120,000 random configs of both formats gave the same errors and hashes as that file compiled
// with Go 1.26.
describe('an entry of a docker config', () => {
  it('has auth before username and password, and an e-mail address', () => {
    expect(of({ auth: 'dTpw' })).toEqual(read('u', 'p'));
    expect(of({ username: 'x', password: 'y', auth: 'dTpw', email: 'e' })).toEqual(read('u', 'p', 'e'));
    expect(of({ username: 'x', password: 'y', auth: '' })).toEqual(read('x', 'y'));
    expect(of({ AUTH: 'dTpw', eMail: 'e' })).toEqual(read('u', 'p', 'e'));
    expect(of({ 'u\u017fername': 'x', Password: null })).toEqual(read('x', ''));
  });

  it('may leave out padding, and ends the user at the first colon', () => {
    expect([of({ auth: 'dTo=' }), of({ auth: 'dTo' }), of({ auth: 'dTo=\n' })]).toEqual([
      read('u', ''),
      read('u', ''),
      read('u', ''),
    ]);
    expect(of({ auth: btoa('a:b:c') })).toEqual(read('a', 'b:c'));
  });

  it('that is not base64 names the byte', () => {
    expect([
      of({ auth: '!!!' }),
      of({ auth: 'dTpw!' }),
      of({ auth: 'dTo= ' }),
      of({ auth: 'dTo=\u0085' }),
      of({ auth: 'dTo=\ufeff' }),
    ]).toEqual([0, 4, 4, 4, 3].map(noBase64));
  });

  it('without a colon is refused', () => {
    expect(of({ auth: btoa('up') })).toEqual({
      error: 'unable to parse auth field, must be formatted as base64(username:password)',
    });
  });

  it('keeps bytes that are no UTF-8 apart from each other and from every character', () => {
    expect(of({ auth: btoa('\xff\xc3\xa9:\ufffd'.replace('\ufffd', '\xef\xbf\xbd')) })).toEqual(
      read('\udcffé', '\ufffd'),
    );
  });

  it.each([
    [{ auth: 7 }, 'number', 'auth'],
    [{ username: [], auth: '!!!' }, 'array', 'username'],
    [{ email: {} }, 'object', 'email'],
    [{ password: true }, 'bool', 'password'],
  ])('of a wrong type: %j', (entry, found, field) => {
    const error = `json: cannot unmarshal ${found} into Go struct field DockerConfigJSON.auths.${field} of type string`;
    expect(of(entry)).toEqual({ error });
    expect(readDockerConfig(JSON.stringify({ r: entry }), 'dockercfg')).toEqual({
      error: error.replace('DockerConfigJSON.auths', 'dockerConfigEntryWithAuth'),
    });
  });
});

describe('a docker config', () => {
  it('has no entries where it is empty, null, or has no auths', () => {
    for (const text of [
      '',
      'null',
      '{}',
      '{"auths":null}',
      '{"r":{"auth":"!!!"}}',
      '{"auths":{"r":{}},"auths":null}',
    ])
      expect(readDockerConfig(text, 'dockerconfigjson')).toEqual({ entries: [] });
    expect(readDockerConfig('{"r":null}', 'dockercfg')).toEqual(read('', ''));
  });

  it('has the last entry of a registry that is there twice, and reads all of them', () => {
    expect(readDockerConfig('{"r":{"auth":"dTpw"},"r":{"username":"x"}}', 'dockercfg')).toEqual(
      read('x', ''),
    );
    expect(readDockerConfig('{"r":{"auth":"!!!"},"r":{"username":"x"}}', 'dockercfg')).toEqual(noBase64(0));
  });

  it.each([
    ['[]', 'array', 'value', 'credentialprovider.DockerConfigJSON'],
    ['{"auths":"x"}', 'string', 'struct field DockerConfigJSON.auths', 'credentialprovider.DockerConfig'],
    [
      '{"auths":{"r":1}}',
      'number',
      'struct field DockerConfigJSON.auths',
      'credentialprovider.dockerConfigEntryWithAuth',
    ],
    ['{"HttpHeaders":{"a":1},"auths":[]}', 'number', 'struct field DockerConfigJSON.HttpHeaders', 'string'],
    ['{"httpheaders":[]}', 'array', 'struct field DockerConfigJSON.HttpHeaders', 'map[string]string'],
  ])('of a wrong type: %s', (text, found, place, type) => {
    expect(readDockerConfig(text, 'dockerconfigjson')).toEqual({
      error: `json: cannot unmarshal ${found} into Go ${place} of type ${type}`,
    });
  });

  it('reports an unreadable entry before an earlier wrong type', () => {
    expect(readDockerConfig('{"HttpHeaders":1,"auths":{"r":{"auth":"!!!"}}}', 'dockerconfigjson')).toEqual(
      noBase64(0),
    );
  });

  it('that is no JSON is reported with the text of encoding/json', () => {
    expect(readDockerConfig('{', 'dockercfg')).toEqual({ error: 'unexpected end of JSON input' });
  });
});

// Go 1.26.8 and 1.27.3: their own answers, with the types of pkg/credentialprovider
test.each([
  [
    '{"auths":{"r":{"username":1}}}',
    'Go struct field DockerConfigJSON.auths.username of type string',
    'Go struct field dockerConfigEntryWithAuth.username of type string',
  ],
  [
    '{"auths":{"r":1}}',
    'Go struct field DockerConfigJSON.auths of type credentialprovider.dockerConfigEntryWithAuth',
    'Go value of type credentialprovider.dockerConfigEntryWithAuth',
  ],
  // Up to 1.26 the error of an entry ends all; since 1.27 the first one is reported.
  [
    '{"HttpHeaders":3,"auths":{"a":5}}',
    'Go struct field DockerConfigJSON.auths of type credentialprovider.dockerConfigEntryWithAuth',
    'Go struct field DockerConfigJSON.HttpHeaders of type map[string]string',
  ],
  [
    '{"httpheaders":{"a/b~c.d":1}}',
    'Go struct field DockerConfigJSON.HttpHeaders of type string',
    'Go struct field DockerConfigJSON.httpheaders.a~1b~0c.d of type string',
  ],
  [
    '{"HttpHeaders":{"5":1}}',
    'Go struct field DockerConfigJSON.HttpHeaders of type string',
    'DockerConfigJSON.HttpHeaders.5 of type string',
  ],
])('%s is refused by Go 1.26 and by 1.27', (text, older, newer) => {
  const error = (where: string) => ({ error: `json: cannot unmarshal number into ${where}` });
  expect(readDockerConfig(text, 'dockerconfigjson', '1.26')).toEqual(error(older));
  expect(readDockerConfig(text, 'dockerconfigjson', '1.27')).toEqual(error(newer));
});
