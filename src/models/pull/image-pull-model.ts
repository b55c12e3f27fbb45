import type { ImagePullInput, PullAnswer } from '../../../machines/pull/image-manager.ts';
import { type ImagePullEvent, imagePullMachine } from '../../../machines/pull/image-pull.ts';
import type { ImagePullContext } from '../../../machines/pull/image-pull-context.ts';
import { isFeatureGateOn } from '../../kubelet/configuration/feature-gates.ts';
import { noPodCredentials, type PodCredentials, type PullCredential } from '../../kubelet/credentials/pull-credential.ts';
import type { Profile } from '../../kubelet/profile.ts';
import { profiles } from '../../kubelet/profiles/profiles.ts';
import { stateName } from '../coverage/observed-step.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import type { StubWorld } from '../stub-world.ts';

const named = modelEvent<ImagePullEvent>;

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

/** One image pull between the actors of its image manager, in each release: without pull secrets, with two, and with unreadable ones. */
export const imagePullModel: MachineModel = {
  id: 'imagePull',
  machine: imagePullMachine,
  starts: profiles.flatMap((profile) => [
    start(`v${profile.release}`, profile, false),
    start(`v${profile.release}, two secrets`, profile, false, 'secretive'),
    ...(profile.readsSecrets === 'inPull' ? [start(`v${profile.release}, broken secret`, profile, false, 'broken')] : []),
    ...(isFeatureGateOn(gate, profile.release, { [gate]: true })
      ? [
          start(`v${profile.release} verifying`, profile, true),
          start(`v${profile.release} verifying, broken secret`, profile, true, 'broken'),
        ]
      : []),
  ]),
  events: (snapshot, world) => {
    const { pod }: ImagePullContext = snapshot.context;
    const known = answers[stateName(snapshot)] ?? requests(world, pod.name);
    return pod.name === 'broken' && snapshot.matches('verifying') ? [...known, unreadable] : known;
  },
  project: (snapshot) => {
    if (snapshot.matches('resting')) return null;
    const { policy, imageRef: ref, credentials, refusals }: ImagePullContext = snapshot.context;
    return [policy, ref !== '', 'error' in credentials, refusals.length];
  },
};

function start(name: string, profile: Profile, verifiesCredentials: boolean, pod = 'web'): ModelStart {
  return {
    name,
    isBeyondScripts: pod !== 'web',
    input: ({ neighbour, recorder, clock }): ImagePullInput => ({
      name: `node-1/kubelet/default/${pod}/app`,
      profile,
      verifiesCredentials,
      pod: { namespace: 'default', name: pod, uid: pod },
      container: 'app',
      fieldPath: 'spec.containers{app}',
      annotations: {},
      runtimeHandler: '',
      clock,
      recorder,
      imageService: neighbour('imageService'),
      slots: neighbour('slots'),
      throttle: neighbour('throttle'),
      backOff: neighbour('backOff'),
      records: neighbour('records'),
    }),
  };
}

/** The credentials of the pods in some starts. */
const podCredentials: Readonly<Record<string, PodCredentials | undefined>> = {
  secretive: { ...noPodCredentials, secrets: twoSecrets },
  broken: { ...noPodCredentials, secretsError },
};

/**
 * Returns the requests of a pod's worker while nothing is in progress: each policy, including the empty one, and a name that no release
 * accepts.
 */
function requests({ neighbour }: StubWorld, pod: string): readonly ModelEvent[] {
  const requester = neighbour<PullAnswer>('podWorker');
  const credentials = podCredentials[pod];
  const secret = credentials === undefined ? {} : { credentials };
  const request = (which: string, policy: string, name = image) =>
    named(`PULL.REQUESTED (${which})`, { type: 'PULL.REQUESTED', image: name, policy, requester, ...secret });
  return [
    request('IfNotPresent', 'IfNotPresent'),
    request('Always', 'Always'),
    request('Never', 'Never'),
    request('no policy', ''),
    request('invalid name', 'IfNotPresent', 'registry.example/APP:1'),
  ];
}

/** The answer of the records if they would have to read secrets that cannot be read. */
const unreadable = named('ACCESS.FAILED', { type: 'ACCESS.FAILED', check: 'error', error: secretsError });

const answers: Readonly<Record<string, readonly ModelEvent[]>> = {
  inspecting: [
    named('IMAGE_STATUS.ANSWERED (present)', { type: 'IMAGE_STATUS.ANSWERED', imageRef, sizeBytes: 1_000 }, 2_000),
    named('IMAGE_STATUS.ANSWERED (absent)', { type: 'IMAGE_STATUS.ANSWERED', imageRef: '', sizeBytes: 0 }, 2_000),
    named('IMAGE_STATUS.FAILED', { type: 'IMAGE_STATUS.FAILED', error: 'rpc error: code = Unavailable desc = down' }, 2_000),
  ],
  verifying: [
    named('ACCESS.GRANTED', { type: 'ACCESS.GRANTED', check: 'credentialRecordFound' }),
    named('ACCESS.REFUSED', { type: 'ACCESS.REFUSED', check: 'mustAuthenticate' }),
  ],
  checkingBackOff: [
    named('BACK_OFF.CLEAR', { type: 'BACK_OFF.CLEAR' }),
    named('BACK_OFF.ACTIVE', { type: 'BACK_OFF.ACTIVE', window, previous: { reason: 'ErrImagePull', message: 'not found' } }),
  ],
  waitingForSlot: [
    named('SLOT.GRANTED (free)', { type: 'SLOT.GRANTED', releasedBy: undefined }),
    named('SLOT.GRANTED (released by another)', { type: 'SLOT.GRANTED', releasedBy: 'node-1/kubelet/default/db/app' }, 3_000_000),
  ],
  'pulling.takingToken': [
    named('THROTTLE.ADMITTED', { type: 'THROTTLE.ADMITTED' }),
    named('THROTTLE.REFUSED', { type: 'THROTTLE.REFUSED' }),
  ],
  'pulling.calling': [
    named('IMAGE_PULL.SUCCEEDED', { type: 'IMAGE_PULL.SUCCEEDED', imageRef }, 1_500_000),
    named('IMAGE_PULL.SUCCEEDED (no reference)', { type: 'IMAGE_PULL.SUCCEEDED', imageRef: '' }, 1_500_000),
    named('IMAGE_PULL.FAILED', { type: 'IMAGE_PULL.FAILED', error: 'rpc error: code = NotFound desc = not found' }, 1_500_000),
  ],
  'pulling.askingSize': [
    named('IMAGE_STATUS.ANSWERED (size)', { type: 'IMAGE_STATUS.ANSWERED', imageRef, sizeBytes: 1_000 }, 13_000),
    named('IMAGE_STATUS.FAILED (size)', { type: 'IMAGE_STATUS.FAILED', error: 'rpc error: code = Unavailable desc = down' }, 13_000),
  ],
  failing: [named('BACK_OFF.EXTENDED', { type: 'BACK_OFF.EXTENDED', window })],
};
