import { imageIn } from '../../inputs/events/pod-sighting.ts';
import { pulledEventMessage } from '../../inputs/events/pulled-event-message.ts';
import { imageName } from '../../inputs/images/image-name.ts';
import { type Finding, failedPull, lastOf, nothing, untimed } from './finding.ts';
import { intervalText, shortText } from './interval.ts';
import { agoOf, type PodEvidence } from './pod-evidence.ts';

/** What makes a pull slow enough to be named. */
const slowMicros = 10_000_000;
/** A wait of the kubelet for other pulls of the node that is worth a word. */
const waitMicrosMin = 2_000_000;

/** Returns how the pulls of a pod went of which none has failed. */
export function pullFinding(evidence: PodEvidence): Finding {
  const { events, states, status } = evidence;
  const pulls = events.flatMap((event) => {
    const pulledMessage = pulledEventMessage(event.message);
    return pulledMessage?.durationMicros === undefined
      ? []
      : [{ ...pulledMessage, durationMicros: pulledMessage.durationMicros, event }];
  });
  const open = openPull(evidence);
  if (open !== undefined) return open;
  const waited = pulls.find(
    ({ durationMicros, withWaitingMicros = 0 }) =>
      withWaitingMicros - durationMicros >= Math.max(waitMicrosMin, durationMicros / 2),
  );
  const slowest = pulls.toSorted((a, b) => b.durationMicros - a.durationMicros)[0];
  if (waited !== undefined) {
    const waitMicros = (waited.withWaitingMicros ?? 0) - waited.durationMicros;
    return {
      ...nothing,
      kind: 'waitedForPulls',
      answer: `${waited.image} waited ${shortText(waitMicros)} for other pulls on its node, and was then pulled in ${shortText(waited.durationMicros)}.`,
      cause: waited.event.message,
      image: waited.image,
      advice: [
        'let the kubelet pull in parallel: serializeImagePulls: false, with maxParallelImagePulls',
        'windlass run shows what each setting gives',
      ],
    };
  }
  const started = lastOf(events, ({ reason }) => reason === 'Started');
  if (slowest !== undefined && slowest.durationMicros >= slowMicros) {
    const isStarted = started !== undefined && started.micros >= slowest.event.micros;
    return slowFinding(slowest, isStarted, agoOf(evidence, slowest.event).least);
  }
  if (
    started !== undefined ||
    states.some(({ isRunning }) => isRunning) ||
    /^(?:Running|Completed|Succeeded)$/.test(status ?? '')
  )
    return {
      ...nothing,
      kind: 'healthy',
      answer: 'Nothing is wrong with images: they were pulled or there, and the container started.',
    };
  const isWaiting = events.some(({ reason }) => reason === 'Scheduled');
  return {
    ...nothing,
    kind: 'unknown',
    answer: isWaiting
      ? 'The pod has a node, and nothing more is said: its volumes and its sandbox come first.'
      : 'The text does not say what happened to the pod.',
    advice: ['kubectl describe pod shows its events and the states of its containers'],
  };
}

/** A pull that ended well, as its event says it. */
interface SlowPull {
  readonly image: string;
  readonly durationMicros: number;
  readonly withWaitingMicros: number | undefined;
  readonly bytes: number | undefined;
}

function slowFinding(slowest: SlowPull, isStarted: boolean, agoMicros: number): Finding {
  const size =
    slowest.bytes === undefined
      ? ''
      : ` (${Math.round(slowest.bytes / 1e6)} MB, ${Math.round(slowest.bytes / slowest.durationMicros)} MB/s)`;
  return {
    ...nothing,
    kind: 'slowPull',
    answer: `The pull of ${slowest.image} took ${shortText(slowest.durationMicros)}${size}${isStarted ? '; then the container started' : '; the container has not been started yet'}.`,
    cause:
      slowest.withWaitingMicros === undefined
        ? 'the time of loading and unpacking, and of waiting for other pulls'
        : `it did not wait for other pulls (${shortText(slowest.withWaitingMicros - slowest.durationMicros)}): the time is that of loading and unpacking the image`,
    image: slowest.image,
    next: isStarted
      ? []
      : [
          untimed(
            `the container is created and started, which takes less than a second on most nodes; ${shortText(agoMicros)} have passed`,
          ),
        ],
    advice: [
      'a smaller image, or one whose large layers are on the node already',
      ...(imageName(slowest.image)?.tag === 'latest'
        ? ['a fixed tag: with latest every start asks the registry again (imagePullPolicy: Always)']
        : []),
      'pull it ahead of the pod (a DaemonSet, or the image of the node)',
    ],
  };
}

/** A pull that has begun and of which no end is seen. */
function openPull(evidence: PodEvidence): Finding | undefined {
  const pulling = lastOf(evidence.events, ({ reason }) => reason === 'Pulling');
  const image = imageIn(pulling?.message ?? '') ?? null;
  if (pulling === undefined) return undefined;
  const ended = evidence.events.some(
    ({ reason, message, micros, object }) =>
      micros + 1 >= pulling.micros &&
      (pulledEventMessage(message)?.image === image ||
        failedPull.test(message) ||
        (reason === 'Created' && object.fieldPath === pulling.object.fieldPath)),
  );
  if (ended) return undefined;
  const ago = agoOf(evidence, pulling);
  return {
    ...nothing,
    kind: 'pulling',
    answer: `The node is pulling ${image ?? 'an image'}, ${ago.most > 0 ? `since ${intervalText(ago)} at least` : 'and has just begun'}: the pull has neither ended nor failed.`,
    cause: 'it waits for other pulls of the node, or loads and unpacks; events come only at the end',
    image,
    next: [
      untimed(
        'Pulled or Failed comes when the runtime is done; the kubelet itself sets no time limit, the runtime ends a pull that makes no progress',
      ),
    ],
    advice: [
      "crictl images and the runtime's log on the node show how far it is",
      'windlass run on the pod shows what such a pull should take',
    ],
  };
}
