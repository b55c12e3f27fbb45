import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { SourceText } from '../../../src/input/documents/source-document.ts';
import { withoutSecrets } from '../../../src/input/documents/without-secrets.ts';
import { readInput } from '../../../src/input/read-input.ts';
import { podYaml, scenarioYaml, stream } from '../reading.ts';

const password = 'hunter2';
const base64 = Buffer.from(`u:${password}`).toString('base64');
const shared = (text: string) => {
  const { sources, leftOut } = withoutSecrets([{ name: 'in.yaml', text }]);
  return { text: sources.map((source) => source.text).join('\n'), leftOut };
};
const pod = podYaml('x', '{ containers: [{ name: a, image: redis }] }');
const secret = (rest: string) => `apiVersion: v1\nkind: Secret\nmetadata: { name: a }\n${rest}\n`;

describe('nothing secret goes elsewhere', () => {
  test.each([
    ['a Secret', secret(`stringData: { x: ${password} }`), 'Secret default/a'],
    [
      'a Secret in a List',
      `apiVersion: v1\nkind: List\nitems:\n- ${JSON.stringify({ apiVersion: 'v1', kind: 'Secret', metadata: { namespace: 'n', name: 'b' }, data: { x: base64 } })}`,
      'Secret n/b',
    ],
    ['a misspelt Secret', `{"apiVersion":"v1","kind":"secrets","metadata":{"name":"a"},"x":"${password}"}`, 'Secret default/a'],
    [
      'data of an unknown kind',
      `apiVersion: v1\nkind: Secrte\nmetadata: { name: a }\ntoken: x\ndata: { x: ${password} }`,
      'data of Secrte',
    ],
    ['a docker config', `{"auths":{"r.io":{"auth":"${base64}"}}}`, 'auths of a file'],
    [
      'a docker config of nodes',
      scenarioYaml(`nodes: { defaults: { credentials: { auths: { r.io: { auth: ${base64} } } } } }`),
      'credentials of Scenario',
    ],
    ['a password for a user', scenarioYaml(`nodes: { defaults: { credentials: { r.io: "u:${password}" } } }`), 'credentials of Scenario'],
    ['credentials that are a text', scenarioYaml(`nodes: { defaults: { credentials: ${password} } }`), 'credentials of Scenario'],
    ['an account that is a text', scenarioYaml(`serviceAccounts: { a: ${password} }`), 'serviceAccounts of Scenario'],
    [
      'a variable',
      podYaml('x', `{ containers: [{ name: a, image: redis, env: [{ name: DB_PASSWORD, value: ${password} }] }] }`),
      'the value of DB_PASSWORD',
    ],
    [
      'a file that cannot be read',
      `kind: Secret\nstringData: { x: "${password}`,
      'the file in.yaml: it cannot be read, and may hold secrets',
    ],
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
    ['a command line', podYaml('x', `{ containers: [{ name: a, image: redis, args: [--token=${password}] }] }`)],
    ['an alias to a Secret', `x: &s { kind: Secret, stringData: { x: ${password} } }\nkind: Pod\nspec: *s\n`],
  ])('%s', (_, text) => {
    expect(shared(text).text).not.toMatch(/hunter2|dTpodW50ZXIy/);
  });
});

test('what is no secret stays as it was written, comments too', () => {
  const text = `# why\n${pod}`;
  expect(shared(text)).toEqual({ text, leftOut: [] });
});

test('a file with a Secret makes the run of the file in which it never was', () => {
  const text = readFileSync('examples/pull-secrets.yaml', 'utf8');
  const { sources, leftOut } = withoutSecrets([{ name: 'in.yaml', text }]);
  const without = text.split(/^---\n/m).filter((document) => !document.includes('kind: Secret'));
  expect(leftOut).toEqual(['Secret default/team-registry', 'Secret default/a-copy']);
  expect(without).toHaveLength(4);
  const inputOf = (texts: readonly SourceText[]) => {
    const result = readInput(texts, {});
    return result.ok ? result.input : result.errors;
  };
  expect(inputOf(sources)).toEqual(inputOf([{ name: 'in.yaml', text: without.join('---\n') }]));
});

test('users by registry, which are no secret, stay', () => {
  const scenario = scenarioYaml('nodes: { defaults: { credentials: { r.io: robot } } }\nserviceAccounts: { default/web: { r.io: web } }');
  const text = stream(pod, scenario);
  const { sources, leftOut } = withoutSecrets([{ name: 'in.yaml', text }]);
  expect(leftOut).toEqual([]);
  expect(readInput(sources, {})).toEqual(readInput([{ name: 'in.yaml', text }], {}));
});

