import type { ImagePullInput, PullAnswer } from '../../machines/image-manager.ts';
import { type ImagePullEvent, imagePullMachine } from '../../machines/image-pull.ts';
import type { ImagePullContext } from '../../machines/image-pull-context.ts';
import type { Profile } from '../kubelet/profile.ts';
import { profiles } from '../kubelet/profiles/profiles.ts';
import type { MachineModel, ModelEvent, ModelStart } from './machine-model.ts';
import { modelEvent } from './model-event.ts';
import type { StubWorld } from './stub-world.ts';

const named = modelEvent<ImagePullEvent>;

const image = 'registry.example/app:1';
const imageRef = 'sha256:app';
const window = { windowMicros: 10_000_000, untilMicros: 20_000_000 };

/** One image pull between the actors of its image manager: a start for each release, and one with the credentials gate. */
export const imagePullModel: MachineModel = {
  id: 'imagePull',
  machine: imagePullMachine,
  starts: profiles.flatMap((profile) =>
    profile.release === '1.36'
      ? [start('v1.36', profile, false), start('v1.36 verifying', profile, true)]
      : [start(`v${profile.release}`, profile, false)],
  ),
  events: (snapshot, world, memory) => {
    const state = snapshot.value as keyof typeof answers;
    return state === 'pulling' ? pulling(memory) : (answers[state] ?? requests(world));
  },
  // While it pulls, the machine does not keep which of its three questions is open.
  remember: (memory, { event }, snapshot) => {
    if (!snapshot.matches('pulling')) return '';
    if (event.type === 'TOKEN.GRANTED') return 'the runtime pulls';
    return event.type === 'IMAGE_PULL.SUCCEEDED' ? 'the size is asked' : memory;
  },
  project: (snapshot) => {
    if (snapshot.hasTag('ready') || snapshot.hasTag('broken') || snapshot.matches('backingOff')) return null;
    const { policy, imageRef: ref }: ImagePullContext = snapshot.context;
    return [policy, ref !== ''];
  },
};

function start(name: string, profile: Profile, verifiesCredentials: boolean): ModelStart {
  return {
    name,
    input: ({ neighbour, recorder, clock }): ImagePullInput => ({
      name: 'node-1/kubelet/default/web/app',
      profile,
      verifiesCredentials,
      pod: { namespace: 'default', name: 'web', uid: 'web' },
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
function requests({ neighbour }: StubWorld): readonly ModelEvent[] {
  const requester = neighbour<PullAnswer>('podWorker');
  const request = (which: string, policy: string, name = image) =>
    named(`PULL.REQUESTED (${which})`, { type: 'PULL.REQUESTED', image: name, policy, requester });
  return [
    request('IfNotPresent', 'IfNotPresent'),
    request('Always', 'Always'),
    request('Never', 'Never'),
    request('no policy', ''),
    request('invalid name', 'IfNotPresent', 'registry.example/APP:1'),
  ];
}

const answers: Readonly<Record<string, readonly ModelEvent[]>> = {
  inspecting: [
    named('IMAGE_STATUS.ANSWERED (present)', { type: 'IMAGE_STATUS.ANSWERED', imageRef, sizeBytes: 1_000 }, 2_000),
    named('IMAGE_STATUS.ANSWERED (absent)', { type: 'IMAGE_STATUS.ANSWERED', imageRef: '', sizeBytes: 0 }, 2_000),
    named('IMAGE_STATUS.FAILED', { type: 'IMAGE_STATUS.FAILED', error: 'rpc error: code = Unavailable desc = down' }, 2_000),
  ],
  verifying: [named('ACCESS.GRANTED', { type: 'ACCESS.GRANTED' }), named('ACCESS.REFUSED', { type: 'ACCESS.REFUSED' })],
  checkingBackOff: [
    named('BACK_OFF.CLEAR', { type: 'BACK_OFF.CLEAR' }),
    named('BACK_OFF.ACTIVE', { type: 'BACK_OFF.ACTIVE', window, previous: { reason: 'ErrImagePull', message: 'not found' } }),
  ],
  waitingForSlot: [
    named('SLOT.GRANTED (free)', { type: 'SLOT.GRANTED', releasedBy: undefined }),
    named('SLOT.GRANTED (released by another)', { type: 'SLOT.GRANTED', releasedBy: 'node-1/kubelet/default/db/app' }, 3_000_000),
  ],
  failing: [named('BACK_OFF.EXTENDED', { type: 'BACK_OFF.EXTENDED', window })],
};

function pulling(open: string): readonly ModelEvent[] {
  if (open === 'the size is asked') {
    return [
      named('IMAGE_STATUS.ANSWERED (size)', { type: 'IMAGE_STATUS.ANSWERED', imageRef, sizeBytes: 1_000 }, 13_000),
      named('IMAGE_STATUS.FAILED (size)', { type: 'IMAGE_STATUS.FAILED', error: 'rpc error: code = Unavailable desc = down' }, 13_000),
    ];
  }
  if (open === 'the runtime pulls') {
    return [
      named('IMAGE_PULL.SUCCEEDED', { type: 'IMAGE_PULL.SUCCEEDED', imageRef }, 1_500_000),
      named('IMAGE_PULL.SUCCEEDED (no reference)', { type: 'IMAGE_PULL.SUCCEEDED', imageRef: '' }, 1_500_000),
      named('IMAGE_PULL.FAILED', { type: 'IMAGE_PULL.FAILED', error: 'rpc error: code = NotFound desc = not found' }, 1_500_000),
    ];
  }
  return [named('TOKEN.GRANTED', { type: 'TOKEN.GRANTED' }), named('TOKEN.REFUSED', { type: 'TOKEN.REFUSED' })];
}
