import type { CallEntry } from '../call-entries.ts';
import type { PropertyViolation, ProtocolProperty } from './protocol-property.ts';

type Result = Extract<CallEntry, { type: 'result' }>;

/** The event that tells how a call ended, by the error that it returns. Other errors end with the warning Failed. */
const lastEvents: Readonly<Record<string, string>> = {
  '': 'Normal Pulled',
  ImagePullBackOff: 'Normal BackOff',
  ErrImageNeverPull: 'Warning ErrImageNeverPull',
  InvalidImageName: 'Warning InspectFailed',
  ImageInspectError: 'Warning InspectFailed',
};

export const eventsAgreeWithResults: ProtocolProperty = {
  name: 'events-agree-with-results',
  says: 'The events of a call, the runtime’s answer and what the call returns tell the same story.',
  check: ({ script, entries }) =>
    script.calls.flatMap(({ id }): PropertyViolation[] => {
      const own = entries.get(id) ?? [];
      const result = own.find((entry) => entry.type === 'result');
      if (result === undefined) return [];
      const messages = [eventMismatch(own, result), answerMismatch(own, result)].filter((message) => message !== undefined);
      return messages.map((message) => ({ at: result.at, call: id, message }));
    }),
};

function eventMismatch(own: readonly CallEntry[], { error }: Result): string | undefined {
  const expected = lastEvents[error] ?? 'Warning Failed';
  const told = own.flatMap((entry) => (entry.type === 'event' && entry.reason !== 'Pulling' ? [`${entry.eventType} ${entry.reason}`] : []));
  if (told.length === 1 && told[0] === expected) return undefined;
  const heard = told.length === 0 ? 'no event says so' : `the events say ${told.join(', ')}`;
  return `returns ${error || 'success'}, but ${heard} (expected ${expected})`;
}

function answerMismatch(own: readonly CallEntry[], { error, imageRef }: Result): string | undefined {
  if (error !== '' && imageRef !== '') return `returns ${error} and the image ${imageRef}`;
  const answer = own.findLast((entry) => entry.type === 'runtime-return');
  if (answer === undefined) return undefined;
  if (answer.error !== undefined) return error === '' ? `returns success, though PullImage failed: ${answer.error}` : undefined;
  if (error !== '') return `returns ${error}, though PullImage succeeded`;
  return imageRef === (answer.ref ?? '') ? undefined : `returns the image ${imageRef}, though PullImage gave ${answer.ref ?? 'none'}`;
}
