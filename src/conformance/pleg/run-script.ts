import type { HistogramTotals } from '../../kubelet/go/duration-seconds.ts';
import type { Profile } from '../../kubelet/profile.ts';
import type { ScriptTrace } from '../script-kind.ts';
import { microsOf } from '../script-time.ts';
import type { PlegEntry } from './pleg-entry.ts';
import type { PlegScript } from './script-schema.ts';
import { ScriptedPleg } from './scripted-pleg.ts';

/**
 * What the simulated PLEG does with a script, by the same machine that `windlass run` uses. Throws a `SimulationError` where
 * an actor fails or hears what it has no transition for.
 */
export function runScript(script: PlegScript, profile: Profile, totals: HistogramTotals): ScriptTrace<PlegEntry> {
  const pleg = new ScriptedPleg(script, profile, totals);
  for (const [index, step] of script.steps.entries()) {
    pleg.runTo(microsOf(step.at));
    pleg.act(step, index);
    pleg.settle();
  }
  if (script.untilMs !== undefined) pleg.runTo(Math.max(microsOf(script.untilMs), pleg.nowMicros));
  pleg.finishRelists();
  const trace = pleg.finish();
  return { script: script.name, trace, ...(pleg.races.length > 0 ? { races: pleg.races } : {}) };
}
