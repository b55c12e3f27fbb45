import { countText, durationText } from '../../report/text/quantity-text.ts';
import type { SimulationProgress } from '../../simulation/parts-progress.ts';
import type { Stage } from '../../what-if/runs/time-left.ts';

/**
 * Returns how far one run has come, by its pods and by its horizon: a run with a pod that never settles continues to the horizon. A
 * pre-pull has no pods.
 */
export function stageOfRun({ nowMs, horizonMs, pods, podsUnsettled }: SimulationProgress): Stage {
  const settled = pods === 0 ? '' : `, ${Math.max(0, pods - podsUnsettled)} of ${countText(pods, 'pod')} settled`;
  return {
    told: `${durationText(nowMs)} of ${durationText(horizonMs)} simulated${settled}`,
    remaining: [{ amount: podsUnsettled }, { amount: horizonMs - nowMs, isLimit: true }],
  };
}
