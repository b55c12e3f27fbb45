import { microsOf } from '../../conformance/script-time.ts';
import { type CallEntry, isRefusedByQps, resultOf, triesToPull } from '../call-entries.ts';
import type { PropertyViolation, ProtocolProperty } from './protocol-property.ts';

export const onePullPerCall: ProtocolProperty = {
  name: 'one-pull-per-call',
  says: 'A call asks the runtime to pull once at most, says Pulling before, waits for the answer, and ends by it; what says Pulling and does not ask fails by the QPS limit.',
  check: ({ script, entries }) =>
    script.calls.flatMap(({ id }): PropertyViolation[] => {
      const own = entries.get(id) ?? [];
      const pulls = own.filter((entry) => entry.type === 'runtime' && entry.op === 'PullImage');
      const [first, second] = pulls;
      if (first === undefined) return pullsByNothing(id, own);
      if (second !== undefined)
        return [{ at: second.at, call: id, message: `calls PullImage ${pulls.length} times` }];
      const before = own.slice(0, own.indexOf(first));
      if (!before.some((entry) => entry.type === 'event' && entry.reason === 'Pulling'))
        return [{ at: first.at, call: id, message: 'calls PullImage without the event Pulling before' }];
      const result = own.find(({ type }) => type === 'result');
      const isAnswered = own.some(({ type }) => type === 'runtime-return');
      return result === undefined || isAnswered
        ? []
        : [{ at: result.at, call: id, message: 'returns before PullImage has' }];
    }),
};

function pullsByNothing(call: string, own: readonly CallEntry[]): PropertyViolation[] {
  const result = resultOf(own);
  if (result === undefined || !triesToPull(own) || isRefusedByQps(own)) return [];
  const message =
    result.error === ''
      ? 'says that it pulls, and succeeds without PullImage'
      : `says that it pulls, and fails without PullImage: ${result.message}`;
  return [{ at: result.at, call, message }];
}

export const pullingIsSaidAtOnce: ProtocolProperty = {
  name: 'pulling-is-said-at-once',
  says: 'The event Pulling comes in the moment of the call, before its pull waits for a slot.',
  check: ({ script, entries }) =>
    script.calls.flatMap(({ id, at }): PropertyViolation[] => {
      const event = (entries.get(id) ?? []).find(
        (entry) => entry.type === 'event' && entry.reason === 'Pulling',
      );
      return event === undefined || microsOf(event.at) === microsOf(at)
        ? []
        : [{ at: event.at, call: id, message: `is called at ${at} ms, and says Pulling at ${event.at} ms` }];
    }),
};

export const oneResultPerCall: ProtocolProperty = {
  name: 'one-result-per-call',
  says: 'Every call of EnsureImageExists returns once, and nothing of it comes after.',
  check: ({ script, trace, entries }) => {
    const endMs = trace.trace.at(-1)?.at ?? 0;
    const known = new Set(script.calls.map(({ id }) => id));
    const unknown = [...entries.keys()].filter((id) => !known.has(id));
    return [
      ...unknown.map((id) => ({
        at: entries.get(id)?.[0]?.at ?? 0,
        call: id,
        message: 'the script has no such call',
      })),
      ...script.calls.flatMap(({ id, at }): PropertyViolation[] => {
        const own = entries.get(id) ?? [];
        const results = own.filter(({ type }) => type === 'result');
        if (results.length > 1)
          return [{ at: results[1]?.at ?? at, call: id, message: `returns ${results.length} times` }];
        if (results.length === 0) {
          const panic = own.find((entry) => entry.type === 'panic');
          return [
            {
              at: panic?.at ?? endMs,
              call: id,
              message: panic === undefined ? 'never returns' : `panics: ${panic.message}`,
            },
          ];
        }
        const after = own.at(-1);
        return after === undefined || after.type === 'result'
          ? []
          : [{ at: after.at, call: id, message: `${after.type} after its result` }];
      }),
    ];
  },
};

export const invalidNamesStayOut: ProtocolProperty = {
  name: 'invalid-names-stay-out',
  says: 'A name that the release cannot parse is refused, and the runtime never hears of it.',
  check: ({ script, entries, profile }) =>
    script.calls.flatMap(({ id, image }): PropertyViolation[] => {
      const own = entries.get(id) ?? [];
      const isInvalid = 'error' in profile.applyDefaultImageTag(image);
      const result = own.find((entry) => entry.type === 'result');
      const isRefused = result?.error === 'InvalidImageName';
      const heard = own.find(({ type }) => type === 'runtime');
      if (isInvalid && heard !== undefined)
        return [{ at: heard.at, call: id, message: `the runtime is asked for ${JSON.stringify(image)}` }];
      if (result === undefined || isInvalid === isRefused) return [];
      const verdict = isInvalid
        ? `returns ${result.error || 'success'} for an invalid name`
        : 'refuses a valid name';
      return [{ at: result.at, call: id, message: `${verdict}: ${JSON.stringify(image)}` }];
    }),
};

type Result = Extract<CallEntry, { type: 'result' }>;

/**
 * The event that tells how a call ended, by the error that it returns. Other errors end with the warning
 * Failed.
 */
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
      const messages = [eventMismatch(own, result), answerMismatch(own, result)].filter(
        (message) => message !== undefined,
      );
      return messages.map((message) => ({ at: result.at, call: id, message }));
    }),
};

function eventMismatch(own: readonly CallEntry[], { error }: Result): string | undefined {
  const expected = lastEvents[error] ?? 'Warning Failed';
  const told = own.flatMap((entry) =>
    entry.type === 'event' && entry.reason !== 'Pulling' ? [`${entry.eventType} ${entry.reason}`] : [],
  );
  if (told.length === 1 && told[0] === expected) return undefined;
  const heard = told.length === 0 ? 'no event says so' : `the events say ${told.join(', ')}`;
  return `returns ${error || 'success'}, but ${heard} (expected ${expected})`;
}

function answerMismatch(own: readonly CallEntry[], { error, imageRef }: Result): string | undefined {
  if (error !== '' && imageRef !== '') return `returns ${error} and the image ${imageRef}`;
  const answer = own.findLast((entry) => entry.type === 'runtime-return');
  if (answer === undefined) return undefined;
  if (answer.error !== undefined)
    return error === '' ? `returns success, though PullImage failed: ${answer.error}` : undefined;
  if (error !== '') return `returns ${error}, though PullImage succeeded`;
  return imageRef === (answer.ref ?? '')
    ? undefined
    : `returns the image ${imageRef}, though PullImage gave ${answer.ref ?? 'none'}`;
}
