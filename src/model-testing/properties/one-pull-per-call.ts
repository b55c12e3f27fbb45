import type { PropertyViolation, ProtocolProperty } from './protocol-property.ts';

export const onePullPerCall: ProtocolProperty = {
  name: 'one-pull-per-call',
  says: 'A call asks the runtime to pull once at most, says Pulling before, and waits for the answer.',
  check: ({ script, entries }) =>
    script.calls.flatMap(({ id }): PropertyViolation[] => {
      const own = entries.get(id) ?? [];
      const pulls = own.filter((entry) => entry.type === 'runtime' && entry.op === 'PullImage');
      const [first, second] = pulls;
      if (first === undefined) return [];
      if (second !== undefined) return [{ at: second.at, call: id, message: `calls PullImage ${pulls.length} times` }];
      const before = own.slice(0, own.indexOf(first));
      if (!before.some((entry) => entry.type === 'event' && entry.reason === 'Pulling'))
        return [{ at: first.at, call: id, message: 'calls PullImage without the event Pulling before' }];
      const result = own.find(({ type }) => type === 'result');
      const isAnswered = own.some(({ type }) => type === 'runtime-return');
      return result === undefined || isAnswered ? [] : [{ at: result.at, call: id, message: 'returns before PullImage has' }];
    }),
};
