import type { StepRecord } from '../../../trace/step-record.ts';

/**
 * Returns a virtual time to the millisecond, as the rest of the page writes moments: `18.072 s`, `1 m 12.480 s`,
 * `2 h 0 m 5.000 s`; with microseconds if there are any, `0.515600 s`.
 */
export function instantText(atMs: number): string {
  const micros = Math.round(atMs * 1000);
  const minutes = Math.floor(micros / 60_000_000);
  const digits = micros % 1000 === 0 ? 3 : 6;
  const seconds = `${((micros % 60_000_000) / 1e6).toFixed(digits)} s`;
  if (minutes === 0) return seconds;
  return minutes < 60
    ? `${minutes} m ${seconds}`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} m ${seconds}`;
}

/** Returns a state's value in one line: `up.ready`, `pulling`. */
export function stateText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([key, inner]) => (stateText(inner) === '' ? key : `${key}.${stateText(inner)}`))
    .join(', ');
}

/** Returns a step in words: `web-0/app takes PULL.FAILED: failed`. */
export function stepText(step: StepRecord | undefined, nameOf: (actor: string) => string): string {
  if (step === undefined) return 'nothing yet';
  const who = nameOf(step.actor);
  if (step.type === 'actorStarted') return `${who} starts`;
  if (step.type === 'actorStopped') return `${who} stops`;
  return `${who} takes ${step.event.type}${afterWords(':', step.value)}`;
}

/** Returns a state after these words; empty for a reducer, which has none. */
export function afterWords(words: string, value: unknown): string {
  const state = stateText(value);
  return state === '' ? '' : `${words} ${state}`;
}

/** Returns how often a transition was taken, short enough for its label: `×6`, `×12k`; empty for never. */
export function timesText(count: number): string {
  if (count === 0) return '';
  if (count < 1000) return `×${count}`;
  return count < 1_000_000 ? `×${Math.floor(count / 1000)}k` : `×${Math.floor(count / 1_000_000)}M`;
}
