import { goQuote } from '../go/go-strings.ts';
import {
  imageGcRules1_14,
  imageGcRules1_27,
  imageGcRules1_29,
  imageGcRules1_30,
  imageGcRules1_33,
  imageGcRules1_35,
} from '../image-gc/image-gc-rules.ts';
import {
  imageMessages,
  pulledWithDurations,
  pulledWithMilliseconds,
  pulledWithOneDuration,
  pulledWithoutDurations,
  pulledWithSize,
  silentPrecheckMessages,
  tellingPrecheckMessages,
} from '../images/image-messages.ts';
import { defaultImageTag } from '../images/image-reference.ts';
import {
  distributionReference05,
  distributionReference06,
  distributionReference06Go127,
  dockerDistribution28,
} from '../images/parse-reference.ts';
import { plainPullFailure, pullFailureByPrefix, pullFailureOfExactSentinel } from '../images/pull-failure.ts';
import { decideByPrecheck, decideByShouldPull, inspectsUnlessAlways } from '../images/pull-policy.ts';
import { isPreRelease } from '../kubelet-release.ts';
import {
  plegRules1_14,
  plegRules1_18,
  plegRules1_27,
  plegRules1_29,
  plegRules1_32,
  plegRules1_36,
  plegRules1_37,
} from '../pleg/pleg-rules.ts';
import type { Profile } from '../profile.ts';

/** Kubernetes 1.14, read from its source (test/seeds, 004): it could not be run for comparison. */
export const v1_14: Profile = {
  release: '1.14',
  version: '1.14.10',
  evidence: 'source',
  goJson: '1.26',
  applyDefaultImageTag: defaultImageTag(dockerDistribution28, 'image reference'),
  inspects: () => true,
  decide: decideByShouldPull,
  pullFailure: pullFailureOfExactSentinel,
  messages: {
    ...imageMessages,
    ...silentPrecheckMessages,
    pulled: pulledWithoutDurations,
    created: (container) => `Created container ${container}`,
    started: (container) => `Started container ${container}`,
  },
  recordsPulling: 'never',
  finishesPullingWhenPresent: false,
  asksImageSize: false,
  passesRuntimeHandler: false,
  passesAnnotations: false,
  limitsParallelPulls: false,
  readsSecrets: 'inPull',
  tellsMissingSecrets: 'never',
  ensuresImageVolumes: 'eachSync',
  tellsInitialized: 'allContainers',
  takesLostInitForDone: false,
  stopsChangedContainers: 'inTurn',
  endingRounds: 'byUpdate',
  recordedNames: 'full',
  retry: { capsAtSyncFrequency: false, relistsOnDemand: false },
  events: { spamKeyHasType: false, recordQps: 5, recordBurst: 10 },
  startup: { pulls: 'firstToLast', leavesOutInit: false, leavesOutStateful: false },
  imageGc: imageGcRules1_14,
  pleg: plegRules1_14,
};

/**
 * Kubernetes 1.22, read from the source of 1.22.17: the time of a pull and of its wait in its message, and
 * annotations with the image (both since 1.19, `EnsureImageExists` of images/image_manager.go). Its comparison
 * with the sentinel is that of 1.27.
 */
const v1_22: Profile = {
  ...v1_14,
  release: '1.22',
  version: '1.22.17',
  pullFailure: plainPullFailure,
  messages: { ...v1_14.messages, pulled: pulledWithOneDuration },
  passesAnnotations: true,
  pleg: plegRules1_18,
};

/**
 * Kubernetes 1.23, read from the source of 1.23.17: both durations. Image GC spares pinned images, but
 * `ListImages` of kuberuntime/kuberuntime_image.go takes over no pins before patches of 1.25 to 1.28.
 */
const v1_23: Profile = {
  ...v1_22,
  release: '1.23',
  version: '1.23.17',
  messages: { ...v1_22.messages, pulled: pulledWithDurations },
};

/**
 * Kubernetes 1.24, read from the source of 1.24.17: one duration, as 1.22. The second one, which patches of
 * 1.23 and 1.25 took over, is measured here, but no message has it.
 */
const v1_24: Profile = { ...v1_22, release: '1.24', version: '1.24.17' };

/** Kubernetes 1.25, read from the source of 1.25.16: both durations, and pins (in patches, patch-rows.ts). */
const v1_25: Profile = {
  ...v1_23,
  release: '1.25',
  version: '1.25.16',
  imageGc: { ...v1_23.imageGc, sparesPinned: true },
};

