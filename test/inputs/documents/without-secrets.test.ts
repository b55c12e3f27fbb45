import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { SourceText } from '../../../src/inputs/documents/source-document.ts';
import { withoutSecrets } from '../../../src/inputs/documents/without-secrets.ts';
import { readInput } from '../../../src/inputs/read-input.ts';
import { podYaml, scenarioYaml, stream } from '../reading.ts';

const password = 'hunter2';
const base64 = Buffer.from(`u:${password}`).toString('base64');
const shared = (text: string) => {
  const { sources, leftOut } = withoutSecrets([{ name: 'in.yaml', text }]);
  return { text: sources.map((source) => source.text).join('\n'), leftOut };
};
const pod = podYaml('x', '{ containers: [{ name: a, image: redis }] }');
const secret = (rest: string) => `apiVersion: v1\nkind: Secret\nmetadata: { name: a }\n${rest}\n`;

const unreadable = 'the file in.yaml: it cannot be read, and may hold secrets';

describe('nothing secret goes elsewhere', () => {
  test.each([
    ['a Secret', secret(`stringData: { x: ${password} }`), 'Secret default/a'],
    [
      'a Secret with a docker config',
      secret(
        `type: kubernetes.io/dockerconfigjson\nstringData: { .dockerconfigjson: '{"auths":{"r.io":{"username":"u","password":"${password}","auth":"${base64}"}}}' }`,
      ),
      'users and passwords of Secret default/a',
    ],
    [
      'a Secret in a List',
      `apiVersion: v1\nkind: List\nitems:\n- ${JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { namespace: 'n', name: 'b' }, data: { x: base64 } })}`,
      'Secret n/b',
    ],
    [
      'a misspelt Secret',
      `{"apiVersion":"v1","kind":"secrets","metadata":{"name":"a"},"x":"${password}"}`,
      unreadable,
    ],
    [
      'data of an unknown kind',
      `apiVersion: v1\nkind: Secrte\nmetadata: { name: a }\ntoken: x\ndata: { x: ${password} }`,
      unreadable,
    ],
    ['a docker config', `{"auths":{"r.io":{"auth":"${base64}"}}}`, unreadable],
    [
      'a docker config of nodes',
      scenarioYaml(`nodes: { defaults: { credentials: { auths: { r.io: { auth: ${base64} } } } } }`),
      'users and passwords in credentials of the Scenario',
    ],
    [
      'a password for a user',
      scenarioYaml(`nodes: { defaults: { credentials: { r.io: "u:${password}" } } }`),
      'users and passwords in credentials of the Scenario',
    ],
    [
      'a password for the user of an account',
      scenarioYaml(`serviceAccounts: { a: { r.io: ${password} } }`),
      'users and passwords in serviceAccounts of the Scenario',
    ],
    ['a file that cannot be read', `kind: Secret\nstringData: { x: "${password}`, unreadable],
  ])('%s', (_, text, words) => {
    const { text: kept, leftOut } = shared(text);
    expect(text).toMatch(/hunter2|dTpodW50ZXIy/);
    expect(kept + leftOut.join()).not.toMatch(/hunter2|dTpodW50ZXIy/);
    expect(leftOut).toEqual([words]);
  });

  test.each([
    ['a comment', `# auth: ${base64}\n${pod}`],
    ['a Secret that is commented out', `${pod}# kind: Secret\n# data: { x: ${password} }\n`],
    [
      'an annotation',
      `apiVersion: v1\nkind: Pod\nmetadata: { name: x, annotations: { a: '{"kind":"Secret","stringData":{"x":"${password}"}}' } }\nspec: { containers: [{ name: a, image: redis }] }`,
    ],
    [
      'a command line',
      podYaml('x', `{ containers: [{ name: a, image: redis, args: [--token=${password}] }] }`),
    ],
    [
      'a variable',
      podYaml(
        'x',
        `{ containers: [{ name: a, image: redis, env: [{ name: PGPASS, value: ${password} }] }] }`,
      ),
    ],
    ['an alias to a Secret', `x: &s { kind: Secret, stringData: { x: ${password} } }\nkind: Pod\nspec: *s\n`],
  ])('%s', (_, text) => {
    expect(shared(text).text).not.toMatch(/hunter2|dTpodW50ZXIy/);
  });
});

const inputOf = (texts: readonly SourceText[]) => {
  const result = readInput(texts, {});
  return result.ok ? result.input : result.errors;
};

test('a Secret keeps which credentials it has, so that the run is the same', () => {
  const text = readFileSync('examples/pull-secrets.yaml', 'utf8');
  const { sources, leftOut } = withoutSecrets([{ name: 'in.yaml', text }]);
  expect(leftOut).toEqual([
    'users and passwords of Secret default/team-registry',
    'users and passwords of Secret default/a-copy',
  ]);
  expect(sources[0]?.text).toContain(
    `{"auths":{"registry.example":{"username":"alice","password":"password-1"}}}`,
  );
  expect(inputOf(sources)).toEqual(inputOf([{ name: 'in.yaml', text }]));
});

