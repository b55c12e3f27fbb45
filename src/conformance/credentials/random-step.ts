import fc from 'fast-check';
import { images, registryAuth, size } from './random-values.ts';
import { recordFileName } from './record-json.ts';
import type { CredentialsStep, ScriptSecret, ScriptServiceAccount } from './script-schema.ts';

const refs = ['sha256:aa', 'sha256:bb'];

/** Files of the records that somebody writes or deletes: such as cannot be read, and such as say something else. */
const file = fc.oneof(
  fc.record({ path: fc.constantFrom(...refs).map((ref) => `pulled/${recordFileName(ref)}`), content: fc.constantFrom(null, '{', '{}') }),
  fc.record({ path: fc.constantFrom(...images).map((image) => `pulling/${recordFileName(image)}`), content: fc.constantFrom(null, '{') }),
  fc.constant({
    path: `pulling/${recordFileName('reg.example/app:1')}`,
    content: '{"kind":"ImagePullIntent","apiVersion":"kubelet.config.k8s.io/v1beta1","image":"reg.example/app:1"}',
  }),
);

/** Something that happens between calls, at half seconds, so that it does not meet one. */
export function randomStep(secret: fc.Arbitrary<ScriptSecret>, account: fc.Arbitrary<ScriptServiceAccount>): fc.Arbitrary<CredentialsStep> {
  const happening: fc.Arbitrary<Omit<CredentialsStep, 'at'>> = fc.oneof(
    secret.map((one) => ({ secrets: [one] })),
    account.map((one) => ({ serviceAccounts: [one] })),
    registryAuth.map((one) => ({ registryAuth: one })),
    fc.constantFrom('reg.example/app:1', 'reg.example/app:2').map((image) => ({ removeImages: [image] })),
    fc.record({ ref: fc.constantFrom(...refs), size }).map((one) => ({ images: [{ image: 'reg.example/app:1', ...one }] })),
    file.map((one) => ({ writeRecords: [one] })),
    fc.subarray(refs).map((inUse) => ({ deleteUnusedImages: true, inUse })),
    fc.constantFrom('lost' as const, 'complete' as const).map((restart) => ({ restart })),
  );
  return fc.tuple(fc.integer({ min: 0, max: 60 }), happening).map(([seconds, one]) => ({ at: seconds * 1000 + 500, ...one }));
}
