import fc from 'fast-check';
import { randomList } from '../random-list.ts';
import { images, namespace, registryAuth, serviceAccountNames, size } from './random-values.ts';
import { recordFileName } from './record-folder.ts';
import { allowlisted, everything, type Pools, sharing } from './script-pools.ts';
import type {
  CredentialsScript,
  CredentialsStep,
  ScriptSecret,
  ScriptServiceAccount,
} from './script-schema.ts';

const refs = ['sha256:aa', 'sha256:bb'];

/** Files of the records that somebody writes or deletes: unreadable ones, and ones with other content. */
const file = fc.oneof(
  fc.record({
    path: fc.constantFrom(...refs).map((ref) => `pulled/${recordFileName(ref)}`),
    content: fc.constantFrom(null, '{', '{}'),
  }),
  fc.record({
    path: fc.constantFrom(...images).map((image) => `pulling/${recordFileName(image)}`),
    content: fc.constantFrom(null, '{'),
  }),
  fc.constant({
    path: `pulling/${recordFileName('reg.example/app:1')}`,
    content:
      '{"kind":"ImagePullIntent","apiVersion":"kubelet.config.k8s.io/v1beta1","image":"reg.example/app:1"}',
  }),
);

type Runtime = CredentialsScript['runtime'];
type Draft = Omit<CredentialsScript, 'kind' | 'name' | 'kubelet' | 'runtime'> & {
  readonly settings: CredentialsScript['kubelet'];
  readonly runtime: Omit<Runtime, 'removeTakesMs'> & {
    readonly removeTakesMs: NonNullable<Runtime['removeTakesMs']> | undefined;
  };
};

const pull = fc.oneof(
  { withCrossShrink: true },
  fc.record({ takesMs: fc.constantFrom(0, 1000, 2500), ref: fc.constantFrom(...refs), size }),
  fc.record({
    takesMs: fc.constantFrom(0, 1000),
    error: fc.constantFrom('no such host', 'manifest unknown'),
  }),
);

/** Returns a call of a few pods for one of these images. */
function randomCall({ images: some, pullPolicy: policies, secretNames: names }: Pools) {
  return fc.record({
    seconds: fc.integer({ min: 0, max: 60 }),
    pod: fc.constantFrom('a', 'b', 'c'),
    namespace,
    serviceAccount: fc.option(fc.constantFrom(...serviceAccountNames), { nil: undefined, freq: 2 }),
    image: fc.constantFrom(...some),
    policy: policies,
    pullSecrets: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 3, size: 'max' }),
    cancelledAfterMs: fc.option(fc.constantFrom(0, 250, 1250), { freq: 9, nil: undefined }),
  });
}

function randomSecret({ secretData, secretNames: names, secretUids }: Pools): fc.Arbitrary<ScriptSecret> {
  const place = fc.record({
    namespace,
    name: fc.constantFrom(...names),
    uid: fc.constantFrom(...secretUids),
  });
  return fc.tuple(place, secretData).map(([where, what]) => ({ ...where, ...what }));
}

function randomAccount(auths: Pools['accountAuths']): fc.Arbitrary<ScriptServiceAccount> {
  return fc.record({
    namespace,
    name: fc.constantFrom(...serviceAccountNames),
    uid: fc.constantFrom('s1', 's2'),
    auths,
  });
}

/** Returns something that happens between calls, at half seconds, so that it does not coincide with one. */
function randomStep(
  secret: fc.Arbitrary<ScriptSecret>,
  account: fc.Arbitrary<ScriptServiceAccount>,
  changesOfSecrets: number,
): fc.Arbitrary<CredentialsStep> {
  const happening: fc.Arbitrary<Omit<CredentialsStep, 'at'>> = fc.oneof(
    { weight: changesOfSecrets, arbitrary: secret.map((one) => ({ secrets: [one] })) },
    account.map((one) => ({ serviceAccounts: [one] })),
    registryAuth.map((one) => ({ registryAuth: one })),
    fc.constantFrom('reg.example/app:1', 'reg.example/app:2').map((image) => ({ removeImages: [image] })),
    fc
      .record({ ref: fc.constantFrom(...refs), size })
      .map((one) => ({ images: [{ image: 'reg.example/app:1', ...one }] })),
    file.map((one) => ({ writeRecords: [one] })),
    fc.subarray(refs).map((inUse) => ({ deleteUnusedImages: true, inUse })),
    fc.constantFrom('lost' as const, 'complete' as const).map((restart) => ({ restart })),
  );
  return fc
    .tuple(fc.integer({ min: 0, max: 60 }), happening)
    .map(([seconds, one]) => ({ at: seconds * 1000 + 500, ...one }));
}