test('users by registry have stand-ins, equal ones the same; those whom the Scenario lets read keep their names', () => {
  const scenario = scenarioYaml(
    'nodes: { defaults: { credentials: { r.io: robot, s.io: web } } }\nserviceAccounts: { default/web: { r.io: web } }\nregistries: { r.io: { private: { "*": [robot] } } }',
  );
  const text = stream(pod, scenario);
  const { sources } = withoutSecrets([{ name: 'in.yaml', text }]);
  const [, shown] = parseAllDocuments(sources[0]?.text ?? '').map(
    (each) => each.toJS() as Record<string, unknown>,
  );
  expect(shown?.nodes).toEqual({ defaults: { credentials: { 'r.io': 'robot', 's.io': 'user-1' } } });
  expect(shown?.serviceAccounts).toEqual({ 'default/web': { 'r.io': 'user-1' } });
  expect(readInput(sources, {})).toEqual(readInput([{ name: 'in.yaml', text }], {}));
});

describe('what stays of a file', () => {
  const kept = (document: string) =>
    parseAllDocuments(shared(document).text).map((each) => each.toJS() as unknown);

  test('is all that a run needs, and no free text', () => {
    const metadata = {
      name: 'x',
      annotations: { plain: 'x' },
      labels: { app: 'x', 'topology.kubernetes.io/zone': 'a' },
      managedFields: [{}],
    };
    const container = {
      name: 'a',
      image: 'redis',
      command: ['x'],
      args: ['y'],
      env: [{ name: 'A', value: 'b' }],
      livenessProbe: { httpGet: { path: '/?token=x', port: 80 } },
      volumeMounts: [{ name: 'credentials', mountPath: '/c' }],
    };
    const document = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata,
      spec: {
        containers: [container],
        imagePullSecrets: [{ name: 's' }],
        nodeName: null,
        nodeSelector: { 'topology.kubernetes.io/zone': 'a' },
        activeDeadlineSeconds: 5,
        volumes: [{ name: 'credentials', csi: { driver: 'd', volumeAttributes: { p: 'x' } } }],
      },
    };
    expect(kept(`${JSON.stringify(document)}\n`)).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'x', labels: { 'topology.kubernetes.io/zone': 'a' } },
        spec: {
          containers: [
            {
              name: 'a',
              image: 'redis',
              livenessProbe: { content: 'left out' },
              volumeMounts: [{ name: 'credentials' }],
            },
          ],
          imagePullSecrets: [{ name: 's' }],
          nodeName: null,
          nodeSelector: { 'topology.kubernetes.io/zone': 'a' },
          activeDeadlineSeconds: 5,
          volumes: [{ name: 'credentials', csi: { content: 'left out' } }],
        },
      },
    ]);
  });

  test('has items of a List that are no Secrets, of kinds without pods only the kind, and nothing where nothing is left', () => {
    const list = (items: string) => `apiVersion: v1\nkind: List\nitems: [${items}]\n`;
    const service = '{ kind: Service, apiVersion: v1, spec: { externalName: x } }';
    expect(kept(list(`{ kind: Secret, apiVersion: v1, metadata: { name: a } }, ${service}`))).toEqual([
      { apiVersion: 'v1', kind: 'List', items: [{ kind: 'Service', apiVersion: 'v1' }] },
    ]);
    expect(withoutSecrets([{ name: 'in.yaml', text: secret('data: { x: y }') }])).toEqual({
      sources: [],
      leftOut: ['Secret default/a'],
    });
    expect(withoutSecrets([{ name: 'in.yaml', text: 'hunter2 # password\n' }]).sources).toEqual([]);
  });

  test('reads back as it was: words that YAML 1.1 has as booleans, and what an alias repeats', () => {
    const text = podYaml(
      'x',
      '{ nodeSelector: &l { a: "yes", b: "1.10", c: "off" }, containers: [{ name: "on", image: redis }] }',
    );
    const { sources } = withoutSecrets([{ name: 'in.yaml', text }]);
    expect(sources[0]?.text).toContain('a: "yes"');
    expect(kept(text)).toMatchObject([{ spec: { nodeSelector: { a: 'yes', b: '1.10', c: 'off' } } }]);
  });

  test('a Secret is called by namespace and name, as far as it has them', () => {
    const names = ['{ name: a, namespace: n }', '{ name: a }', '{ namespace: n }', '{ name: 7 }', '3'].map(
      (metadata) => shared(`apiVersion: v1\nkind: Secret\nmetadata: ${metadata}\ndata: { x: y }\n`).leftOut,
    );
    expect(names.flat()).toEqual([
      'Secret n/a',
      'Secret default/a',
      'Secret n/without a name',
      'Secret default/without a name',
      'Secret default/without a name',
    ]);
  });

  test('errors in it have places of their own', () => {
    const { sources } = withoutSecrets([{ name: 'in.yaml', text: `# one\n# two\n${pod}` }]);
    const result = readInput(
      sources.map(({ name, text }) => ({ name, text: text.replace('image: redis', 'image: 7') })),
      {},
    );
    expect(result.ok ? [] : result.errors).toMatchObject([
      { file: 'in.yaml', line: 8, column: 14, excerpt: expect.stringContaining('image: 7') },
    ]);
  });
});
