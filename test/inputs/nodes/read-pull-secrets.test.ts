import { describe, expect, it } from 'vitest';
import { formatInputError } from '../../../src/inputs/documents/input-error.ts';
import { accepted, errorsOf } from '../reading.ts';

const password = 'hunter2';
const auths = (entries: object) => JSON.stringify({ auths: entries });
const config = auths({ 'registry.example': { username: 'alice', password } });
const encoded = (text: string) => Buffer.from(text, 'utf8').toString('base64');

function secret(
  name: string,
  data: string,
  type = 'kubernetes.io/dockerconfigjson',
  namespace = 'default',
): string {
  return `---\napiVersion: v1\nkind: Secret\nmetadata: { name: ${name}, namespace: ${namespace} }\ntype: ${type}\n${data}\n`;
}

function dockerConfig(name: string, text = config): string {
  return secret(name, `data:\n  .dockerconfigjson: ${encoded(text)}`);
}

function pod(name: string, spec = ''): string {
  return `---\napiVersion: v1\nkind: Pod\nmetadata: { name: ${name} }\nspec:\n  containers: [{ name: app, image: registry.example/app:1 }]\n${spec}\n`;
}

const pulls = (...names: string[]) =>
  `  imagePullSecrets: [${names.map((name) => `{ name: ${name} }`).join(', ')}]`;
const credentialsIn = (text: string) => accepted(text).input.pods.map(({ credentials }) => credentials);

// getPullSecretsForPod in pkg/kubelet/kubelet_pods.go, pkg/credentialprovider/secrets and config.go (v1.36.3)
describe('a pod’s pull secrets', () => {
  it('are identities: equal users and passwords are equal, whatever Secret and encoding they come in', () => {
    const auth = auths({ 'registry.example': { auth: encoded(`alice:${password}`) } });
    const plain = secret(
      'plain',
      `stringData:\n  .dockerconfigjson: '${auths({ 'registry.example': { username: 'alice', password: 'other' } })}'`,
    );
    const old = secret(
      'old',
      `data: { .dockercfg: ${encoded('{"registry.example":{"username":"alice","password":"hunter2"}}')} }`,
      'kubernetes.io/dockercfg',
    );
    const text =
      dockerConfig('one') +
      dockerConfig('two', auth) +
      plain +
      old +
      pod('web', pulls('one', 'two', 'plain', 'old'));
    expect(
      credentialsIn(text)[0]?.secrets.map(({ identity, source }) => [
        identity,
        source.kind === 'node' ? '' : source.name,
      ]),
    ).toEqual([
      ['credential-1', 'one'],
      ['credential-1', 'two'],
      ['credential-2', 'plain'],
      ['credential-1', 'old'],
    ]);
  });

  it('are the same identities in whatever order the Secrets are written', () => {
    const robot = dockerConfig('a-robot', auths({ 'registry.example': { username: 'robot', password } }));
    const web = pod('web', pulls('one', 'a-robot'));
    expect(credentialsIn(dockerConfig('one') + robot + web)).toEqual(
      credentialsIn(robot + dockerConfig('one') + web),
    );
  });

  it('come from the service account where the pod names none (its admission plugin)', () => {
    const account = (name: string, secretName: string) =>
      `---\napiVersion: v1\nkind: ServiceAccount\nmetadata: { name: ${name} }\nimagePullSecrets: [{ name: ${secretName} }]\n`;
    const text =
      dockerConfig('one') + dockerConfig('two') + account('default', 'one') + account('builder', 'two');
    const names = credentialsIn(
      text + pod('a') + pod('b', '  serviceAccountName: builder') + pod('c', pulls('two')),
    ).map((credentials) =>
      credentials?.secrets.map(({ source }) => (source.kind === 'node' ? '' : source.name)),
    );
    expect(names).toEqual([['one'], ['two'], ['two']]);
  });

  it('that are not there are named, and those without a name passed over', () => {
    expect(credentialsIn(pod('web', '  imagePullSecrets: [{ name: gone }, {}]'))).toEqual([
      { secrets: [], serviceAccount: [], missingSecrets: ['gone'] },
    ]);
    expect(credentialsIn(pod('web', '  imagePullSecrets: [{}]'))).toEqual([undefined]);
    expect(
      credentialsIn(
        dockerConfig('one').replace('namespace: default', 'namespace: other') + pod('web', pulls('one')),
      )[0]?.missingSecrets,
    ).toEqual(['one']);
  });

  it('fail with the first of them that cannot be read', () => {
    const bad = (name: string, auth: string) => dockerConfig(name, auths({ r: { auth } }));
    const text = dockerConfig('one') + bad('two', '%%%') + bad('three', encoded('no colon'));
    const read = (...names: string[]) => credentialsIn(text + pod('web', pulls(...names)))[0];
    expect(read('one', 'two', 'three')).toMatchObject({
      secretsError: 'illegal base64 data at input byte 0',
      secrets: [{ registryKey: 'registry.example' }],
    });
    expect(read('one')).not.toHaveProperty('secretsError');
    const uids = read('one')
      ?.secrets.concat(credentialsIn(dockerConfig('four') + pod('web', pulls('four')))[0]?.secrets ?? [])
      .map(({ source }) => 'uid' in source && source.uid);
    expect(new Set(uids).size).toBe(2);
  });

  it('whose auth field cannot be read fail in the kubelet, in its words', () => {
    const error = (auth: string) =>
      credentialsIn(dockerConfig('one', auths({ r: { auth } })) + pod('web', pulls('one')))[0]?.secretsError;
    expect(error(encoded('no colon'))).toBe(
      'unable to parse auth field, must be formatted as base64(username:password)',
    );
    expect(error('%%%')).toBe('illegal base64 data at input byte 0');
  });

  // The API server wants an object and nothing more (ValidateSecret in pkg/apis/core/validation).
  it.each([
    [
      `{"auths":{"r":"${password}"}}`,
      'DockerConfigJSON.auths of type credentialprovider.dockerConfigEntryWithAuth',
    ],
    [`{"auths":{"r":{"password":["${password}"]}}}`, 'DockerConfigJSON.auths.password of type string'],
    [`{"auths":"${password}"}`, 'DockerConfigJSON.auths of type credentialprovider.DockerConfig'],
  ])('with values of other types fail in the kubelet, and are not shown: %s', (text, place) => {
    const { input } = accepted(dockerConfig('one', text) + pod('web', pulls('one')));
    expect(input.pods[0]?.credentials?.secretsError).toMatch(
      new RegExp(`^json: cannot unmarshal \\w+ into Go struct field ${place}$`),
    );
    expect(JSON.stringify(input)).not.toContain(password);
  });

  it.each([
    ['1.37', 'DockerConfigJSON.auths.username of type string'],
    ['1.38', 'dockerConfigEntryWithAuth.username of type string'],
  ])('fail in the words of the Go that kubelet %s is built with', (kubeletVersion, place) => {
    const text = dockerConfig('one', '{"auths":{"r":{"username":1}}}') + pod('web', pulls('one'));
    const { input } = accepted(text, { kubeletVersion });
    expect(input.pods[0]?.credentials?.secretsError).toBe(
      `json: cannot unmarshal number into Go struct field ${place}`,
    );
  });

  it('other Secrets are passed over in silence', () => {
    const { input, warnings } = accepted(
      secret('opaque', 'data: { password: c2VjcmV0 }', 'Opaque') + pod('web'),
    );
    expect([warnings, input.ignoredKinds]).toEqual([[], {}]);
  });
});

