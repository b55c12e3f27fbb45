import { isFeatureGateOn } from '../configuration/feature-gates.ts';
import type { KubeletSettings } from '../configuration/settings.ts';
import type { BackOffRules } from '../images/back-off.ts';

/**
 * How long containers that crash rest: 10 s doubled to 300 s, 1 s doubled to 60 s with the gate
 * ReduceDefaultCrashLoopBackOffDecay; crashLoopBackOff.maxContainerRestartPeriod, where its gate is on, wins over both.
 * Mirrors `newCrashLoopBackOff` in pkg/kubelet/kubelet.go (v1.36.3). Image pulls have no such setting.
 */
export function crashLoopRules(settings: KubeletSettings, release: string): BackOffRules {
  const isReduced = isFeatureGateOn('ReduceDefaultCrashLoopBackOffDecay', release, settings.featureGates);
  const initialMicros = isReduced ? 1_000_000 : 10_000_000;
  const maxMicros = settings.maxContainerRestartPeriodMicros ?? (isReduced ? 60_000_000 : 300_000_000);
  return { initialMicros: Math.min(initialMicros, maxMicros), maxMicros };
}
