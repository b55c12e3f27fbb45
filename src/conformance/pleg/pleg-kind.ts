import type { Profile } from '../../kubelet/profile.ts';
import { kubeletRunner, recordedKubelets } from '../kubelet-runner.ts';
import type { ScriptKind, ScriptTrace } from '../script-kind.ts';
import { microsOf } from '../script-time.ts';
import { comparedBeforeRelist } from './compared-before-relist.ts';
import type { PlegEntry } from './pleg-entry.ts';
import { randomScript } from './random-script.ts';
import { type PlegScript, scriptSchema } from './script-schema.ts';
import { type PlegOptions, ScriptedPleg } from './scripted-pleg.ts';
import { simplerScripts } from './simpler-scripts.ts';

/** The pod lifecycle event generator and the pod cache, with a scripted runtime. Mirrors pkg/kubelet/pleg. */
export const plegKind: ScriptKind<PlegScript> = {
  kind: 'pleg',
  recorded: recordedKubelets,
  unit: 'step',
  schema: scriptSchema,
  problemsOf: stepProblems,
  runnerOf: kubeletRunner(runScript),
  comparedPart: comparedBeforeRelist,
  sizeOf: ({ steps }) => steps.length,
  random: randomScript,
  simpler: simplerScripts,
};

/**
 * Steps must be in order of time. Relists by hand and updates are possible only while PLEG is stopped, drains only if nobody else reads.
 */
function stepProblems({ steps, drain }: PlegScript): string[] {
  const problems: string[] = [];
  let before = 0;
  let isStarted = false;
  for (const [index, step] of steps.entries()) {
    if (step.at < before) problems.push(`steps[${index}].at: expected ${before} or later, not ${step.at}`);
    before = step.at;
    if ('start' in step) isStarted = true;
    if ('stop' in step) isStarted = false;
    if (isStarted && ('relist' in step || 'update' in step)) problems.push(`steps[${index}]: not while the PLEG is started; stop it first`);
    if ('drain' in step && drain !== 'manual') problems.push(`steps[${index}].drain: only with "drain": "manual"`);
  }
  return problems;
}

/**
 * Runs a script with the simulated PLEG, on the same machine as `windlass run`. Throws a `SimulationError` if an actor fails or gets an
 * event without a transition.
 */
function runScript(script: PlegScript, profile: Profile, options: PlegOptions): ScriptTrace<PlegEntry> {
  const pleg = new ScriptedPleg(script, profile, options);
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
