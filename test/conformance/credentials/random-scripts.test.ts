import fc from 'fast-check';
import { expect, test } from 'vitest';
import { credentialsKind } from '../../../src/conformance/credentials/credentials-kind.ts';
import type { CredentialsScript } from '../../../src/conformance/credentials/script-schema.ts';

function run(script: CredentialsScript) {
  const runner = credentialsKind.runnerOf('1.36');
  if ('error' in runner) throw new Error(runner.error);
  return runner.run(script);
}

test('random scripts keep to the protocol and run alike twice', () => {
  fc.assert(
    fc.property(credentialsKind.random(), (script) => {
      expect(credentialsKind.schema.safeParse(script).success).toBe(true);
      expect(credentialsKind.problemsOf(script)).toEqual([]);
      expect(JSON.stringify(run(script))).toBe(JSON.stringify(run(script)));
    }),
    { numRuns: 60 },
  );
});

test('simpler scripts keep to the protocol, and none leads back', () => {
  fc.assert(
    fc.property(credentialsKind.random(), (script) => {
      for (const simpler of credentialsKind.simpler(script)) {
        expect(JSON.stringify(simpler)).not.toBe(JSON.stringify(script));
        expect(credentialsKind.schema.safeParse(simpler).success).toBe(true);
        expect(credentialsKind.problemsOf(simpler)).toEqual([]);
      }
    }),
    { numRuns: 20 },
  );
});

// PROTOCOL.md: "two keys of one secret that are the same registry and path … are tried in random order".
test('a script is refused where the real one would draw lots, or would panic', () => {
  const script: CredentialsScript = {
    kind: 'imagemanager-credentials',
    name: 'x',
    kubelet: { maxParallelImagePulls: 32, imagePullBackOff: { initialMs: 1, maxMs: 2 }, imagePullCredentialsVerificationPolicy: 'Perhaps' },
    secrets: [
      {
        namespace: 'ns',
        name: 's',
        uid: 'u',
        auths: { 'reg.example': { username: 'a', password: '' }, 'https://reg.example/v1/': { username: 'b', password: '' } },
      },
    ],
    runtime: { images: [] },
    calls: [],
  };
  expect(credentialsKind.problemsOf(script)).toEqual([
    'kubelet.imagePullCredentialsVerificationPolicy: there is no policy "Perhaps"',
    'kubelet.maxParallelImagePulls: expected at most 31: above that, the real one panics for some images',
    'secrets[0]: two keys that mean the same registry and path are tried in random order',
  ]);
});

test('releases without pull records have no runner', () => {
  expect(credentialsKind.runnerOf('1.31')).toMatchObject({ error: expect.stringContaining('keeps no pull records') });
  expect(credentialsKind.runnerOf('1.34')).toMatchObject({ error: expect.stringContaining('in other files') });
});
