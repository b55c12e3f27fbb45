import type { StepRecord } from '../../trace/step-record.ts';
import { stateText } from '../statechart/state-text.ts';

/** Returns a step in words: `web-0/app: PULL.FAILED, failed`. */
export function stepText(step: StepRecord | undefined, nameOf: (actor: string) => string): string {
  if (step === undefined) return 'nothing yet';
  const who = nameOf(step.actor);
  if (step.type === 'actorStarted') return `${who} starts`;
  if (step.type === 'actorStopped') return `${who} stops`;
  return `${who} takes ${step.event.type}: ${stateText(step.value)}`;
}
