import { imageIn } from '../../inputs/events/pod-sighting.ts';
import { pulledEventMessage } from '../../inputs/events/pulled-event-message.ts';
import { releaseOfTexts } from '../../inputs/events/release-of-texts.ts';
import { profiles } from '../../rules/kubelet/profiles/profiles.ts';
import {
  type Finding,
  lastOf,
  nothing,
  type PodDiagnosis,
  secondsOf,
  stateImage,
  untimed,
  waitingAs,
} from './finding.ts';
import { type Interval, shortText } from './interval.ts';
import { nextStart } from './next-attempt.ts';
import { agoOf, between, type PodEvidence } from './pod-evidence.ts';
import { pullErrorKind } from './pull-error-kinds.ts';
import { pullFailureFinding } from './pull-failure-finding.ts';
import { pullFinding } from './pull-finding.ts';

/** Returns what most likely happened to a pod, with how long each part took and what comes next. */
export function diagnosePod(evidence: PodEvidence): PodDiagnosis {
  const finding =
    schedulingFinding(evidence) ??
    neverPullFinding(evidence) ??
    pullFailureFinding(evidence) ??
    sandboxFinding(evidence) ??
    crashFinding(evidence) ??
    volumeFinding(evidence) ??
    settingsFinding(evidence) ??
    pullFinding(evidence);
  const release = releaseOfTexts(evidence.events.map(({ message }) => message));
  return {
    pod: evidence.pod,
    node: evidence.node ?? null,
    ...finding,
    next: [...finding.next],
    advice: [...finding.advice],
    parts: partsOf(evidence),
    kubelet: release === undefined ? null : { oldest: release.oldest, newest: release.newest },
  };
}

/** Since the pod has a node, what the scheduler said before does not count. */
function schedulingFinding(evidence: PodEvidence): Finding | undefined {
  const { events, node, status } = evidence;
  const failed = lastOf(events, ({ reason }) => reason === 'FailedScheduling');
  const isPlaced = events.some(({ reason, component }) => reason === 'Scheduled' || component === 'kubelet');
  if (isPlaced || (failed === undefined && !(status === 'Pending' && node === undefined))) return undefined;
  return {
    ...nothing,
    kind: 'notScheduled',
    answer: 'No node has been found for the pod: images have no part in it yet.',
    cause: failed?.message ?? null,
    next: [untimed('the scheduler tries again when nodes or pods change, or after 5 minutes')],
    advice: [
      'compare the requests, selectors, affinity and tolerations of the pod with the nodes: the message counts what each lacks',
    ],
  };
}

function neverPullFinding(evidence: PodEvidence): Finding | undefined {
  const never = lastOf(evidence.events, ({ reason }) => reason === 'ErrImageNeverPull');
  const invalid = lastOf(
    evidence.events,
    ({ reason, message }) => reason === 'InspectFailed' || message.startsWith('Error: InvalidImageName'),
  );
  if (invalid !== undefined || waitingAs(evidence, 'InvalidImageName') !== undefined) {
    const inspected = lastOf(evidence.events, ({ reason }) => reason === 'InspectFailed');
    const image = imageIn(inspected?.message ?? '') ?? stateImage(evidence, 'InvalidImageName');
    const cause = inspected?.message ?? null;
    return {
      ...nothing,
      kind: 'invalidName',
      answer: `${subject(image)} is no name of an image, so it is never asked for.`,
      cause,
      image,
      next: [untimed('the kubelet looks again every 10 to 16 s and finds the same')],
      advice: [
        'mend the name in the pod: lower case, no scheme such as https://, one tag; windlass lint names each fault',
      ],
    };
  }
  if (never === undefined && waitingAs(evidence, 'ErrImageNeverPull') === undefined) return undefined;
  const image = imageIn(never?.message ?? '') ?? stateImage(evidence, 'ErrImageNeverPull');
  return {
    ...nothing,
    kind: 'neverPull',
    answer: `${subject(image)} is not on the node, and imagePullPolicy: Never forbids to pull it.`,
    cause: never?.message ?? null,
    image,
    next: [
      untimed('the kubelet looks every 10 to 16 s whether the image is there, and starts the container then'),
    ],
    advice: [
      'use imagePullPolicy: IfNotPresent, or load the image on this node (ctr -n k8s.io images import, kind load docker-image)',
    ],
  };
}

function subject(image: string | null): string {
  return image ?? 'The image';
}

function sandboxFinding({ events }: PodEvidence): Finding | undefined {
  const failed = lastOf(events, ({ reason }) => reason === 'FailedCreatePodSandBox');
  const started = lastOf(events, ({ reason }) => reason === 'Started' || reason === 'Pulling');
  if (failed === undefined || (started !== undefined && started.micros > failed.micros)) return undefined;
  const image =
    /(?:get sandbox image|pull (?:and unpack )?image) \\?"([^"\\]+)/.exec(failed.message)?.[1] ?? null;
  const errorKind = image === null ? undefined : pullErrorKind(failed.message);
  return {
    ...nothing,
    kind: image === null ? 'sandbox' : 'sandboxImage',
    answer:
      image === null
        ? 'The sandbox of the pod cannot be made (most often its network): no image of its containers has been asked for yet.'
        : `The sandbox image ${image} cannot be pulled${errorKind === undefined ? '' : `: ${errorKind.cause}`}; without it no pod starts on this node that has none yet.`,
    cause: failed.message,
    image,
    next: [untimed('the kubelet tries again every 10 to 16 s: sandboxes have no back-off')],
    advice:
      image === null
        ? ['look at the CNI plugin on this node: its pod, its log, its address range']
        : [
            'the runtime pulls it by itself, without imagePullSecrets: put it on the node, or set sandbox_image (containerd), pause_image (CRI-O) to a registry that answers',
          ],
  };
}

