import type { EventObject } from 'xstate';
import type { ImagePullInput, PullAnswer } from '../../../machines/pull/image-manager.ts';
import { imagePullMachine } from '../../../machines/pull/image-pull.ts';
import type { PullBackOffEvent } from '../../../machines/pull/pull-back-off.ts';
import type { AccessAnswer, PullRecordsEvent } from '../../../machines/pull/pull-records.ts';
import type { PullSlotsEvent } from '../../../machines/pull/pull-slots.ts';
import type { PullThrottleEvent } from '../../../machines/pull/pull-throttle.ts';
import type { ImageServiceRequest } from '../../../machines/runtime/cri.ts';
import type { Profile, PullFailure } from '../../../src/rules/kubelet/profile.ts';
import type { Observation } from '../../../src/trace/observation.ts';
import { stage } from '../stage.ts';

/** What the actors around an image pull answer; each may be changed while the test runs. */
export interface Script {
  /** Empty: the image is not there. */
  imageRef: string;
  inspectError: string | undefined;
  /** PullImage: an error, or the reference that it gives. */
  pull: { readonly error: string } | { readonly imageRef: string };
  pullMicros: number;
  size: { readonly error: string } | { readonly sizeBytes: number };
  /** Microseconds until a slot is free, and whose release made room. */
  slotMicros: number;
  releasedBy: string | undefined;
  hasToken: boolean;
  /** The window that the key is in, with the failure before. */
  backsOff: { readonly previous: PullFailure | undefined } | undefined;
  mayUse: boolean | string;
}

const statusMicros = 2_000;
const sizeMicros = 13_000;
export const window = { windowMicros: 10_000_000, untilMicros: 20_000_000 };

/** One image pull among listeners that answer by a script; `log` is all that it said, in order. */
export function pullWorld(
  profile: Profile,
  changes: Partial<Script> = {},
  input: Partial<ImagePullInput> = {},
) {
  const world = stage();
  const log: string[] = [];
  const script: Script = {
    imageRef: '',
    inspectError: undefined,
    pull: { imageRef: 'sha256:pulled' },
    pullMicros: 1_500_250,
    size: { sizeBytes: 1_234 },
    slotMicros: 0,
    releasedBy: undefined,
    hasToken: true,
    backsOff: undefined,
    mayUse: true,
    ...changes,
  };
  const note = (event: EventObject) => log.push(`→ ${event.type}`);
  const after = (micros: number, act: () => void) => world.at(world.kernel.nowMicros + micros, act);
  const imageService = world.listen<ImageServiceRequest>('imageService', (event) => {
    const { requester, image } = event;
    log.push(`→ ${event.type} ${image}`);
    if (event.type === 'IMAGE_PULL.REQUESTED') {
      const { pull } = script;
      after(script.pullMicros, () =>
        requester.send(
          'error' in pull
            ? { type: 'IMAGE_PULL.FAILED', ...pull }
            : { type: 'IMAGE_PULL.SUCCEEDED', ...pull },
        ),
      );
    } else if (event.forSize === true) {
      const { size } = script;
      after(sizeMicros, () =>
        requester.send(
          'error' in size
            ? { type: 'IMAGE_STATUS.FAILED', ...size }
            : { type: 'IMAGE_STATUS.ANSWERED', imageRef: 'sha256:pulled', ...size },
        ),
      );
    } else {
      const { inspectError: error, imageRef } = script;
      after(statusMicros, () =>
        requester.send(
          error === undefined
            ? { type: 'IMAGE_STATUS.ANSWERED', imageRef, sizeBytes: 0 }
            : { type: 'IMAGE_STATUS.FAILED', error },
        ),
      );
    }
  });
  const slots = world.listen<PullSlotsEvent>('slots', (event) => {
    note(event);
    if (event.type !== 'SLOT.REQUESTED') return;
    const grant = () => event.requester.send({ type: 'SLOT.GRANTED', releasedBy: script.releasedBy });
    if (script.slotMicros === 0) grant();
    else after(script.slotMicros, grant);
  });
  const throttle = world.listen<PullThrottleEvent>('throttle', (event) => {
    note(event);
    event.requester.send({ type: script.hasToken ? 'THROTTLE.ADMITTED' : 'THROTTLE.REFUSED' });
  });
  const backOff = world.listen<PullBackOffEvent>('backOff', (event) => {
    log.push(`→ ${event.type}${'key' in event ? ` ${event.key}` : ''}`);
    if (event.type === 'FAILURE.REPORTED') event.requester.send({ type: 'BACK_OFF.EXTENDED', window });
    if (event.type !== 'BACK_OFF.ASKED') return;
    if (script.backsOff === undefined) event.requester.send({ type: 'BACK_OFF.CLEAR' });
    else event.requester.send({ type: 'BACK_OFF.ACTIVE', window, ...script.backsOff });
  });
  const records = world.listen<PullRecordsEvent>('records', (event) => {
    note(event);
    if (event.type === 'ACCESS.ASKED') event.requester.send(accessAnswer(script.mayUse));
  });
  const requester = world.listen<PullAnswer>('requester', (event) => {
    log.push(
      event.type === 'PULL.SUCCEEDED'
        ? `answer ${event.imageRef}`
        : `answer ${event.failure.reason}: ${event.failure.message}`,
    );
  });
  const recorder = world.listen<{ type: string; observations?: readonly Observation[]; event?: string }>(
    'told',
    (event) => {
      for (const observation of event.observations ?? []) log.push(said(observation));
      if (event.type === 'UNHANDLED') log.push(`unhandled ${event.event}`);
    },
  );
  const pull = world.start(imagePullMachine, {
    name: 'node-1/kubelet/default/p/app',
    profile,
    pod: { namespace: 'default', name: 'p', uid: 'uid-1' },
    container: 'app',
    fieldPath: 'spec.containers{app}',
    annotations: {},
    runtimeHandler: '',
    verifiesCredentials: false,
    clock: world.clock,
    recorder: recorder as never,
    imageService,
    slots,
    throttle,
    backOff,
    records,
    ...input,
  });
  const ask = (image: string, policy: string) =>
    pull.send({ type: 'PULL.REQUESTED', image, policy, requester });
  return {
    ...world,
    pull,
    script,
    log,
    ask,
    observations: () =>
      world.messagesTo('told').flatMap((event) => (event.observations ?? []) as readonly Observation[]),
    /** Asks, lets it come to its end, and returns what was said meanwhile. */
    call(image: string, policy: string): readonly string[] {
      const before = log.length;
      ask(image, policy);
      world.run(world.kernel.nowMicros + 60_000_000);
      return log.slice(before);
    },
  };
}

/** What the records answer: a text is the error of a secret that cannot be read. */
function accessAnswer(mayUse: boolean | string): AccessAnswer {
  if (typeof mayUse === 'string') return { type: 'ACCESS.FAILED', check: 'error', error: mayUse };
  return mayUse
    ? { type: 'ACCESS.GRANTED', check: 'credentialRecordFound' }
    : { type: 'ACCESS.REFUSED', check: 'mustAuthenticate' };
}

function said(observation: Observation): string {
  switch (observation.type) {
    case 'pull':
      return `pull ${observation.state}`;
    case 'runtime':
      return `runtime ${observation.op} ${observation.image}`;
    case 'runtime-return':
      return `returned ${observation.ref ?? observation.error}`;
    case 'pulling':
      return `pulling ${observation.state}`;
    case 'event':
      return `${observation.eventType} ${observation.reason}: ${observation.message}`;
    case 'result':
      return `result ref=${observation.imageRef} error=${observation.error} message=${observation.message}`;
    default:
      return observation.type;
  }
}