describe('what stays of a file with a secret', () => {
  const kept = (document: string) =>
    parseAllDocuments(shared(`${document}---\n${secret('data: { x: y }')}`).text).map((each) => each.toJS());

  test('is all that a run needs, and no free text', () => {
    const annotations = { plain: 'x', long: 'x'.repeat(101), most: 'y'.repeat(100), json: '{"a":1}', lines: 'a\nb', token: 'x' };
    const metadata = { name: 'x', annotations, managedFields: [{ manager: 'kubectl' }] };
    const env = [
      { name: 'A', value: 'b' },
      { name: 'API_KEY', value: 'x' },
      { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
    ];
    const container = {
      name: 'a',
      image: 'redis',
      command: ['x'],
      args: ['y'],
      env,
      volumeMounts: [{ name: 'credentials', mountPath: '/c' }],
    };
    const document = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata,
      spec: { containers: [container], imagePullSecrets: [{ name: 's' }], nodeName: null },
    };
    expect(kept(`${JSON.stringify(document)}\n`)).toEqual([
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { name: 'x', annotations: { plain: 'x', most: 'y'.repeat(100) } },
        spec: {
          containers: [
            {
              name: 'a',
              image: 'redis',
              env: [
                { name: 'A', value: 'b' },
                { name: 'API_KEY', value: '' },
                { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 's', key: 'k' } } },
              ],
              volumeMounts: [{ name: 'credentials', mountPath: '/c' }],
            },
          ],
          imagePullSecrets: [{ name: 's' }],
          nodeName: null,
        },
      },
    ]);
  });

  test('has items of a List that are no Secrets, and nothing where nothing is left', () => {
    const list = (items: string) => `apiVersion: v1\nkind: List\nitems: [${items}]\n`;
    expect(kept(list('{ kind: Secret, metadata: { name: a } }, { kind: Service, apiVersion: v1 }'))).toEqual([
      { apiVersion: 'v1', kind: 'List', items: [{ kind: 'Service', apiVersion: 'v1' }] },
    ]);
    expect(withoutSecrets([{ name: 'in.yaml', text: secret('data: { x: y }') }])).toEqual({ sources: [], leftOut: ['Secret default/a'] });
    expect(withoutSecrets([{ name: 'in.yaml', text: 'hunter2 # password\n' }]).sources).toEqual([]);
  });

  test('has what one text repeats by an alias at both places', () => {
    const [first, second] = kept('x: &x { y: 1 }\nkind: A\nz: *x\n---\nkind: B\n');
    expect([first, second]).toEqual([{ x: { y: 1 }, kind: 'A', z: { y: 1 } }, { kind: 'B' }]);
  });

  test.each([
    ['a name of a user', 'robot', true],
    ['of a hundred letters', 'r'.repeat(100), true],
    ['of more', 'r'.repeat(101), false],
    ['an e-mail address', 'a.b+c@d-e', true],
    ['with a space', 'a b', false],
    ['empty', '', false],
  ])('users by registry are names: %s', (_, user, stays) => {
    const scenario = scenarioYaml(`nodes: { defaults: { credentials: { r.io: ${JSON.stringify(user)} } } }`);
    const defaults = stays ? { credentials: { 'r.io': user } } : {};
    expect(kept(scenario)).toMatchObject([{ nodes: { defaults } }]);
    expect(shared(scenario).leftOut).toEqual(stays ? [] : ['credentials of Scenario']);
  });

  test('users of accounts are two levels deep, and fields for passwords are no registries', () => {
    const said = (accounts: string) => shared(scenarioYaml(`serviceAccounts: ${accounts}`)).leftOut;
    expect(said('{ a/b: { r.io: robot } }')).toEqual([]);
    expect(said('{ a/b: { auths: { r.io: robot } } }')).toEqual(['serviceAccounts of Scenario']);
    expect(said('{ a/b: { password: robot } }')).toEqual(['serviceAccounts of Scenario']);
    expect(said('{ a/b: [robot] }')).toEqual(['serviceAccounts of Scenario']);
    expect(said('[a]')).toEqual(['serviceAccounts of Scenario']);
  });

  test('a Secret is called by namespace and name, as far as it has them', () => {
    const names = ['{ name: a, namespace: n }', '{ name: a }', '{ namespace: n }', '{ name: 7 }', '3'].map(
      (metadata) => shared(`kind: Secret\nmetadata: ${metadata}\ndata: { x: y }\n`).leftOut,
    );
    expect(names.flat()).toEqual([
      'Secret n/a',
      'Secret default/a',
      'Secret n/without a name',
      'Secret without a name',
      'Secret default/without a name',
    ]);
  });
});
