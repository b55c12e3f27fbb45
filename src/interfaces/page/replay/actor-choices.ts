import { podText } from '../../../charts/inspector/actor-entry.ts';
import { ActorFilter } from '../../../charts/inspector/actor-filter.ts';
import type { ActorStarted, StepRecord } from '../../../trace/step-record.ts';
import { actorAt, actorsNamed } from '../statechart/actor-groups.ts';
import type { ShownMoment } from './replay-boot.ts';

/** Actors that can be chosen, as patterns of `ActorFilter`. */
export interface ActorChoice {
  readonly label: string;
  readonly patterns: string;
}

export interface ActorChoices {
  readonly parts: readonly ActorChoice[];
  readonly pods: readonly ActorChoice[];
  readonly machines: readonly ActorChoice[];
}

/** The actors that most people want to see. */
export const imagePulls = 'imagePull, pullSlots, serialPuller, pullThrottle, pullBackOff';

/** A longer list of pods is of no use; the text field takes every name. */
const podsMax = 300;

/** Returns the choices for a run, in the order of their names. */
export function actorChoices(steps: readonly StepRecord[]): ActorChoices {
  const pods = new Set<string>();
  const machines = new Map<string, number>();
  for (const step of steps) {
    if (step.type !== 'actorStarted') continue;
    machines.set(step.machine, (machines.get(step.machine) ?? 0) + 1);
    if (step.machine === 'podWorker' && step.pod !== undefined) pods.add(podText(step.pod));
  }
  return {
    parts: [
      { label: 'image pulls', patterns: imagePulls },
      { label: 'pods and their pulls', patterns: 'podWorker, podKill, imagePull' },
      { label: 'downloads', patterns: 'runtimePull, runtimeSlots, fetch, contentStore, registry, network' },
      { label: 'image garbage collection', patterns: 'imageGc, imageGcLoop, eviction, disk' },
      { label: 'everything', patterns: '' },
    ],
    pods: [...pods]
      .sort()
      .slice(0, podsMax)
      .map((pod) => ({ label: pod, patterns: pod })),
    machines: [...machines]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([id, count]) => ({ label: `${id} (${count})`, patterns: id })),
  };
}

/**
 * Returns the start of the actor that was selected where the replay was opened; undefined if none was, or if
 * the run has no steps of it.
 */
export function pickedActor(
  steps: readonly StepRecord[],
  { actor, atMs }: ShownMoment,
): ActorStarted | undefined {
  if (actor === undefined) return undefined;
  const started = steps.flatMap((step) =>
    step.type === 'actorStarted' ? [{ ...step, fromMs: step.at }] : [],
  );
  return actorAt(actorsNamed(started, actor), atMs);
}

/** Returns the patterns, and the actor if they do not match it. */
export function patternsWith(patterns: string, picked: ActorStarted | undefined): string {
  return picked === undefined || new ActorFilter(patterns).matches(picked)
    ? patterns
    : `${patterns}, ${picked.actor}`;
}