describe('secret values', () => {
  const text =
    dockerConfig('one') +
    pod('web', pulls('one')) +
    `---
apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes:
  defaults:
    credentials: { auths: { '*.example': { username: robot, password: ${password} } } }
serviceAccounts:
  default/default: { registry.example: robot }
registries:
  registry.example:
    private: { 'team/*': [alice, 'secret:default/one', robot] }
`;

  it('never leave the input stage, nor do user names', () => {
    const { input, warnings } = accepted(text);
    const all = JSON.stringify([input, warnings]);
    for (const value of [password, 'alice', 'robot', encoded(config), encoded(password)])
      expect(all).not.toContain(value);
    expect(input.registries['registry.example']?.private).toEqual([
      { repositories: 'team/*', identities: ['credential-2', 'credential-1', 'credential-3'] },
    ]);
    expect(input.nodes[0]?.credentials?.map(({ source }) => source.kind)).toEqual(['node']);
  });

  it.each([
    ['not base64', secret('one', `data: { .dockerconfigjson: "${password}*" }`)],
    ['not JSON', secret('one', `data: { .dockerconfigjson: ${encoded(password)} }`)],
    ['plain and not JSON', secret('one', `stringData: { .dockerconfigjson: "${password}" }`)],
    ['no object', secret('one', `stringData: { .dockerconfigjson: '"${password}"' }`)],
    ['another key', secret('one', `data: { password: ${password} }`)],
    ['a key twice', secret('one', `data: { a: ${password}, a: ${password} }`)],
    ['broken YAML', secret('one', `data: { a: ${password}`)],
    [
      'a List in one line',
      `{"kind":"List","apiVersion":"v1","items":[{"kind":"Secret","apiVersion":"v1","metadata":{"name":"s"},"type":"kubernetes.io/dockerconfigjson","stringData":{".dockerconfigjson":"${password}"}},{"kind":"Pod","apiVersion":"v1","metadata":{"name":"p"},"spec":{"containers":"x"}}]}`,
    ],
    [
      'node credentials of a wrong kind',
      `apiVersion: windlass.dev/v1alpha1\nkind: Scenario\nnodes: { defaults: { credentials: { auths: { r: { password: [${password}] } } }, link: fast } }\n`,
    ],
    [
      'node credentials that are a text',
      `apiVersion: windlass.dev/v1alpha1\nkind: Scenario\nnodes:\n  defaults:\n    credentials: { r: { x: ${password} } }\n`,
    ],
  ])('are not shown in errors: %s', (_, broken) => {
    const errors = errorsOf(
      broken + pod('web').replace(/^---\n/, broken.startsWith('{') ? '---\n' : '---\n'),
    );
    expect(errors.length).toBeGreaterThan(0);
    const shown = errors.map(formatInputError).join('\n');
    expect(shown).not.toContain(password);
    expect(shown).not.toContain(encoded(password));
    expect(errors[0]).toMatchObject({
      file: 'in.yaml',
      line: expect.any(Number),
      column: expect.any(Number),
    });
  });

  it('do not hide the lines around them', () => {
    const [error] = errorsOf(`${dockerConfig('one')}${pod('web').replace('name: app', 'name: 1')}`);
    expect(error?.excerpt).toContain('containers: [{ name: 1');
  });
});