/**
 * Kubernetes 1.26, read from the source of 1.26.15: the pulling-time recorder, which gets no end of a pull
 * (`EnsureImageExists`), another text of a disk that stays full (images/image_gc_manager.go), and the evented
 * PLEG.
 */
const v1_26: Profile = {
  ...v1_25,
  release: '1.26',
  version: '1.26.15',
  recordsPulling: 'starts',
  imageGc: imageGcRules1_27,
  pleg: plegRules1_27,
};

/**
 * Kubernetes 1.27, measured on 1.27.16: parallel pulls with a limit, and ends of pulls for the pulling-time
 * recorder.
 */
export const v1_27: Profile = {
  ...v1_26,
  release: '1.27',
  version: '1.27.16',
  evidence: 'traces',
  recordsPulling: 'startsAndEnds',
  // The defaults were 5 and 10 before, and have grown tenfold.
  events: { ...v1_14.events, recordQps: 50, recordBurst: 100 },
  limitsParallelPulls: true,
};

/**
 * Kubernetes 1.28, measured on 1.28.15: durations in whole milliseconds, two sentinels and
 * another parser of names (`evalCRIPullErr` and `applyDefaultImageTag` of images/image_manager.go), missing
 * pull secrets (`getPullSecretsForPod` of kubelet_pods.go). Image GC and PLEG did not change since 1.27.16.
 */
const v1_28: Profile = {
  ...v1_27,
  release: '1.28',
  version: '1.28.15',
  applyDefaultImageTag: defaultImageTag(dockerDistribution28, 'image name'),
  pullFailure: pullFailureByPrefix,
  messages: { ...v1_27.messages, pulled: pulledWithMilliseconds },
  tellsMissingSecrets: 'eachSync',
};

/**
 * Kubernetes 1.29, measured on 1.29.15: runtime handlers, image GC that detects images first and
 * knows a maximal age (images/image_gc_manager.go), and statuses that wait for a relist also with an evented
 * PLEG (container/cache.go). The `Created` text is that of the patches of 1.30.
 */
const v1_29: Profile = {
  ...v1_28,
  release: '1.29',
  version: '1.29.15',
  applyDefaultImageTag: defaultImageTag(distributionReference05, 'image name'),
  messages: { ...v1_28.messages, created: (container) => `Created container: ${container}` },
  passesRuntimeHandler: true,
  imageGc: imageGcRules1_29,
  pleg: plegRules1_29,
};

/**
 * Kubernetes 1.30, read from the source of 1.30.14: image sizes, and a maximal age that counts from the start
 * of the kubelet. In
 * pkg/kubelet/{images,pleg,container,util} nothing that counts here changed from 1.30.14 to 1.31.14. The
 * `Created` text with a colon (kuberuntime/kuberuntime_container.go) came in patch releases (patch-rows.ts).
 */
const v1_30: Profile = {
  ...v1_29,
  release: '1.30',
  version: '1.30.14',
  evidence: 'source',
  messages: { ...v1_29.messages, pulled: pulledWithSize },
  asksImageSize: true,
  imageGc: imageGcRules1_30,
};

/**
 * Kubernetes 1.31, measured on 1.31.14: image volumes, behind a gate (feature-gates.ts); otherwise as 1.30.
 */
export const v1_31: Profile = { ...v1_30, release: '1.31', version: '1.31.14', evidence: 'traces' };

/**
 * Kubernetes 1.32, read from the source of 1.32.13: the policy before presence (`imagePullPrecheck` of
 * images/image_manager.go), back-off that names the failure, one turn for each pod in a relist
 * (pleg/generic.go), a spam filter for each type of event (client-go 0.32.13, tools/record/events_cache.go).
 */
const v1_32: Profile = {
  ...v1_31,
  release: '1.32',
  version: '1.32.13',
  evidence: 'source',
  applyDefaultImageTag: defaultImageTag(distributionReference06, 'image name'),
  inspects: inspectsUnlessAlways,
  decide: decideByPrecheck,
  messages: { ...v1_31.messages, ...tellingPrecheckMessages },
  events: { ...v1_31.events, spamKeyHasType: true },
  pleg: plegRules1_32,
};

/**
 * Kubernetes 1.33, read from the source of 1.33.13: pull records behind a gate that is off
 * (images/pullmanager, pruned by images/image_gc_manager.go), and pull secrets that are read for each image,
 * also for one that is there (`EnsureImageExists` of images/image_manager.go).
 */
const v1_33: Profile = {
  ...v1_32,
  release: '1.33',
  version: '1.33.13',
  readsSecrets: 'afterInspection',
  imageGc: imageGcRules1_33,
};

