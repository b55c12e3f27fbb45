import { smallest } from '../../../rules/collections/extremes.ts';
import type { Profile } from '../../../rules/kubelet/profile.ts';
import { racesExclusion } from '../exclusions.ts';
import { kubeletRunner, recordedKubelets } from '../kubelet-runner.ts';
import type { ComparedPart, ScriptKind, ScriptTrace, TraceEntry } from '../script-kind.ts';
import { microsOf } from '../script-time.ts';
import type { PlegEntry } from './entry-log.ts';
import { randomScript } from './random-script.ts';
import { type PlegScript, scriptSchema } from './script-schema.ts';
import { type PlegOptions, ScriptedPleg } from './scripted-pleg.ts';

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
};

/**
 * Steps must be in order of time. Relists by hand and updates are possible only while PLEG is stopped, drains
 * only if nobody else reads.
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
    if (isStarted && ('relist' in step || 'update' in step))
      problems.push(`steps[${index}]: not while the PLEG is started; stop it first`);
    if ('drain' in step && drain !== 'manual')
      problems.push(`steps[${index}].drain: only with "drain": "manual"`);
  }
  return problems;
}

/**
 * Runs a script with the simulated PLEG, on the same machine as `windlass run`. Throws a `SimulationError` if
 * an actor fails or gets an event without a transition.
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

/**
 * Returns the parts of two traces before the first relist that leaves an order open: one in which the
 * expected trace has a race (`1400 pods inspected …`), or one that touches several pods while inspections
 * take time. A Go map decides which pod comes first in it, so entries before the time of the race are
 * affected too.
 */
export function comparedBeforeRelist(expected: ScriptTrace, actual: ScriptTrace): ComparedPart {
  const relists = relistsOf(expected.trace);
  const raceMs = smallest((expected.races ?? []).map(Number.parseFloat));
  const raced = relists.findLast(({ atMs }) => atMs <= raceMs);
  const open = relists.find((relist) => (relist === raced && Number.isFinite(raceMs)) || hasNoOrder(relist));
  const untilMs = open?.atMs ?? (Number.isFinite(raceMs) ? raceMs : undefined);
  if (untilMs === undefined) return { expected: expected.trace, actual: actual.trace };
  return {
    expected: expected.trace.filter(({ at }) => at < untilMs),
    actual: actual.trace.filter(({ at }) => at < untilMs),
    excludedBy: racesExclusion.id,
  };
}

/** A listing, and what was done to pods before the next one. */
interface Relist {
  readonly atMs: number;
  readonly entries: TraceEntry[];
}

function relistsOf(trace: readonly TraceEntry[]): readonly Relist[] {
  const relists: Relist[] = [];
  for (const entry of trace) {
    if (entry.type === 'runtime' && 'op' in entry && entry.op !== 'GetPodStatus')
      relists.push({ atMs: entry.at, entries: [] });
    else if (['runtime', 'cache', 'pleg-event'].includes(entry.type) && 'uid' in entry)
      relists.at(-1)?.entries.push(entry);
  }
  return relists;
}

/** Events may be read long after their relist, so their times say nothing about it. */
function hasNoOrder({ entries }: Relist): boolean {
  const pods = new Set(entries.map((entry) => ('uid' in entry ? entry.uid : undefined)));
  const inspected = entries.filter((entry) => 'op' in entry && entry.op === 'GetPodStatus');
  return (
    pods.size > 1 &&
    inspected.some(({ at }) => entries.some((other) => other.at > at && other.type !== 'pleg-event'))
  );
}
