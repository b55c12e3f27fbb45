import { coalescedPullMachine } from '../../../../machines/pull/coalesced-pull.ts';
import { profiles } from '../../../rules/kubelet/profiles/profiles.ts';
import { type ModelEvent, modelOf } from '../machine-model.ts';

const { named, model } = modelOf(coalescedPullMachine);

const imageRef = 'sha256:app';

/** The pull of one container that may wait for another pod's, in each release. */
export const coalescedPullModel = model({
  input: ({ stubs, recorder, clock }) => {
    const name = 'node-1/kubelet/default/web/app';
    const { coalescer, ...neighbours } = stubs(
      ...(['imageService', 'slots', 'throttle', 'backOff', 'records', 'coalescer'] as const),
    );
    const [profile] = profiles.slice(-1);
    if (profile === undefined) throw new Error('no profile');
    const pull = {
      name,
      profile,
      verifiesCredentials: false,
      pod: { namespace: 'default', name: 'web', uid: 'web' },
      container: 'app',
      fieldPath: 'spec.containers{app}',
      annotations: { team: 'web' },
      runtimeHandler: 'gvisor',
      clock,
      recorder,
      ...neighbours,
    };
    return { name: `${name}/joined`, recorder, coalescer, pull };
  },
  starts: { 'newest release': {} },
  events: ({ state, world: { neighbour } }) => answers[state] ?? requests(neighbour('podWorker')),
  project: ({ context: { request }, state }) => (state === 'settled' ? null : request?.policy),
});

function requests(requester: never): readonly ModelEvent[] {
  const request = (policy: string) =>
    named(`PULL.REQUESTED (${policy})`, { image: 'registry.example/app:1', policy, requester });
  return ['IfNotPresent', 'Always', 'Never'].map(request);
}

const ends: readonly ModelEvent[] = [
  named('PULL.SUCCEEDED', { imageRef }, 4_000_000),
  named('PULL.FAILED', { failure: { reason: 'ErrImagePull', message: 'not found' } }, 4_000_000),
];

const answers: Readonly<Record<string, readonly ModelEvent[]>> = {
  joining: [named('LEAD.GRANTED'), named('LEAD.TAKEN', { leader: 'node-1/kubelet/default/db/app' })],
  following: [named('LEAD.ENDED', {}, 3_000_000)],
  leading: ends,
  pulling: ends,
};