it('warns of users whom nobody in the input is', () => {
  const scenario =
    "apiVersion: windlass.dev/v1alpha1\nkind: Scenario\nregistries: { registry.example: { private: { '*': [mallory, 'secret:a/b'] } } }\n";
  expect(accepted(scenario + pod('web')).warnings).toEqual([
    'in.yaml:3:52: nothing in the input uses the user "mallory"',
    'in.yaml:3:61: nothing in the input uses the user "secret:a/b"',
  ]);
});

describe('what the API server would not take is refused where it stands', () => {
  const expected = 'a docker config as kubectl create secret docker-registry writes it';
  const type = 'kubernetes.io/dockerconfigjson';

  it.each([
    ['data: { other: x }', type, 4, 7, 'type of Secret default/one needs .dockerconfigjson in its data'],
    [
      'data: { .dockerconfigjson: "*" }',
      type,
      5,
      28,
      'data.dockerconfigjson of Secret default/one is not base64',
    ],
    [
      'stringData: { .dockerconfigjson: "x" }',
      type,
      5,
      34,
      'stringData.dockerconfigjson of Secret default/one is not JSON',
    ],
    [
      'stringData: { .dockerconfigjson: "[]" }',
      type,
      5,
      34,
      'stringData.dockerconfigjson of Secret default/one is no JSON object',
    ],
    [
      'data: { .dockerconfigjson: e30= }',
      'kubernetes.io/dockercfg',
      4,
      7,
      'type of Secret default/one needs .dockercfg in its data',
    ],
    ['data: 3', type, 4, 7, 'type of Secret default/one needs .dockerconfigjson in its data'],
  ])('%s', (data, of, line, column, message) => {
    expect(errorsOf(secret('one', data, of).slice(4) + pod('web'))).toMatchObject([
      { code: 'SECRET', line, column, message, expected },
    ]);
  });

  it.each(['stringData: { .dockerconfigjson: "null" }', 'data: { .dockerconfigjson: e30= }'])(
    'but nothing is asked of what is in it: %s',
    (data) => {
      expect(credentialsIn(secret('one', data) + pod('web', pulls('one')))).toEqual([
        { secrets: [], serviceAccount: [], missingSecrets: [] },
      ]);
    },
  );

  it('a ServiceAccount is checked like any object', () => {
    const account =
      '---\napiVersion: v1\nkind: ServiceAccount\nmetadata: { name: default }\nimagePullSecrets: 3\n';
    expect(errorsOf(pod('web') + account)).toMatchObject([
      { message: 'imagePullSecrets must be a list, not 3' },
    ]);
  });
});

