import type { KnownBug } from '../known-bug.ts';

/**
 * Known defects of the pod lifecycle event generator; names in quotes are scripts of the conformance data.
 */
export const plegBugs = {
  leakedCacheEntry: {
    id: 'pleg-leaked-cache-entry',
    area: 'PLEG',
    since: '1.14',
    until: '1.31',
    effect: 'a pod whose first inspection fails and which then goes away stays in the pod cache for ever',
    source: 'pkg/kubelet/pleg/generic.go (v1.31.14), "status-error-then-pod-gone"',
    fixed: 'from 1.32 the entry goes, in 1.36 with a PodSync event',
  },
  inspectedTwice: {
    id: 'pleg-inspected-twice',
    area: 'PLEG',
    since: '1.14',
    until: '1.31',
    effect:
      'a pod whose inspection failed before and fails again is inspected twice in one relist; where the second succeeds, its event waits for the next relist',
    source: 'pkg/kubelet/pleg/generic.go (v1.31.14), "status-error-twice-in-one-relist"',
    fixed: 'from 1.32 each pod has one turn in a relist',
  },
  lostAddress: {
    id: 'pleg-lost-address',
    area: 'PLEG',
    since: '1.14',
    until: '1.38',
    effect: 'one failed inspection between two good ones loses the IP of a terminated pod',
    source: 'pkg/kubelet/pleg/generic.go (v1.36.3), "ip-lost-after-error"',
  },
  slowListIsUnhealthy: {
    id: 'pleg-slow-list-is-unhealthy',
    area: 'PLEG',
    since: '1.14',
    until: '1.38',
    effect:
      'health counts from the start of a list: one that takes longer than the 3 minutes of the threshold leaves the PLEG unhealthy at the moment it succeeds, and the node NotReady',
    source: 'pkg/kubelet/pleg/generic.go (v1.36.3), "slow-list-counts-from-its-start"',
  },
  discardedForGood: {
    id: 'pleg-discarded-for-good',
    area: 'PLEG',
    since: '1.14',
    until: '1.38',
    effect:
      'an event for which the channel of 1000 has no room is dropped and never sent again: the pod waits for its next sync',
    source: 'pkg/kubelet/pleg/generic.go (v1.36.3), "channel-of-one"',
  },
  relistRequestDropped: {
    id: 'pleg-relist-request-dropped',
    area: 'PLEG',
    since: '1.36',
    until: '1.38',
    effect:
      'of more than 200 relists asked for on demand the further ones are dropped with no more than a line in the log; their pods wait for the global relist',
    source: 'pkg/kubelet/pleg/generic.go (v1.36.3)',
  },
  staleRunningCount: {
    id: 'pleg-stale-running-count',
    area: 'PLEG',
    since: '1.16',
    until: '1.38',
    effect: 'kubelet_running_containers keeps the count of a state in which there is no container any more',
    source: 'pkg/kubelet/pleg/generic.go (v1.36.3), "running-count-keeps-old-states"',
  },
} as const satisfies Readonly<Record<string, KnownBug>>;
