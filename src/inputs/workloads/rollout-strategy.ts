import type { RolloutStrategy } from '../../run/simulation-input.ts';
import type { UpdateStrategyDocument } from './kubernetes-shapes.ts';

type UpdateDocument = UpdateStrategyDocument | null | undefined;
type Share = number | string | null | undefined;

/**
 * What a controller does with existing pods when its template changes: nothing (`later`: pods that it makes
 * from then on have the new one), or a rollout. `refused`: the API server does not allow the change.
 */
export type TemplateUpdate = 'refused' | 'later' | Rollout;

interface Rollout {
  readonly strategyFor: (pods: number) => RolloutStrategy;
  /** Pods with a lower ordinal keep the old template. */
  readonly partition: number;
}

/**
 * Reads a Deployment's `strategy`; its defaults are 25 % and 25 % (`ResolveFenceposts`,
 * pkg/controller/deployment/util, v1.36.3).
 */
export function deploymentUpdate(strategy: UpdateDocument): TemplateUpdate {
  if (strategy?.type === 'Recreate') return { strategyFor: () => ({ kind: 'recreate' }), partition: 0 };
  const { maxSurge, maxUnavailable } = strategy?.rollingUpdate ?? {};
  const strategyFor = (pods: number): RolloutStrategy => {
    const surgeMax = shareOf(maxSurge ?? '25%', pods, Math.ceil);
    const unavailableMax = Math.min(pods, shareOf(maxUnavailable ?? '25%', pods, Math.floor));
    return {
      kind: 'surge',
      surgeMax,
      unavailableMax: surgeMax === 0 && unavailableMax === 0 ? 1 : unavailableMax,
    };
  };
  return { strategyFor, partition: 0 };
}

/**
 * Reads a DaemonSet's `updateStrategy`: by default one node after the other (pkg/controller/daemon/update.go,
 * v1.36.3).
 */
export function daemonSetUpdate(strategy: UpdateDocument): TemplateUpdate {
  if (strategy?.type === 'OnDelete') return 'later';
  const { maxSurge, maxUnavailable } = strategy?.rollingUpdate ?? {};
  const strategyFor = (pods: number): RolloutStrategy => {
    const surgeMax = shareOf(maxSurge ?? 0, pods, Math.ceil);
    if (surgeMax > 0) return { kind: 'surgePerNode', surgeMax };
    return { kind: 'perNode', unavailableMax: Math.max(1, shareOf(maxUnavailable ?? 1, pods, Math.ceil)) };
  };
  return { strategyFor, partition: 0 };
}

/**
 * Reads a StatefulSet's `updateStrategy`: from the last pod to the first (pkg/controller/statefulset,
 * v1.36.3).
 */
export function statefulSetUpdate(strategy: UpdateDocument, oneByOne: boolean): TemplateUpdate {
  if (strategy?.type === 'OnDelete') return 'later';
  return {
    strategyFor: () => ({ kind: 'ordered', oneByOne }),
    partition: strategy?.rollingUpdate?.partition ?? 0,
  };
}

function shareOf(share: NonNullable<Share>, pods: number, round: (value: number) => number): number {
  const text = String(share);
  const value = Number.parseInt(text, 10) || 0;
  return text.endsWith('%') ? round((value * pods) / 100) : value;
}
