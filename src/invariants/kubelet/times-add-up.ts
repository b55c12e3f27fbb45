import type { Invariant, Violation } from '../invariant.ts';
import { pullCalls } from '../reading/pull-calls.ts';

/** The times in the event Pulled ("including waiting") come from these two figures. */
export const timesAddUp: Invariant = {
  name: 'times-add-up',
  kind: 'always',
  says: 'The times that a pull names, waiting and with the slot, are those between its records.',
  check: (records) =>
    pullCalls(records).flatMap(({ asked, granted, ended }): Violation[] => {
      if (asked === undefined || ended?.tookMs === undefined || ended.waitedMs === undefined) return [];
      const turnMs = granted?.at ?? ended.at;
      const wrong = [
        isAbout(ended.waitedMs, turnMs - asked.at)
          ? ''
          : `waited ${ended.waitedMs} ms by its own account, ${turnMs - asked.at} ms by the records`,
        isAbout(ended.tookMs, ended.at - turnMs)
          ? ''
          : `took ${ended.tookMs} ms by its own account, ${ended.at - turnMs} ms by the records`,
      ];
      return wrong.filter((message) => message !== '').map((message) => ({ record: ended.id, message: `${ended.actor} ${message}` }));
    }),
};

/** Milliseconds are exact to the microsecond, but their differences are not. */
function isAbout(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.0005;
}
