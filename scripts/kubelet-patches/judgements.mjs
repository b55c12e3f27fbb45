// What of the changes counts here, by declaration. The others are listed without a judgement.
const row = 'a row of patch-rows.ts';
const judgements = new Map([
  ['kubeGenericRuntimeManager.startContainer Created container: %v', row],
  ['kubeGenericRuntimeManager.ListImages', `${row}: pins are taken over`],
  ['imageManager.EnsureImageExists', row],
  ['basicPodStartupLatencyTracker.ObservedPodOnWatch', `${row}: the tracker of 1.36`],
  ['calculateImagePullingTime', `${row}: the tracker of 1.36`],
  ['realImageGCManager.freeImage', 'a lock: no order of calls changes'],
  ['GenericPLEG.Relist', 'a line of the log'],
  ['kubeGenericRuntimeManager.killContainer', 'the same text, or the end of containers as in the last patch'],
  ['kubeGenericRuntimeManager.doBackOff', 'the same text'],
  ['realImageGCManager.GarbageCollect', 'the same text'],
]);

/** Returns what a change counts for here; empty where it is not judged. */
export function judgementOf(name, come) {
  return judgements.get(name) ?? come.map((text) => judgements.get(`${name} ${text}`)).find(Boolean) ?? '';
}
