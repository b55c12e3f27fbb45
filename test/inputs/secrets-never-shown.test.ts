import { expect, it } from 'vitest';
import { formatInputError } from '../../src/inputs/documents/input-error.ts';
import { readInput } from '../../src/inputs/read-input.ts';
import { scenarioYaml } from './reading.ts';

/** Secret values never leave the input stage, whatever is wrong with the text that they stand in. */
const password = 'hunter2';
const auth = Buffer.from(`u:${password}`).toString('base64');
const config = Buffer.from(`{"auths":{"r.io":{"username":"u","password":"${password}"}}}`).toString('base64');

function everythingSaid(text: string): string {
  const result = readInput([{ name: 'in.yaml', text }], {});
  return result.ok
    ? JSON.stringify(result)
    : result.errors.map(formatInputError).join('\n') + JSON.stringify(result.errors);
}

const secret = (rest: string) => `apiVersion: v1\nkind: Secret\nmetadata: { name: a }\n${rest}\n`;
const pulling = (rest: string) => `${secret(rest)}---
apiVersion: v1
kind: Pod
metadata: { name: p }
spec: { imagePullSecrets: [{ name: a }], containers: [{ name: a, image: r.io/a:1 }] }
`;

it.each([
  [
    'JSON in one line with a comma too many',
    `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"},"stringData":{"x":"${password}"},}}`,
  ],
  [
    'flow style that does not end',
    `{apiVersion: v1, kind: Secret, metadata: {name: a}, stringData: {x: "${password}`,
  ],
  [
    'an item of a List that is no YAML',
    `apiVersion: v1\nkind: List\nitems:\n- kind: Secret\n  stringData: { x: "${password} }`,
  ],
  ['a kind with a tag', `apiVersion: v1\nkind: !!str Secret\nstringData:\n  x: "${password}" ${password}`],
  ['a value that reads as an alias', secret(`stringData:\n  x: *${password}`)],
  ['an alias within its anchor', secret(`stringData: &${password} { a: *${password} }`)],
  ['a value that reads as a tag', secret(`stringData:\n  x: !${password} x`)],
  ['a value that reads as a directive', secret(`stringData:\n  x: %${password}`)],
  ['a value that reads as a block scalar', secret(`stringData:\n  x: |${password}`)],
  ['a value with an escape', secret(`stringData:\n  x: "\\${password}"`)],
  ['bad indentation', secret(`stringData:\n    x: y\n   z: ${password}`)],
  ['a key that is a mapping', secret(`stringData: { ? { a: ${password} } : 3 }`)],
  [
    'a document before it whose quote does not end',
    `kind: Pod\nmetadata: { name: "x\n---\n${secret(`stringData: { x: "${password}" }`)}`,
  ],
  ['a misspelt kind', `{"kind":"Secrets","metadata":{"name":"a"},"stringData":{"x":"${password}"}}`],
  ['a kind in lower case', `{"kind":"secret","metadata":{"name":"a"},"x":"${password}"}`],
  [
    'no kind',
    `{"metadata":{"name":"a"},"type":"kubernetes.io/dockerconfigjson","data":{".dockerconfigjson":"${config}"}}`,
  ],
  ['a docker config as docker keeps it', `{"auths":{"r.io":{"auth":"${auth}"}}}`],
  ['a docker config that does not end', `{"auths":{"r.io":{"auth":"${auth}"}}`],
  [
    'JSON nested too deep',
    `{"kind":"Secret","stringData":{"x":"${password}"},"d":${'['.repeat(300)}${']'.repeat(300)}}`,
  ],
  ['nothing but a password', password],
  ['a list with a password', `- ${password}\n- kind: Secret\n`],
  ['a text for stringData', secret(`type: [${password}]\nstringData: ${password}`)],
  [
    'data that is not base64',
    pulling(`type: kubernetes.io/dockerconfigjson\ndata: { .dockerconfigjson: "${config}!" }`),
  ],
  [
    'an auth that is not base64',
    pulling(`type: kubernetes.io/dockercfg\nstringData: { .dockercfg: '{"r.io":{"auth":"${password}"}}' }`),
  ],
  [
    'an identity token',
    pulling(
      `type: kubernetes.io/dockerconfigjson\nstringData: { .dockerconfigjson: '{"auths":{"r.io":{"identitytoken":"${password}"}}}' }`,
    ),
  ],
  ['credentials of nodes that are a text', scenarioYaml(`nodes: { defaults: { credentials: ${password} } }`)],
  ['credentials of an account that are a text', scenarioYaml(`serviceAccounts: { a: ${password} }`)],
  ['service accounts that are a text', scenarioYaml(`serviceAccounts: ${password}`)],
  [
    'credentials that do not end',
    scenarioYaml(`nodes: { defaults: { credentials: { auths: { r.io: { password: "${password} } } } } }`),
  ],
  [
    'credentials through an alias',
    scenarioYaml(
      `x: &c { r.io: { username: u, k: ${password} } }\nnodes: { defaults: { credentials: { auths: *c } } }`,
    ),
  ],
  ['a misspelt field for credentials', scenarioYaml(`credential: { r.io: ${password} }`)],
])('secret values are shown nowhere: %s', (_, text) => {
  const said = everythingSaid(text);
  expect(said.length).toBeGreaterThan(40);
  expect(said).not.toContain(password);
  expect(said).not.toContain(auth);
  expect(said).not.toContain(config.slice(8, 32));
});

it('says what is wrong with YAML that holds a secret, and where, without the line', () => {
  const result = readInput([{ name: 'in.yaml', text: secret(`stringData: { x: "${password}`) }], {});
  expect(result.ok ? [] : result.errors.map(formatInputError)[0]).toBe(
    'in.yaml:5:1: not valid YAML: Missing closing quote',
  );
});
