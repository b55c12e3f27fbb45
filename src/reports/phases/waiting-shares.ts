import type { Parsed } from '../../trace/record.ts';
import type { waitingShare } from '../json/run-summary.ts';
import { isWaiting, type PhaseName } from './container-phases.ts';
import { phaseNames } from './phase-looks.ts';
import type { PodPhases } from './pod-phases.ts';

/** How long containers waited for one cause, and its share of all waiting. */
type WaitingShare = Parsed<typeof waitingShare>;

/** How long containers waited, in whole microseconds. Phases in which none did may be absent. */
export type WaitingMicros = { readonly [Phase in PhaseName]?: number };

export function waitingMicros(pods: readonly PodPhases[]): WaitingMicros {
  const micros: { [Phase in PhaseName]?: number } = {};
  for (const pod of pods) {
    for (const container of pod.containers) {
      for (const { phase, fromMs, toMs } of container.phases) {
        if (!isWaiting(phase)) continue;
        micros[phase] = (micros[phase] ?? 0) + Math.round((toMs - fromMs) * 1000);
      }
    }
  }
  return micros;
}

/**
 * Returns the shares of the containers' waiting by cause, in the order of a container's life. Causes that
 * never occurred are left out.
 */
export function waitingShares(microsByPhase: WaitingMicros): WaitingShare[] {
  const waited = phaseNames.flatMap((phase) => {
    const micros = microsByPhase[phase] ?? 0;
    return micros > 0 ? [{ phase, micros }] : [];
  });
  const permilles = permillesOf(waited.map(({ micros }) => micros));
  return waited.map(({ phase, micros }, index) => ({
    phase,
    waitedMs: micros / 1000,
    percent: (permilles[index] ?? 0) / 10,
  }));
}

/** Returns whole thousandths that add up: what rounding down leaves goes to the largest remainders. */
function permillesOf(values: readonly number[]): number[] {
  const total = values.reduce((sum, value) => sum + value, 0);
  const exact = values.map((value) => (value / total) * 1000);
  const permilles = exact.map(Math.floor);
  const left = 1000 - permilles.reduce((sum, value) => sum + value, 0);
  const byRemainder = exact.map((value, index) => ({ index, remainder: value - Math.floor(value) }));
  byRemainder.sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of byRemainder.slice(0, left)) permilles[index] = (permilles[index] ?? 0) + 1;
  return permilles;
}
