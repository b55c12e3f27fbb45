import type { KnownBug } from '../known-bug.ts';

/**
 * Known defects of pkg/kubelet/util/pod_startup_latency_tracker.go, which measures how long pods take to
 * start.
 */
export const startupBugs = {
  pullSessionLeftOpen: {
    id: 'pull-session-left-open',
    area: 'startup SLI',
    since: '1.36',
    until: '1.38',
    effect:
      'the start of a failed pull stays open until the next pull that ends well: back-off counts as time of pulling and is missing from the startup SLI',
    source: 'pkg/kubelet/util/pod_startup_latency_tracker.go (v1.36.3)',
  },
  pullNeverEnds: {
    id: 'startup-of-minus-292-years',
    area: 'startup SLI',
    since: '1.26',
    until: '1.34',
    effect:
      'a pod whose pull failed and whose image then was there without a pull has a startup SLI of -292 years; in 1.26 every pod that pulls an image',
    source: 'pkg/kubelet/util/pod_startup_latency_tracker.go (v1.34.4, v1.31.14, v1.26.15)',
    fixed: 'from 1.35 an image that is there ends the pull',
  },
  oneInitContainer: {
    id: 'startup-leaves-out-one-init-container',
    area: 'startup SLI',
    since: '1.36',
    until: '1.38',
    effect:
      'of several init containers only one run time is taken off the startup SLI: the end of an early one is taken for the end of the next',
    source: 'pkg/kubelet/util/pod_startup_latency_tracker.go (v1.36.3)',
  },
} as const satisfies Readonly<Record<string, KnownBug>>;
