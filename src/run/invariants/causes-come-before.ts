import { always, type Violation } from './invariant.ts';

export const causesComeBefore = always(
  'causes-come-before',
  'Every cause points to an earlier record of the actor that it names.',
  (records) =>
    records.flatMap((record): Violation[] => {
      if (record.type === 'header' || record.type === 'end' || record.because?.record === undefined)
        return [];
      const { actor, record: id } = record.because;
      const cause = records[id];
      if (id >= record.id || cause === undefined)
        return [{ record: record.id, message: `its cause, record ${id}, is not before it` }];
      if ('actor' in cause && cause.actor === actor) return [];
      return [{ record: record.id, message: `its cause, record ${id}, is not of ${actor}` }];
    }),
);
