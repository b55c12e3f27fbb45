import { isReleaseAtLeast } from '../../kubelet/release-order.ts';
import { isReady } from './describe-container.ts';
import type { PodAt } from './pods-at.ts';

/**
 * Returns the pod's conditions, in the kubelet's order. Without probes and readiness gates a pod is ready when its
 * containers run. Mirrors generateAPIPodStatus of pkg/kubelet/kubelet_pods.go and status/generate.go (v1.36.3).
 */
export function podConditions({ status, hasSandbox, rejected }: PodAt, release: string): (readonly [type: string, isTrue: boolean])[] {
  const scheduled = ['PodScheduled', true] as const;
  if (status === undefined || rejected !== undefined) return [scheduled];
  const { containers, phase } = status;
  const isInitialized = containers.every(({ kind, state, exitCode }) => {
    if (kind === 'sidecar') return state === 'running' || phase === 'Succeeded';
    return kind !== 'init' || (state === 'terminated' && (exitCode ?? 0) === 0);
  });
  const areReady = isInitialized && containers.every((container) => container.kind === 'ephemeral' || isReady(container));
  return [
    ...(isReleaseAtLeast(release, '1.29') ? [['PodReadyToStartContainers', hasSandbox && !isOver(phase)] as const] : []),
    ['Initialized', isInitialized],
    ['Ready', areReady && !isOver(phase)],
    ['ContainersReady', areReady && !isOver(phase)],
    scheduled,
  ];
}

function isOver(phase: string): boolean {
  return phase === 'Succeeded' || phase === 'Failed';
}