function crashFinding(evidence: PodEvidence): Finding | undefined {
  const backOff = lastOf(evidence.events, ({ message }) =>
    message.startsWith('Back-off restarting failed container'),
  );
  if (backOff === undefined && waitingAs(evidence, 'CrashLoopBackOff') === undefined) return undefined;
  const state = evidence.states.find(({ waiting }) => waiting?.reason === 'CrashLoopBackOff');
  const started = lastOf(evidence.events, ({ reason }) => reason === 'Started');
  const starts = Math.max(state === undefined ? 0 : state.restarts + 1, started?.count ?? 1);
  const code = state?.exitCode;
  const release = profiles[0].release;
  const next = started === undefined ? undefined : nextStart(starts, agoOf(evidence, started), release);
  return {
    ...nothing,
    kind: 'crashLoop',
    answer: `The container${state === undefined ? '' : ` ${state.name}`} starts and ends again${code === undefined ? '' : ` (exit code ${code})`}: its image is on the node, so this is no problem of images.`,
    cause: backOff?.message ?? null,
    next:
      next === undefined
        ? [untimed('the kubelet starts it again after 10 s, doubled up to 5 minutes')]
        : [
            {
              what: `it has been started ${starts === 1 ? 'once' : `${starts} times`}; the back-off is up to ${shortText(next.windowMicros)} from its end; the next start, if it ended at once`,
              ...secondsOf(next.inMicros),
            },
          ],
    advice: [
      'kubectl logs --previous shows what the container said last',
      'a container that runs for 10 minutes begins again with a rest of 10 s',
    ],
  };
}

function volumeFinding({ events }: PodEvidence): Finding | undefined {
  const failed = lastOf(events, ({ reason }) => reason === 'FailedMount' || reason === 'FailedAttachVolume');
  const later = lastOf(
    events,
    ({ reason }) => reason === 'Pulling' || reason === 'Pulled' || reason === 'Started',
  );
  if (failed === undefined || later !== undefined) return undefined;
  return {
    ...nothing,
    kind: 'volumes',
    answer: 'A volume of the pod is not there yet: no image has been asked for.',
    cause: failed.message,
    next: [untimed('the kubelet mounts again after 0.5 s, doubled up to 2m2s')],
    advice: ['look at the volume that the message names: its Secret, ConfigMap or claim'],
  };
}

function settingsFinding(evidence: PodEvidence): Finding | undefined {
  const failed = lastOf(
    evidence.events,
    ({ reason, message }) => reason === 'Failed' && /^Error: \S+ \S/.test(message),
  );
  const started = lastOf(evidence.events, ({ reason }) => reason === 'Started');
  const state = waitingAs(
    evidence,
    'CreateContainerConfigError',
    'CreateContainerError',
    'RunContainerError',
  );
  if (
    state === undefined &&
    (failed === undefined || (started !== undefined && started.micros >= failed.micros))
  )
    return undefined;
  return {
    ...nothing,
    kind: 'containerSettings',
    answer:
      'The image is on the node, but the container cannot be created with these settings: this is no problem of images.',
    cause: failed?.message ?? (typeof state === 'object' ? (state.waiting?.message ?? null) : null),
    next: [untimed('the kubelet tries again every 10 to 16 s')],
    advice: ['look at what the message names: a Secret, a ConfigMap, a command, a security context'],
  };
}

/** Returns how long each part took, as far as events tell. */
function partsOf({ events }: PodEvidence): PodDiagnosis['parts'] {
  const parts: { what: string; least: number; most: number }[] = [];
  const add = (what: string, interval: Interval) => parts.push({ what, ...secondsOf(interval) });
  const bound = events.find(({ reason }) => reason === 'Scheduled');
  const first = events.find(({ reason }) => reason === 'Pulling' || reason === 'Pulled');
  if (bound !== undefined && first !== undefined) add('volumes and sandbox', between(bound, first));
  for (const [index, event] of events.entries()) {
    const pulledMessage = pulledEventMessage(event.message);
    if (pulledMessage?.durationMicros !== undefined) {
      const wait =
        (pulledMessage.withWaitingMicros ?? pulledMessage.durationMicros) - pulledMessage.durationMicros;
      if (wait >= 1_000)
        add(`waiting for other pulls before ${pulledMessage.image}`, { least: wait, most: wait });
      add(`pulling ${pulledMessage.image}`, {
        least: pulledMessage.durationMicros,
        most: pulledMessage.durationMicros,
      });
    }
    if (event.reason !== 'Started' || event.count > 1) continue;
    const next = events.slice(index + 1).find(({ reason }) => reason === 'Pulling' || reason === 'Pulled');
    if (
      next !== undefined &&
      next.object.fieldPath !== event.object.fieldPath &&
      event.object.fieldPath.startsWith('spec.initContainers')
    )
      add(
        `running ${/\{(.+)\}/.exec(event.object.fieldPath)?.[1] ?? 'an init container'}`,
        between(event, next),
      );
  }
  return parts;
}