/**
 * Kubernetes 1.34, read from the source of 1.34.4: pull secrets are left alone where the image is there and
 * the gate KubeletEnsureSecretPulledImages is off (images/image_manager.go). Nothing else that counts here
 * changed since 1.33.13.
 */
const v1_34: Profile = { ...v1_33, release: '1.34', version: '1.34.4', readsSecrets: 'beforeVerification' };

/**
 * Kubernetes 1.35, measured on 1.35.4: the gate KubeletEnsureSecretPulledImages is on, pull secrets are read
 * when needed, and a present image ends the measuring of a pull (images/image_manager.go); retries at a crash
 * loop's end (`completeWork` of pod_workers.go); short texts of started containers
 * (kuberuntime/kuberuntime_container.go); a longer one of a disk that stays full
 * (images/image_gc_manager.go).
 */
const v1_35: Profile = {
  ...v1_34,
  release: '1.35',
  version: '1.35.4',
  evidence: 'traces',
  messages: { ...v1_34.messages, created: () => 'Container created', started: () => 'Container started' },
  finishesPullingWhenPresent: true,
  readsSecrets: 'whenNeeded',
  retry: { ...v1_34.retry, capsAtSyncFrequency: true },
  imageGc: imageGcRules1_35,
};

/**
 * Kubernetes 1.36, measured on 1.36.3: relists on demand, pull records by the name as written, the startup
 * latency by sessions of pulling, and init containers that are gone taken for done
 * (`convertToAPIContainerStatuses`).
 */
export const v1_36: Profile = {
  ...v1_35,
  release: '1.36',
  version: '1.36.3',
  evidence: 'traces',
  takesLostInitForDone: true,
  recordedNames: 'asWritten',
  startup: { pulls: 'sessions', leavesOutInit: true, leavesOutStateful: true },
  retry: { ...v1_35.retry, relistsOnDemand: true },
  pleg: plegRules1_36,
};

/**
 * Kubernetes 1.37, measured on 1.37.2: image volumes only where a container is to start (`SyncPod` of
 * kuberuntime/kuberuntime_manager.go), init containers judged by the containers of the present sandbox
 * (`computeInitContainerActions`), missing pull secrets reported only where a pull has failed (`SyncPod` of
 * kubelet.go), and an evented PLEG that asks for relists instead of writing statuses (pleg/evented.go).
 */
export const v1_37: Profile = {
  ...v1_36,
  release: '1.37',
  version: '1.37.2',
  tellsMissingSecrets: 'afterFailedPull',
  ensuresImageVolumes: 'beforeAStart',
  tellsInitialized: 'activeContainers',
  pleg: plegRules1_37,
};

/**
 * Kubernetes 1.38, measured on 1.38.0-beta.0: containers whose specs have changed are stopped side by side
 * (`killContainers` of kuberuntime/kuberuntime_container.go), and metrics of failed rounds (`operationType` of
 * pod_workers.go, `IsBackoffError` of container/sync_result.go). Its Go is 1.27, which knows Unicode 17.0 and words broken JSON in its own way. Image manager, pull records, image GC, PLEG and
 * kubeadm's runtime util did not change since 1.37.2.
 */
export const v1_38: Profile = {
  ...v1_37,
  release: '1.38',
  version: '1.38.0-beta.0',
  applyDefaultImageTag: defaultImageTag(distributionReference06Go127, 'image name'),
  messages: {
    ...v1_37.messages,
    invalidName: (image, error) => `Failed to apply default image tag ${goQuote(image, '17.0')}: ${error}`,
  },
  goJson: '1.27',
  stopsChangedContainers: 'together',
  endingRounds: 'byWork',
};

/** Every profile, the oldest first. */
export const profiles: readonly [Profile, ...Profile[]] = [
  v1_14,
  v1_22,
  v1_23,
  v1_24,
  v1_25,
  v1_26,
  v1_27,
  v1_28,
  v1_29,
  v1_30,
  v1_31,
  v1_32,
  v1_33,
  v1_34,
  v1_35,
  v1_36,
  v1_37,
  v1_38,
];

/** The profile of this very release; undefined if it has none. `selectProfile` takes the nearest. */
export function findProfile(release: string | undefined): Profile | undefined {
  return profiles.find((profile) => profile.release === release);
}

/** The newest release that is out. */
export const newestRelease =
  profiles.findLast(({ version }) => !isPreRelease(version))?.release ?? profiles[0].release;

/**
 * The profile of a run that names none. It may be older than the newest, so that runs keep their
 * bytes.
 */
export const defaultProfile = v1_36;
export const defaultRelease = defaultProfile.release;
