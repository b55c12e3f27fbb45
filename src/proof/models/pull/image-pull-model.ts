import type { ImagePullInput } from '../../../../machines/pull/image-manager.ts';
import { imagePullMachine } from '../../../../machines/pull/image-pull.ts';
import { isFeatureGateOn } from '../../../rules/kubelet/configuration/feature-gates.ts';
import {
  noPodCredentials,
  type PodCredentials,
  type PullCredential,
} from '../../../rules/kubelet/credentials/pull-credential.ts';
import type { Profile } from '../../../rules/kubelet/profile.ts';
import { profiles, v1_36 } from '../../../rules/kubelet/profiles/profiles.ts';
import { type ModelEvent, modelOf } from '../machine-model.ts';
import type { StubWorld } from '../stub-world.ts';

const { named, model } = modelOf(imagePullMachine);

const image = 'registry.example/app:1';
const imageRef = 'sha256:app';
const twoSecrets = ['first', 'second'].map(
  (name): PullCredential => ({
    identity: name,
    registryKey: 'registry.example',
    source: { kind: 'secret', namespace: 'default', name, uid: name },
  }),
);
const secretsError = 'unexpected end of JSON input';
const window = { windowMicros: 10_000_000, untilMicros: 20_000_000 };

const gate = 'KubeletEnsureSecretPulledImages';

/**
 * One image pull between the actors of its image manager, in each release: without pull secrets, with two,
 * with unreadable ones, and with passwords that one or two credential providers fetch.
 */
export const imagePullModel = model({
  input: ({ stubs, recorder, clock }) => ({
    name: 'node-1/kubelet/default/web/app',
    profile: v1_36,
    verifiesCredentials: false,
    pod: { namespace: 'default', name: 'web', uid: 'web' },
    container: 'app',
    fieldPath: 'spec.containers{app}',
    annotations: {},
    runtimeHandler: '',
    clock,
    recorder,
    ...stubs('imageService', 'slots', 'throttle', 'backOff', 'records', 'credentialProviders'),
  }),
  starts: Object.fromEntries(profiles.flatMap(startsOf)),
  events: ({ context, state, world }) => {
    const {
      input: { pod },
    } = context;
    const known = answers[state] ?? requests(world, pod.name);
    return pod.name === 'broken' && state === 'verifying' ? [...known, unreadable] : known;
  },
  project: ({ context, state }) => {
    if (state.startsWith('settled')) return null;
    const {
      call: { policy, imageRef: ref },
      credentials,
      answeredProviders,
      attemptErrors,
    } = context;
    const count = 'credentials' in credentials ? credentials.credentials.length : 0;
    return [
      policy,
      ref !== '',
      'error' in credentials,
      count,
      answeredProviders.length,
      attemptErrors.length,
    ];
  },
});

function startsOf(profile: Profile): readonly (readonly [string, Partial<ImagePullInput>])[] {
  const release = `v${profile.release}`;
  return [
    [release, start(profile, false)],
    [`${release}, two secrets`, start(profile, false, 'secretive')],
    [`${release}, credential provider`, withProviders(start(profile, false), ['ecr-credential-provider'])],
    [`${release}, two credential providers`, withProviders(start(profile, false), ['first', 'second'])],
    ...(profile.readsSecrets === 'inPull'
      ? [[`${release}, broken secret`, start(profile, false, 'broken')] as const]
      : []),
    ...(isFeatureGateOn(gate, profile.release, { [gate]: true })
      ? ([
          [`${release} verifying`, start(profile, true)],
          [`${release} verifying, broken secret`, start(profile, true, 'broken')],
          [
            `${release} verifying, credential provider`,
            withProviders(start(profile, true), ['ecr-credential-provider']),
          ],
        ] as const)
      : []),
  ];
}

function start(profile: Profile, verifiesCredentials: boolean, pod = 'web'): Partial<ImagePullInput> {
  const name = `node-1/kubelet/default/${pod}/app`;
  return { name, profile, verifiesCredentials, pod: { namespace: 'default', name: pod, uid: pod } };
}

