import { largest } from '../../rules/collections/extremes.ts';
import type { Parsed } from '../../trace/record.ts';
import type { firstCause as cause } from '../json/run-summary.ts';
import { countText, durationText } from '../text/quantity-text.ts';
import type { HeldPods } from './held-pods.ts';

/**
 * The cause that held the pods of a run back most, with how many it held and for how long. The sentence has
 * no control characters.
 */
export type FirstCause = Parsed<typeof cause>;

/** Returns the first cause of the parts of a run; null if nothing held a pod. */
export function firstCause(parts: readonly (readonly HeldPods[])[]): FirstCause | null {
  return rankedCauses(parts)[0] ?? null;
}

/**
 * Returns the causes of the parts of a run, the first one first: where pods do not run at the end, the main
 * cause of most of these; otherwise that which held all pods together longest.
 */
export function rankedCauses(parts: readonly (readonly HeldPods[])[]): FirstCause[] {
  const joined = new Map<string, { -readonly [Field in keyof HeldPods]: HeldPods[Field] }>();
  for (const held of parts.flat()) {
    const known = joined.get(held.words);
    if (known === undefined) joined.set(held.words, { ...held });
    else {
      known.pods += held.pods;
      known.micros += held.micros;
      known.longestMicros = Math.max(known.longestMicros, held.longestMicros);
      known.idlePods += held.idlePods;
      if (held.burstNeeded !== undefined)
        known.burstNeeded = Math.max(known.burstNeeded ?? 0, held.burstNeeded);
    }
  }
  return [...joined.values()]
    .sort((a, b) => b.idlePods - a.idlePods || b.micros - a.micros || (a.words < b.words ? -1 : 1))
    .map(figuresOf);
}

function figuresOf({
  kind,
  words,
  pods,
  micros,
  longestMicros,
  throttle,
  burstNeeded,
}: HeldPods): FirstCause {
  const isTooSmall =
    throttle !== undefined && burstNeeded !== undefined && burstNeeded > throttle.registryBurst;
  return withSentence({
    kind,
    words,
    pods,
    heldMs: micros / 1000,
    longestMs: longestMicros / 1000,
    ...(throttle && { settings: { ...throttle } }),
    ...(isTooSmall && { remedy: { registryBurst: burstNeeded } }),
  });
}

/** Returns a cause of one of several runs with the remedy that does in all of them. */
export function causeOverRuns(cause: FirstCause, runs: readonly (FirstCause | null)[]): FirstCause {
  const bursts = runs.flatMap((one) => (one?.words === cause.words ? (one.remedy?.registryBurst ?? []) : []));
  return bursts.length === 0 ? cause : withSentence({ ...cause, remedy: { registryBurst: largest(bursts) } });
}

/** Returns the cause with its sentence. */
function withSentence(cause: Omit<FirstCause, 'sentence'>): FirstCause {
  const { words, pods, longestMs, remedy } = cause;
  const held = `held ${countText(pods, 'pod')} for ${pods === 1 ? '' : 'up to '}${durationText(longestMs)}`;
  const instead = remedy === undefined ? '' : `; registryBurst=${remedy.registryBurst} would refuse no pull`;
  return { ...cause, sentence: `${words}, which ${held}${instead}` };
}
