import type { KnownBug } from '../known-bug.ts';

/** Known defects of cmd/kubeadm/app/util/runtime. */
export const kubeadmBugs = {
  doubledPrefix: {
    id: 'kubeadm-doubled-prefix',
    area: 'kubeadm',
    since: '1.36',
    until: '1.38',
    effect: 'errors of parallel pulls say it twice: failed to pull image c: failed to pull image c: …',
    source: 'cmd/kubeadm/app/util/runtime/runtime.go (v1.36.3)',
  },
  stopsAgain: {
    id: 'kubeadm-stops-again',
    area: 'kubeadm',
    since: '1.30',
    until: '1.30',
    effect: 'each retry of a container that could not be removed stops it again first',
    source: 'cmd/kubeadm/app/util/runtime/runtime.go (v1.30.14)',
  },
} as const satisfies Readonly<Record<string, KnownBug>>;
