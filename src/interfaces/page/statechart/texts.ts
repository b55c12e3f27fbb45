import type { StepRecord } from '../../../trace/step-record.ts';

/**
 * Returns a virtual time as a clock shows it, `01:12.480`, `2:00:05.000`; with microseconds if there are any,
 * `00:00.515600`.
 */
export function instantText(atMs: number): string {
  const micros = Math.round(atMs * 1000);
  const seconds = Math.floor(micros / 1_000_000);
  const rest = micros % 1_000_000;
  const fraction = rest % 1000 === 0 ? pad(rest / 1000, 3) : pad(rest, 6);
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${hours}:` : ''}${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}.${fraction}`;
}

function pad(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
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
