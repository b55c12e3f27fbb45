import { plegBugs } from '../../kubelet/known-bugs/pleg-bugs.ts';
import type { BugSign } from './bug-sign.ts';

/** `genericPlegRelistThreshold` of pkg/kubelet/kubelet.go. */
const relistThresholdMs = 180_000;

/** What the known bugs of the PLEG look like in a run; more of them show in its conformance scripts. */
export const plegSigns: readonly BugSign[] = [
  {
    bug: plegBugs.discardedForGood,
    look: () => (record) => (record.type === 'pleg' && (record.discarded ?? 0) > 0 ? record.node : undefined),
  },
  {
    bug: plegBugs.slowListIsUnhealthy,
    look: () => (record) =>
      record.type === 'pleg' && record.state === 'relisted' && (record.tookMs ?? 0) > relistThresholdMs ? record.node : undefined,
  },
];
