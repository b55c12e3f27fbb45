import type { ScriptKubelet } from './script.ts';

/** A kubelet that never delays a pull: parallel pulls without limit or throttle, back-off from 10 s to 5 min. */
export const unhurriedKubelet: ScriptKubelet = {
  serializeImagePulls: false,
  maxParallelImagePulls: null,
  registryPullQPS: 0,
  registryBurst: 0,
  imagePullBackOff: { initialMs: 10_000, maxMs: 300_000 },
};
