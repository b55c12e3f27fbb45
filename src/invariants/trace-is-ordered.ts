import type { Invariant, Violation } from './invariant.ts';

export const traceIsOrdered: Invariant = {
  name: 'trace-is-ordered',
  kind: 'always',
  says: 'Records are numbered without gaps, time never falls, the header comes first and the end last.',
  check: (records) =>
    records.flatMap((record, index): Violation[] => {
      const before = records[index - 1];
      const wrong = [
        record.id === index ? '' : `numbered ${record.id} where ${index} follows`,
        before === undefined || record.at >= before.at ? '' : `time falls from ${before.at} ms to ${record.at} ms`,
        (record.type === 'header') === (index === 0) ? '' : 'the header is not the first record',
        before?.type === 'end' ? 'a record after the end' : '',
      ];
      return wrong.filter((message) => message !== '').map((message) => ({ record: record.id, message }));
    }),
};
