import { expect, test } from 'vitest';
import { readInput } from '../../../../src/inputs/read-input.ts';
import { credentialsKind } from '../../../../src/proof/conformance/credentials/credentials-kind.ts';
import type {
  CredentialsScript,
  ScriptSecret,
} from '../../../../src/proof/conformance/credentials/script-schema.ts';

function run(secrets: readonly Pick<ScriptSecret, 'raw' | 'type'>[]) {
  const runner = credentialsKind.runnerOf('1.36');
  if ('error' in runner) throw new Error(runner.error);
  const script: CredentialsScript = {
    kind: 'imagemanager-credentials',
    name: 'raw',
    kubelet: { maxParallelImagePulls: null, imagePullBackOff: { initialMs: 10_000, maxMs: 300_000 } },
    secrets: secrets.map((secret, index) => ({
      namespace: 'ns',
      name: `s${index}`,
      uid: `u${index}`,
      ...secret,
    })),
    runtime: { images: [], pulls: { 'reg.example/app:1': [{ ref: 'sha256:aa', size: 1 }] } },
    calls: [
      {
        at: 0,
        id: 'c1',
        pod: { namespace: 'ns', name: 'a', uid: 'a' },
        image: 'reg.example/app:1',
        policy: 'Always',
        pullSecrets: secrets.map((_, index) => `s${index}`),
      },
    ],
  };
  const { trace } = runner.run(script);
  return { trace, text: JSON.stringify(trace) };
}

const raw = (entry: object) => ({ raw: JSON.stringify({ auths: { 'reg.example': entry } }) });

// Recorded from v1.36.3: test/proof/conformance/regressions/imagemanager-credentials
test('auth is the user and password that the registry is shown', () => {
  expect(run([raw({ auth: 'dTpw', username: 'other' })]).trace).toContainEqual(
    expect.objectContaining({ op: 'PullImage', username: 'u', password: 'p' }),
  );
});

test('the e-mail address is part of the hash in the records', () => {
  const hash = (entry: object) => /"credentialHash":"([0-9a-f]+)"/.exec(run([raw(entry)]).text)?.[1];
  const plain = hash({ username: 'u', password: 'p' });
  expect(plain).toMatch(/^[0-9a-f]{64}$/);
  expect(hash({ auth: 'dTpw' })).toBe(plain);
  expect(hash({ auth: 'dTpw', email: 'e' })).not.toBe(plain);
});

test('what cannot be read is told in the words of Go, by scripts as by run', () => {
  for (const auth of ['!!!', btoa('no colon'), 7]) {
    const { raw: text } = raw({ auth });
    const read = readInput([{ name: 'in.yaml', text: `${secretWith(text)}---\n${pod}` }], {});
    const error = read.ok ? read.input.pods[0]?.credentials?.secretsError : undefined;
    expect(error).toMatch(
      /^illegal base64 data at input byte 0$|^unable to parse auth field|^json: cannot unmarshal number/,
    );
    expect(run([{ raw: text }]).text).toContain(error);
  }
});

const pod =
  'apiVersion: v1\nkind: Pod\nmetadata: { name: p }\nspec: { imagePullSecrets: [{ name: s }], containers: [{ name: a, image: reg.example/app:1 }] }\n';

function secretWith(text: string): string {
  return `apiVersion: v1\nkind: Secret\nmetadata: { name: s }\ntype: kubernetes.io/dockerconfigjson\nstringData: { .dockerconfigjson: '${text}' }\n`;
}
