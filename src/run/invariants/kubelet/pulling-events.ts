import { always, type Violation } from '../invariant.ts';
import { headerNodes, stoppedKubelets } from '../reading/node-lives.ts';
import { type PullCall, pullCalls } from '../reading/pull-calls.ts';

export const pullingEventIsAnswered = always(
  'pulling-event-is-answered',
  'Every event Pulling is followed by Pulled or Failed of the same container before its next Pulling.',
  function* (records) {
    const nodes = headerNodes(records).map((node) => node.name);
    const open = new Map<string, { readonly record: number; readonly node: string }>();
    for (const record of records) {
      for (const node of stoppedKubelets(record, nodes)) {
        for (const [actor, pulling] of open) if (pulling.node === node) open.delete(actor);
      }
      if (record.type !== 'event') continue;
      if (record.reason === 'Pulling') {
        const before = open.get(record.actor);
        if (before !== undefined)
          yield {
            record: record.id,
            message: `${record.actor}: Pulling again, record ${before.record} has no Pulled or Failed`,
          };
        open.set(record.actor, { record: record.id, node: record.node });
      } else if (record.reason === 'Pulled' || record.reason === 'Failed') {
        open.delete(record.actor);
      }
    }
  },
);

/** The times in the event Pulled ("including waiting") come from these two figures. */
export const timesAddUp = always(
  'times-add-up',
  'The times that a pull names, waiting and with the slot, are those between its records.',
  (records) =>
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
      return wrong
        .filter((message) => message !== '')
        .map((message) => ({ record: ended.id, message: `${ended.actor} ${message}` }));
    }),
);

/** Milliseconds are exact to the microsecond, but their differences are not. */
function isAbout(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.0005;
}

export const podPullsOneByOne = always(
  'pod-pulls-one-by-one',
  'The images of a pod are ensured one after another, never two at once.',
  function* (records) {
    const last = new Map<string, PullCall>();
    for (const call of pullCalls(records)) {
      const before = last.get(call.begun.pod.uid);
      const over = (before?.ended ?? before?.lost)?.id;
      if (before !== undefined && (over === undefined || over > call.begun.id)) {
        yield {
          record: call.begun.id,
          message: `${call.begun.actor} begins while ${before.begun.actor} of the same pod is under way`,
        };
      }
      last.set(call.begun.pod.uid, call);
    }
  },
);