describe('who a credential is of', () => {
  const account = (name: string, secretName: string, namespace = 'default') =>
    `---\napiVersion: v1\nkind: ServiceAccount\nmetadata: { name: ${name}, namespace: ${namespace} }\nimagePullSecrets: [{ name: ${secretName} }, {}]\n`;
  const scenario = (fields: string) => `---\napiVersion: windlass.dev/v1alpha1\nkind: Scenario\n${fields}\n`;

  it('a Secret is known by its UID, its own or made of its name', () => {
    const sources = credentialsIn(
      dockerConfig('one').replace('name: one,', 'name: one, uid: u-1,') +
        dockerConfig('two') +
        pod('web', pulls('one', 'two')),
    )[0]?.secrets.map(({ source }) => source);
    expect(sources).toEqual([
      { kind: 'secret', namespace: 'default', name: 'one', uid: 'u-1' },
      { kind: 'secret', namespace: 'default', name: 'two', uid: expect.stringMatching(/^[0-9a-f]{8}-/) },
    ]);
  });

  it('an account is named by the pod in either field, and is of its namespace', () => {
    const text = dockerConfig('one') + account('builder', 'one') + account('default', 'one', 'other');
    const secretsOf = (spec: string) => credentialsIn(text + pod('web', spec))[0]?.secrets.length;
    expect(
      [
        '  serviceAccount: builder',
        '  serviceAccountName: ""\n  serviceAccount: builder',
        '',
        '  serviceAccountName: other',
      ].map(secretsOf),
    ).toEqual([1, 1, undefined, undefined]);
  });

  it('a credential provider gives to pods of an account, of the default namespace where none is said', () => {
    const given = scenario('serviceAccounts: { builder: { r.io: robot }, other/default: { r.io: robot } }');
    const read = (spec: string) => credentialsIn(given + pod('web', spec));
    expect(read('  serviceAccountName: builder')).toEqual([
      {
        secrets: [],
        serviceAccount: [
          {
            identity: 'credential-1',
            registryKey: 'r.io',
            source: { kind: 'serviceAccount', namespace: 'default', name: 'builder', uid: 'default/builder' },
          },
        ],
        missingSecrets: [],
      },
    ]);
    expect(read('')).toEqual([undefined]);
    const named = scenario('serviceAccounts: { default/builder: { r.io: robot } }');
    expect(
      credentialsIn(named + pod('web', '  serviceAccountName: builder'))[0]?.serviceAccount,
    ).toHaveLength(1);
  });

  it('a node has its own, or else those of all', () => {
    const nodes = scenario(
      'nodes: { defaults: { credentials: { r.io: all } }, named: { a: { credentials: { auths: { s.io: { username: own, password: x } } } }, b: {}, c: { credentials: {} } } }',
    );
    const keys = accepted(nodes + pod('web')).input.nodes.map(({ credentials }) =>
      credentials?.map(({ registryKey }) => registryKey),
    );
    expect(keys).toEqual([['s.io'], ['r.io'], undefined]);
    const sources = accepted(nodes + pod('web')).input.nodes.flatMap(({ credentials = [] }) =>
      credentials.map(({ source }) => source),
    );
    expect(sources).toEqual([{ kind: 'node' }, { kind: 'node' }]);
  });

  it.each([
    ['nodes: { defaults: { credentials: { r.io: 3 } } }', 'nodes.defaults.credentials'],
    ['nodes: { named: { a: { credentials: { r.io: "" } } } }', 'nodes.named.a.credentials'],
    [
      'nodes: { defaults: { credentials: { auths: { r.io: { auth: [x] } } } } }',
      'nodes.defaults.credentials',
    ],
    ['serviceAccounts: { x/y: { r.io: [x] } }', 'serviceAccounts.x/y'],
  ])('what is neither users nor a docker config is refused: %s', (fields, name) => {
    expect(errorsOf(scenario(fields) + pod('web'))).toMatchObject([
      {
        line: 4,
        code: 'WRONG_VALUE',
        message: `${name} is neither users by registry nor a docker config`,
        expected: 'users by registry such as { registry.example: robot }, or a docker config with auths',
      },
    ]);
  });

  it('users with the same name and another e-mail address are two, as in the kubelet’s hash', () => {
    const config = (email: string) => auths({ 'r.io': { username: 'alice', password, email } });
    const identities = credentialsIn(
      dockerConfig('a', config('x')) +
        dockerConfig('b', config('y')) +
        dockerConfig('c', config('x')) +
        pod('web', pulls('a', 'b', 'c')),
    )[0]?.secrets.map(({ identity }) => identity);
    expect(identities).toEqual(['credential-1', 'credential-2', 'credential-1']);
    const open =
      "registries: { r.io: { private: { '*': [alice], 'own/*': ['secret:default/b', 'secret:default/b'] } } }";
    const { input, warnings } = accepted(
      dockerConfig('a', config('x')) +
        dockerConfig('b', config('y')) +
        pod('web', pulls('a', 'b')) +
        scenario(open),
    );
    expect(input.registries['r.io']?.private).toEqual([
      { repositories: '*', identities: ['credential-1', 'credential-2'] },
      { repositories: 'own/*', identities: ['credential-2'] },
    ]);
    expect(warnings).toEqual([]);
  });
});
