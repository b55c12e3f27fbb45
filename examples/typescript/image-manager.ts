// The statecharts of a kubelet's image manager, around a registry that you play. The other examples use it.
import { profiles } from 'windlass';
import {
  type ImageServiceRequest,
  imagePullMachine,
  type PullAnswer,
  pullBackOffReducer,
  pullRecordsReducer,
  pullSlotsMachine,
  pullThrottleMachine,
  type RecorderEvent,
} from 'windlass/machines';
import { createActor, type EventObject, fromTransition } from 'xstate';

export interface Surroundings {
  readonly clock: { readonly nowMicros: () => number };
  /** What the registry says to a pull: an error, or undefined if it gives the image. */
  readonly pullError: (image: string) => string | undefined;
  /** Receives the answer that the pod gets. */
  readonly onAnswer?: (answer: PullAnswer) => void;
}

/** Makes an image manager of kubelet 1.36 with one container's image pull, which is not started yet. */
export function createImagePull({ clock, pullError, onAnswer = () => {} }: Surroundings) {
  const profile = profiles.find(({ release }) => release === '1.36') ?? profiles[0];
  const recorder = listener<RecorderEvent>(() => {});
  const shared = (name: string) => ({ name, clock, recorder });
  const presentImages = new Set<string>();
  const imageService = listener<ImageServiceRequest>(({ type, image, requester }) => {
    const imageRef = presentImages.has(image) ? `sha256:${image}` : '';
    if (type === 'IMAGE_STATUS.REQUESTED')
      requester.send({ type: 'IMAGE_STATUS.ANSWERED', imageRef, sizeBytes: 1_000 });
    else {
      const error = pullError(image);
      if (error === undefined) presentImages.add(image);
      requester.send(
        error === undefined
          ? { type: 'IMAGE_PULL.SUCCEEDED', imageRef: `sha256:${image}` }
          : { type: 'IMAGE_PULL.FAILED', error },
      );
    }
  });
  const rules = { initialMicros: 10_000_000, maxMicros: 300_000_000 };
  const pull = createActor(imagePullMachine, {
    input: {
      ...shared('web/app'),
      profile,
      verifiesCredentials: false,
      imageService,
      slots: createActor(pullSlotsMachine, { input: { ...shared('slots'), slotsMax: 1 } }).start(),
      throttle: createActor(pullThrottleMachine, {
        input: { ...shared('throttle'), rules: { qps: 5, burst: 10 } },
      }).start(),
      backOff: createActor(pullBackOffReducer, { input: { ...shared('back-off'), rules } }).start(),
      records: createActor(pullRecordsReducer, { input: { ...shared('records'), policy: '' } }).start(),
      pod: { namespace: 'default', name: 'web', uid: 'web' },
      container: 'app',
      fieldPath: 'spec.containers{app}',
      annotations: {},
      runtimeHandler: '',
    },
  });
  const requester = listener(onAnswer);
  const need = (image: string, policy = 'IfNotPresent') =>
    pull.send({ type: 'PULL.REQUESTED', image, policy, requester });
  return { pull, need };
}

/** An actor that calls a function with each message. */
function listener<Event extends EventObject>(react: (event: Event) => void) {
  return createActor(
    fromTransition((_: undefined, event: Event) => react(event) as undefined, undefined),
  ).start();
}
