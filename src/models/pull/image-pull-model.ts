import type { ImagePullInput, PullAnswer } from '../../../machines/pull/image-manager.ts';
import { type ImagePullEvent, imagePullMachine } from '../../../machines/pull/image-pull.ts';
import type { ImagePullContext } from '../../../machines/pull/image-pull-context.ts';
import { isFeatureGateOn } from '../../kubelet/configuration/feature-gates.ts';
import { noPodCredentials } from '../../kubelet/credentials/pod-credentials.ts';
import type { PullCredential } from '../../kubelet/credentials/pull-credential.ts';
import type { Profile } from '../../kubelet/profile.ts';
import { profiles } from '../../kubelet/profiles/profiles.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';
import type { StubWorld } from '../stub-world.ts';

const named = modelEvent<ImagePullEvent>;

const image = 'registry.example/app:1';
const imageRef = 'sha256:app';
const credential: PullCredential = {
  identity: 'credential-1',
  registryKey: 'registry.example',
  source: { kind: 'secret', namespace: 'default', name: 'registry', uid: 'registry' },
};
const secretsError = 'unexpected end of JSON input';
const window = { windowMicros: 10_000_000, untilMicros: 20_000_000 };

const gate = 'KubeletEnsureSecretPulledImages';

/** One image pull between the actors of its image manager: a start for each release, and two with the credentials gate. */
export const imagePullModel: MachineModel = {
  id: 'imagePull',
  machine: imagePullMachine,
  starts: profiles.flatMap((profile) => [
    start(`v${profile.release}`, profile, false),
    ...(isFeatureGateOn(gate, profile.release, { [gate]: true })
      ? [
          start(`v${profile.release} verifying`, profile, true),
          start(`v${profile.release} verifying, broken secret`, profile, true, 'broken'),
        ]
      : []),
  ]),
  events: (snapshot, world) => {
    const isBroken = snapshot.context.pod.name === 'broken';
    const known = answers[snapshot.value as string] ?? requests(world, isBroken);
    return isBroken && snapshot.matches('verifying') ? [...known, unreadable] : known;
  },
  project: (snapshot) => {
    if (snapshot.hasTag('ready') || snapshot.hasTag('broken') || snapshot.matches('backingOff')) return null;
    const { policy, imageRef: ref, credentials }: ImagePullContext = snapshot.context;
    return [policy, ref !== '', 'error' in credentials];
  },
};

function start(name: string, profile: Profile, verifiesCredentials: boolean, pod = 'web'): ModelStart {
  return {
    name,
    isBeyondScripts: pod === 'broken',
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

/** What a pod's worker asks when nothing is under way: each policy, the empty one too, and a name that no release accepts. */
function requests({ neighbour }: StubWorld, isBroken: boolean): readonly ModelEvent[] {
  const requester = neighbour<PullAnswer>('podWorker');
  const secret = isBroken ? { credentials: { ...noPodCredentials, secretsError } } : {};
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

/** What the records say where they would have to look at secrets that nobody can read. */
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
  pulling: [
    named('ATTEMPTS.SUCCEEDED', { type: 'ATTEMPTS.SUCCEEDED', imageRef, sizeBytes: 1_000 }, 1_500_000),
    named('ATTEMPTS.SUCCEEDED (with a secret)', { type: 'ATTEMPTS.SUCCEEDED', imageRef, sizeBytes: 1_000, credential }, 1_500_000),
    named('ATTEMPTS.SUCCEEDED (no reference)', { type: 'ATTEMPTS.SUCCEEDED', imageRef: '', sizeBytes: 0 }, 1_500_000),
    named('ATTEMPTS.FAILED', { type: 'ATTEMPTS.FAILED', error: 'rpc error: code = NotFound desc = not found' }, 1_500_000),
    named('ATTEMPTS.FAILED (no token)', { type: 'ATTEMPTS.FAILED', error: 'pull QPS exceeded', throttled: true }),
  ],
  failing: [named('BACK_OFF.EXTENDED', { type: 'BACK_OFF.EXTENDED', window })],
};
