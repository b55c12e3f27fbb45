import { subtleFaults } from './subtle-faults.mjs';

/**
 * Bugs that an image manager could well have, each a switch of this one. Names are what `--mutation` takes.
 * @type {Readonly<Record<string, string>>}
 */
export const mutations = {
  'back-off-not-capped': 'the back-off doubles beyond its maximum',
  'back-off-first-capped': 'the first back-off is cut to the maximum, which upstream does from the second on',
  'back-off-reset-by-success': 'a successful pull forgets the back-off of its key',
  'back-off-key-without-pod': 'one back-off for all pods that use the image',
  'back-off-key-without-image': 'one back-off for all images of a pod',
  'back-off-key-normalized': 'the key holds the name after the default tag, not the name as written',
  'back-off-from-pull-start': 'the window starts when the failed pull was asked for, not when it ended',
  'back-off-edge-refused': 'a call at the very end of the window is still refused',
  'back-off-extended-by-refusal': 'a call that back-off refuses counts as a failure',
  'back-off-expires-early': 'an entry has expired at exactly twice the maximum, not only after it',
  'back-off-counts-once': 'failures of one key in one window count once',
  'previous-error-forgotten': 'the result of a refused call does not say why the pull before failed',
  'policy-never-pulls': 'policy Never pulls an absent image',
  'policy-if-not-present-pulls': 'policy IfNotPresent pulls an image that is present',
  'policy-always-trusts-presence': 'policy Always is content with an image that is present',
  'presence-rechecked': 'an image that came while the pull waited for its slot is not pulled again',
  'slot-leaked-on-failure': 'a pull that failed keeps its slot',
  'slot-leaked-on-refusal': 'a pull that the QPS limit refused keeps its slot',
  'slots-last-in-first-out': 'the pull that came last gets the free slot',
  'slots-one-too-many': 'one pull more than maxParallelImagePulls at once',
  'serial-queue-refuses': 'the serial puller fails what its queue of ten has no room for',
  'token-taken-at-call': 'the QPS token is taken when the pull is asked for, not when it has its slot',
  'token-spent-by-refusal': 'a refused pull spends a token too',
  'burst-ignored': 'the token bucket holds one token, whatever registryBurst says',
  'pulling-event-missing': 'no event "Pulling"',
  'pulling-event-late': 'the event "Pulling" comes when the pull has its slot',
  'finished-after-failure': 'the pulling-time recorder hears of an end after a failed pull',
  'default-tag-missing': 'the runtime gets the name without the default tag',
  'size-not-asked': 'the image size is not asked after the pull',
  'cri-error-prefix-ignored':
    'RegistryUnavailable and SignatureValidationFailed are ErrImagePull like any other',
  'pulled-text-of-another-release': 'the event "Successfully pulled" is worded as another release does',
  'waiting-left-out': 'the time "including waiting" leaves the waiting out',
  'annotations-not-passed': "the runtime does not get the pod's annotations",
  'intent-not-recorded': 'with the credentials gate, a pull under way is not on record',
  'back-off-expires-at-maximum': 'an entry has expired after the maximum, not after twice that',
  'back-off-wrong-after-six': 'after six failures in a row the window begins anew',
  'back-off-keys-evicted': 'the table of failures holds twenty keys, and drops the oldest one for another',
  'back-off-lost-after-an-hour': 'when the kubelet is an hour old it forgets all failures, once',
  'back-off-lost-after-a-day': 'when the kubelet is a day old it forgets all failures, once',
  'back-off-kept-an-hour': 'a failure is forgotten after an hour, whatever the maximum',
  'back-off-kept-a-day': 'a failure is forgotten after a day, whatever the maximum',
  'back-off-hours-as-minutes': 'a back-off of hours is read as one of minutes',
  'hours-told-as-minutes': 'the time that a pull took is told with its hours as minutes',
  'slots-unlimited-above-five': 'maxParallelImagePulls above five is no limit',
  'record-lost-on-failure':
    'with the credentials gate, a failed pull of a name forgets that it was pulled before',
};

/** What only newer releases have, and so cannot be broken before. @type {Readonly<Record<string, string>>} */
const since = {
  'cri-error-prefix-ignored': '1.31',
  'size-not-asked': '1.31',
  'previous-error-forgotten': '1.36',
  'intent-not-recorded': '1.36',
  'record-lost-on-failure': '1.36',
};

/** Every switch of this image manager: the bugs above and the subtle ones. @type {Readonly<Record<string, string>>} */
export const switches = { ...mutations, ...subtleFaults };

/** The mutations that change what this release does. @param {string} release */
export function mutationsOf(release) {
  return Object.keys(mutations).filter((name) => Number(release) >= Number(since[name] ?? 0));
}
