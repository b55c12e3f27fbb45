import type { Question } from '../../../answers/what-if/questions/question.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import type { AskedQuestion, RunOrigin } from '../worker/worker-protocol.ts';

/** Returns the settings of what a run was made of; none of a stored trace. */
export function settingsOf(request: RunOrigin): RunRequest {
  return request.kind === 'simulate' ? request.settings : {};
}

/** Whether what was asked is this question about these settings: files are the same until others are opened. */
export function isSameQuestion(
  asked: AskedQuestion,
  question: Question | string,
  request: RunOrigin,
): boolean {
  return (
    JSON.stringify([asked.question, settingsOf(asked.request)]) ===
    JSON.stringify([question, settingsOf(request)])
  );
}
