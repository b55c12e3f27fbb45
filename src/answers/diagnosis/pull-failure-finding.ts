import type { KubernetesEvent } from '../../inputs/events/kubernetes-event.ts';
import { imageIn } from '../../inputs/events/pod-sighting.ts';
import { pulledEventMessage } from '../../inputs/events/pulled-event-message.ts';
import { imageName } from '../../inputs/images/image-name.ts';
import { type Finding, failedPull, lastOf, secondsOf, stateImage, untimed, waitingAs } from './finding.ts';
import { type Interval, shortText } from './interval.ts';
import { backOffAfter, nextPull } from './next-attempt.ts';
import { agoOf, type PodEvidence } from './pod-evidence.ts';
import { pullErrorKind } from './pull-error-kinds.ts';

/** Returns what the failure of a pull means and when the next one comes; undefined if none has failed last. */
export function pullFailureFinding(evidence: PodEvidence): Finding | undefined {
  const { events } = evidence;
  const isFailed = ({ message }: KubernetesEvent) => failedPull.test(message);
  const failed = lastOf(events, isFailed);
  const waits = waitingAs(evidence, 'ImagePullBackOff', 'ErrImagePull');
  const backOff = lastOf(events, ({ message }) => message.startsWith('Back-off pulling image'));
  const sign = failed ?? backOff;
  if (sign === undefined && waits === undefined) return undefined;
  const image =
    imageIn((failed ?? backOff)?.message ?? '') ?? stateImage(evidence, 'ImagePullBackOff', 'ErrImagePull');
  const pulled = lastOf(
    events,
    ({ message }) => pulledEventMessage(message)?.image === image && image !== null,
  );
  // It failed first, and then it was pulled.
  if (sign !== undefined && pulled !== undefined && pulled.micros >= sign.micros && waits === undefined)
    return undefined;
  const ofState = typeof waits === 'object' ? waits.waiting?.message : undefined;
  const error =
    failedPull.exec(failed?.message ?? '')?.[1] ||
    ofState?.replace(/^Back-off pulling image "[^"]*":? ?(?:ErrImagePull: )?/, '') ||
    '';
  const errorKind = pullErrorKind(error);
  const attempts = attemptsOf(events, image);
  return {
    kind: errorKind?.kind ?? 'pullFails',
    answer:
      errorKind === undefined
        ? `The pull of ${image ?? 'an image'} fails${error === '' ? ', and the text does not say why' : ''}.`
        : `The pull of ${image ?? 'an image'} fails: ${errorKind.cause}.`,
    cause: error === '' ? null : error,
    image: image || null,
    next: nextPulls(evidence, attempts, failed ?? backOff),
    advice: errorKind?.advice.map((one) =>
      one.replaceAll('IMAGE', image ?? 'IMAGE').replaceAll('REGISTRY', registryOf(image)),
    ) ?? ['kubectl describe pod shows the error; kubectl get events keeps it for an hour'],
  };
}

function registryOf(image: string | null): string {
  const canonical = imageName(image ?? '')?.canonical ?? '';
  const host = canonical.slice(0, canonical.indexOf('/'));
  return host === 'docker.io' ? 'registry-1.docker.io' : host || 'REGISTRY';
}

/** How often a pull of the image was begun; at least once. */
function attemptsOf(events: readonly KubernetesEvent[], image: string | null): number {
  const sum = (test: (event: KubernetesEvent) => boolean) =>
    events.filter(test).reduce((total, { count }) => total + count, 0);
  const ofImage = ({ message }: KubernetesEvent) => image === null || imageIn(message) === image;
  return Math.max(
    1,
    sum((event) => event.reason === 'Pulling' && ofImage(event)),
    sum((event) => failedPull.test(event.message) && ofImage(event)),
  );
}

function nextPulls(
  evidence: PodEvidence,
  attempts: number,
  last: KubernetesEvent | undefined,
): Finding['next'] {
  if (last === undefined)
    return [untimed('the kubelet tries again after 10 s, then 20 s, doubled up to 5 minutes')];
  const pulling = lastOf(evidence.events, ({ reason }) => reason === 'Pulling');
  const failed = lastOf(evidence.events, ({ message }) => failedPull.test(message)) ?? pulling ?? last;
  const ago = agoOf(evidence, failed);
  const backOff = lastOf(evidence.events, ({ message }) => message.startsWith('Back-off pulling image'));
  const heldBackMicros =
    backOff === undefined ? undefined : heldBackPulls(attempts, failed, ago, agoOf(evidence, backOff));
  if (heldBackMicros !== undefined)
    return [
      {
        what: `it has waited in back-off since, so later pulls have failed too (a kubelet holds events back that come too often): by its rules the back-off is ${shortText(heldBackMicros)} by now; a pull`,
        ...secondsOf({ least: 0, most: heldBackMicros + 16_000_000 }),
      },
    ];
  const { inMicros, windowMicros, nextWindowMicros } = nextPull(attempts, ago);
  const counted = `${attempts} ${attempts === 1 ? 'pull has' : 'pulls have'} failed, so the back-off is ${shortText(windowMicros)}`;
  return [
    { what: `${counted}; the next pull`, ...secondsOf(inMicros) },
    untimed(
      `after another failure the back-off is ${shortText(nextWindowMicros)}; the kubelet goes on for ever, with 5 minutes at most between pulls`,
    ),
  ];
}

/** Returns the back-off by now, where the kubelet was in back-off after the last failure that was seen had ended. */
function heldBackPulls(
  attempts: number,
  failed: KubernetesEvent,
  failedAgo: Interval,
  backOffAgo: Interval,
): number | undefined {
  const { windowMicros } = nextPull(attempts, failedAgo);
  const since = failedAgo.least - backOffAgo.most;
  if (since <= windowMicros + 16_000_000) return undefined;
  const elapsed = failedAgo.least + (failed.micros - failed.firstMicros);
  return backOffAfter(elapsed);
}
