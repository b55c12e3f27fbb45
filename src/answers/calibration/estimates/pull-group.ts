import { groupedBy } from '../../../rules/collections/grouped-by.ts';
import type { ObservedPull } from './observed-pull.ts';

/** Pulls of one node that shared its link for a time, or one pull alone. */
export interface PullGroup {
  readonly pulls: readonly ObservedPull[];
  /** From the first beginning to the last end. */
  readonly durationMicros: number;
  /** The possible error of the duration. */
  readonly spreadMicros: number;
}

/**
 * Returns pulls that overlap in time as groups: together they moved so many bytes in so long. If the times
 * have whole seconds and leave enough room, pulls that may or may not have overlapped count as one after
 * another.
 */
export function pullGroups(pulls: readonly ObservedPull[]): PullGroup[] {
  // A log that names no host is that of one node, and another log may be that of another.
  const byNode = groupedBy(pulls, ({ node, at }) => node ?? at.slice(0, at.lastIndexOf(':')));
  return [...byNode.values()].flatMap(groupsOfNode);
}

function groupsOfNode(pulls: readonly ObservedPull[]): PullGroup[] {
  // The latest beginnings come first: a group is complete once no earlier pull can reach into it.
  const byEnd = pulls.toSorted((a, b) => b.endMicros - a.endMicros);
  const groups: PullGroup[] = [];
  let members: ObservedPull[] = [];
  /** The latest possible beginning so far, on the assumption that all came one after another. */
  let begin = Infinity;
  for (const pull of byEnd) {
    const latestEnd = Math.min(pull.endMicros + pull.endSpreadMicros, begin);
    const alone = latestEnd >= pull.endMicros - toleranceMicros;
    if (!alone) {
      members.push(pull);
      begin = Math.min(begin, pull.endMicros + pull.endSpreadMicros - pull.durationMicros);
      continue;
    }
    if (members.length > 0) groups.push(groupOf(members));
    members = [pull];
    begin = Math.max(latestEnd, pull.endMicros) - pull.durationMicros;
  }
  groups.push(groupOf(members));
  return groups.reverse();
}

/** The next call may come while the last answer is still being logged. */
const toleranceMicros = 2_000;

function groupOf(members: readonly ObservedPull[]): PullGroup {
  let begin = Infinity;
  let end = -Infinity;
  let spreadMicros = 0;
  for (const { endMicros, durationMicros, endSpreadMicros } of members) {
    begin = Math.min(begin, endMicros - durationMicros);
    end = Math.max(end, endMicros);
    if (members.length > 1) spreadMicros = Math.max(spreadMicros, endSpreadMicros);
  }
  return { pulls: members, durationMicros: end - begin, spreadMicros };
}
