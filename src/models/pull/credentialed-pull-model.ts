import { type AttemptsAnswer, type CredentialedPullInput, credentialedPullMachine } from '../../../machines/pull/credentialed-pull.ts';
import type { ThrottleAnswer } from '../../../machines/pull/pull-throttle.ts';
import type { ImageServiceAnswer } from '../../../machines/runtime/cri.ts';
import type { CredentialsForImage } from '../../kubelet/credentials/credentials-for-image.ts';
import { openCall } from '../../kubelet/images/pull-log.ts';
import type { Profile } from '../../kubelet/profile.ts';
import { profiles } from '../../kubelet/profiles/profiles.ts';
import type { MachineModel, ModelEvent, ModelStart } from '../machine-model.ts';
import { modelEvent } from '../model-event.ts';

const named = modelEvent<ThrottleAnswer | ImageServiceAnswer>;

const imageRef = 'sha256:app';
const twoSecrets = ['first', 'second'].map((name) => ({
  identity: name,
  registryKey: 'registry.example',
  source: { kind: 'secret', namespace: 'default', name, uid: name } as const,
}));

/** The part of a pull that holds the slot: anonymous in each release, with two pull secrets, and with one that cannot be read. */
export const credentialedPullModel: MachineModel = {
  id: 'credentialedPull',
  machine: credentialedPullMachine,
  starts: profiles.flatMap((profile) => [
    start(`v${profile.release}`, profile, { credentials: [] }),
    start(`v${profile.release}, two secrets`, profile, { credentials: twoSecrets }),
    ...(profile.readsSecrets !== 'inPull'
      ? []
      : [start(`v${profile.release}, broken secret`, profile, { error: 'unexpected end of JSON input' })]),
  ]),
  events: (snapshot) => answers[snapshot.value as string] ?? [],
  project: (snapshot) => (snapshot.matches('ended') ? null : snapshot.context.errors.length),
};

function start(name: string, profile: Profile, credentials: CredentialsForImage): ModelStart {
  return {
    name,
    isBeyondScripts: 'error' in credentials || credentials.credentials.length > 0,
    input: ({ neighbour, recorder }): CredentialedPullInput => ({
      name: 'node-1/kubelet/default/web/app',
      requester: neighbour<AttemptsAnswer>('imagePull'),
      recorder,
      imageService: neighbour('imageService'),
      throttle: neighbour('throttle'),
      call: {
        ...openCall(profile, 'registry.example/app:1', 'Always'),
        profile,
        pod: { namespace: 'default', name: 'web', uid: 'web' },
        container: 'app',
        fieldPath: 'spec.containers{app}',
        annotations: {},
        runtimeHandler: '',
      },
      credentials,
    }),
  };
}

const answers: Readonly<Record<string, readonly ModelEvent[]>> = {
  takingToken: [named('TOKEN.GRANTED', { type: 'TOKEN.GRANTED' }), named('TOKEN.REFUSED', { type: 'TOKEN.REFUSED' })],
  calling: [
    named('IMAGE_PULL.SUCCEEDED', { type: 'IMAGE_PULL.SUCCEEDED', imageRef }, 1_500_000),
    named('IMAGE_PULL.SUCCEEDED (no reference)', { type: 'IMAGE_PULL.SUCCEEDED', imageRef: '' }, 1_500_000),
    named('IMAGE_PULL.FAILED', { type: 'IMAGE_PULL.FAILED', error: 'rpc error: code = NotFound desc = not found' }, 1_500_000),
  ],
  askingSize: [
    named('IMAGE_STATUS.ANSWERED (size)', { type: 'IMAGE_STATUS.ANSWERED', imageRef, sizeBytes: 1_000 }, 13_000),
    named('IMAGE_STATUS.FAILED (size)', { type: 'IMAGE_STATUS.FAILED', error: 'rpc error: code = Unavailable desc = down' }, 13_000),
  ],
};