/**
 * Returns random scripts with pull secrets that obey the protocol. There are few users, registries and
 * images, so that they meet.
 */
export function randomScript(): fc.Arbitrary<CredentialsScript> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 3, arbitrary: scriptsOf(everything) },
    { weight: 2, arbitrary: scriptsOf(sharing) },
    { weight: 1, arbitrary: scriptsOf(allowlisted) },
  );
}

function scriptsOf(pools: Pools): fc.Arbitrary<CredentialsScript> {
  const secret = randomSecret(pools);
  const account = randomAccount(pools.accountAuths);
  const some = pools.images;
  return fc
    .record({
      settings: fc.record({
        maxParallelImagePulls: fc.constantFrom(null, 1, 2),
        maxPods: fc.constantFrom(110, 1, 2),
        imagePullBackOff: fc.constant({ initialMs: 10_000, maxMs: 300_000 }),
        imagePullCredentialsVerificationPolicy: pools.policy,
        preloadedImagesVerificationAllowlist: fc.constantFrom<string[]>(
          [],
          ['reg.example/*'],
          ['reg.example/app'],
          ['app'],
        ),
      }),
      secrets: randomList(secret, { maxLength: pools.secretsMax }),
      serviceAccounts: randomList(account, { maxLength: 3 }),
      nodeCredentials: pools.nodeCredentials,
      runtime: fc.record({
        images: randomList(
          fc.record({ image: fc.constantFrom(...some.map(tagged)), ref: fc.constantFrom(...refs), size }),
          {
            maxLength: pools.presentMax,
          },
        ),
        pulls: fc.dictionary(
          fc.constantFrom(...some.map(tagged)),
          randomList(pull, { minLength: 1, maxLength: 3 }),
          {
            maxKeys: some.length,
            size: 'max',
          },
        ),
        registryAuth: pools.registryAuth,
        removeTakesMs: fc.option(
          fc.dictionary(fc.constantFrom(...refs), fc.constantFrom(1000, 7250, 20_250), { minKeys: 1 }),
          {
            nil: undefined,
            freq: 2,
          },
        ),
      }),
      calls: randomList(randomCall(pools), { minLength: 1, maxLength: pools.callsMax }).map((drawn) =>
        drawn
          .toSorted((a, b) => a.seconds - b.seconds)
          .map(
            ({ seconds, pod, namespace: own, serviceAccount, cancelledAfterMs: after, ...rest }, index) => ({
              at: seconds * 1000,
              id: `c${index + 1}`,
              ...(after === undefined ? {} : { cancelAt: seconds * 1000 + after }),
              pod: {
                namespace: own,
                name: pod,
                uid: `uid-${own}-${pod}`,
                ...(serviceAccount === undefined ? {} : { serviceAccount }),
              },
              ...rest,
            }),
          ),
      ),
      steps: randomList(randomStep(secret, account, pools.changesOfSecrets), {
        maxLength: pools.stepsMax,
      }).map((drawn) => drawn.toSorted((a, b) => a.at - b.at)),
    })
    .map(scriptOf);
}

function tagged(image: string): string {
  return image.includes(':') ? image : `${image}:latest`;
}

/**
 * A name in a namespace has only one secret: the last one drawn. Allowlists are drawn with the policy that
 * reads them.
 */
function scriptOf(draft: Draft): CredentialsScript {
  const { settings, secrets = [], serviceAccounts = [], runtime, ...rest } = draft;
  const { removeTakesMs, ...otherRuntime } = runtime;
  const { preloadedImagesVerificationAllowlist: allowlist = [], ...kubelet } = settings;
  const isListed = kubelet.imagePullCredentialsVerificationPolicy === 'NeverVerifyAllowlistedImages';
  return {
    kind: 'imagemanager-credentials',
    name: 'random',
    kubelet: isListed ? { ...kubelet, preloadedImagesVerificationAllowlist: allowlist } : kubelet,
    secrets: lastOfEach(secrets),
    serviceAccounts: lastOfEach(serviceAccounts),
    runtime: removeTakesMs === undefined ? otherRuntime : { ...otherRuntime, removeTakesMs },
    ...rest,
  };
}

function lastOfEach<T extends { readonly namespace: string; readonly name: string }>(
  list: readonly T[],
): T[] {
  return [...new Map(list.map((one) => [`${one.namespace}/${one.name}`, one])).values()];
}
