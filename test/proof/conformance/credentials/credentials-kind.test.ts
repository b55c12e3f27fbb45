import { expect, test } from 'vitest';
import { credentialsKind } from '../../../../src/proof/conformance/credentials/credentials-kind.ts';
import type { CredentialsScript } from '../../../../src/proof/conformance/credentials/script-schema.ts';

// PROTOCOL.md: "two keys of one secret that are the same registry and path … are tried in random order".
test('a script is refused where the real one would draw lots, or would panic', () => {
  const script: CredentialsScript = {
    kind: 'imagemanager-credentials',
    name: 'x',
    kubelet: {
      maxParallelImagePulls: 32,
      imagePullBackOff: { initialMs: 1, maxMs: 2 },
      imagePullCredentialsVerificationPolicy: 'Perhaps',
    },
    secrets: [
      {
        namespace: 'ns',
        name: 's',
        uid: 'u',
        auths: {
          'reg.example': { username: 'a', password: '' },
          'https://reg.example/v1/': { username: 'b', password: '' },
        },
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
  expect(credentialsKind.runnerOf('1.31')).toMatchObject({
    error: expect.stringContaining('keeps no pull records'),
  });
  expect(credentialsKind.runnerOf('1.34')).toMatchObject({
    error: expect.stringContaining('in other files'),
  });
});