function withProviders(
  given: Partial<ImagePullInput>,
  providers: readonly string[],
): Partial<ImagePullInput> {
  const nodeCredentials = providers.map(
    (provider): PullCredential => ({
      identity: 'provider',
      registryKey: 'registry.example',
      source: { kind: 'node' },
      provider,
    }),
  );
  return { ...given, nodeCredentials };
}

/** Whether a start has pull secrets or credentials of the node, which those of scripts cannot have. */
export function hasCredentials({ pod, nodeCredentials }: Partial<ImagePullInput>): boolean {
  return nodeCredentials !== undefined || (pod !== undefined && podCredentials[pod.name] !== undefined);
}

/** The credentials of the pods in some starts. */
const podCredentials: Readonly<Record<string, PodCredentials | undefined>> = {
  secretive: { ...noPodCredentials, secrets: twoSecrets },
  broken: { ...noPodCredentials, secretsError },
};

/**
 * Returns the requests of a pod's worker while nothing is in progress: each policy, including the empty one,
 * and a name that no release accepts.
 */
function requests({ neighbour }: StubWorld, pod: string): readonly ModelEvent[] {
  const requester = neighbour('podWorker');
  const credentials = podCredentials[pod];
  const secret = credentials === undefined ? {} : { credentials };
  const request = (which: string, policy: string, name = image) =>
    named(`PULL.REQUESTED (${which})`, { image: name, policy, requester, ...secret });
  return [
    request('IfNotPresent', 'IfNotPresent'),
    request('Always', 'Always'),
    request('Never', 'Never'),
    request('no policy', ''),
    request('invalid name', 'IfNotPresent', 'registry.example/APP:1'),
  ];
}

/** The answer of the records if they would have to read secrets that cannot be read. */
const unreadable = named('ACCESS.FAILED', { check: 'error', error: secretsError });

function credentialsAnswers(): readonly ModelEvent[] {
  const error = 'error execing credential provider plugin';
  return [
    named('CREDENTIALS.ANSWERED', { fault: undefined }, 12_000_000),
    named('CREDENTIALS.ANSWERED (expired)', { fault: undefined, expiredIdentity: 'expired' }),
    named('CREDENTIALS.FAILED', { error, fault: 'faults/1' }, 60_000_000),
  ];
}

const answers: Readonly<Record<string, readonly ModelEvent[]>> = {
  inspecting: [
    named('IMAGE_STATUS.ANSWERED (present)', { imageRef, sizeBytes: 1_000 }, 2_000),
    named('IMAGE_STATUS.ANSWERED (absent)', { imageRef: '', sizeBytes: 0 }, 2_000),
    named('IMAGE_STATUS.FAILED', { error: 'rpc error: code = Unavailable desc = down' }, 2_000),
  ],
  verifying: [
    named('ACCESS.GRANTED', { check: 'credentialRecordFound' }),
    named('ACCESS.REFUSED', { check: 'mustAuthenticate' }),
  ],
  askingCredentials: credentialsAnswers(),
  'pulling.askingProvider': credentialsAnswers(),
  checkingBackOff: [
    named('BACK_OFF.CLEAR'),
    named('BACK_OFF.ACTIVE', { window, previous: { reason: 'ErrImagePull', message: 'not found' } }),
  ],
  waitingForSlot: [
    named('SLOT.GRANTED (free)', { releasedBy: undefined }),
    named('SLOT.GRANTED (released by another)', { releasedBy: 'node-1/kubelet/default/db/app' }, 3_000_000),
  ],
  'pulling.takingToken': [named('THROTTLE.ADMITTED'), named('THROTTLE.REFUSED')],
  'pulling.calling': [
    named('IMAGE_PULL.SUCCEEDED', { imageRef }, 1_500_000),
    named('IMAGE_PULL.SUCCEEDED (no reference)', { imageRef: '' }, 1_500_000),
    named('IMAGE_PULL.FAILED', { error: 'rpc error: code = NotFound desc = not found' }, 1_500_000),
  ],
  'pulling.askingSize': [
    named('IMAGE_STATUS.ANSWERED (size)', { imageRef, sizeBytes: 1_000 }, 13_000),
    named('IMAGE_STATUS.FAILED (size)', { error: 'rpc error: code = Unavailable desc = down' }, 13_000),
  ],
  failing: [named('BACK_OFF.EXTENDED', { window })],
};
