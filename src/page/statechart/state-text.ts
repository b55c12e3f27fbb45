import type { StepRecord } from '../../trace/step-record.ts';
/** Returns a state's value in one line: `up.ready`, `pulling`. */
export function stateText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([key, inner]) => (stateText(inner) === '' ? key : `${key}.${stateText(inner)}`))
    .join(', ');
}

/** Returns a step in words: `web-0/app: PULL.FAILED, failed`. */
export function stepText(step: StepRecord | undefined, nameOf: (actor: string) => string): string {
  if (step === undefined) return 'nothing yet';
  const who = nameOf(step.actor);
  if (step.type === 'actorStarted') return `${who} starts`;
  if (step.type === 'actorStopped') return `${who} stops`;
  return `${who} takes ${step.event.type}: ${stateText(step.value)}`;
}
