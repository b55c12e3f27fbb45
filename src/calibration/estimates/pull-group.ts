import type { ObservedPull } from './observed-pull.ts';

/** Pulls of one node that shared its link for a time, or one pull alone. */
export interface PullGroup {
  readonly pulls: readonly ObservedPull[];
  /** From the first beginning to the last end. */
  readonly durationMicros: number;
  /** How far off that may be. */
  readonly spreadMicros: number;
}

/**
 * Pulls that overlap in time, taken together: whoever shared the link, together they moved so many bytes in so long. Pulls that only
 * may have overlapped, as their times have whole seconds, count as one after another where there was time enough for that.
 */
export function pullGroups(pulls: readonly ObservedPull[]): PullGroup[] {
  const byNode = new Map<string, ObservedPull[]>();
  for (const pull of pulls) {
    // A log that names no host is that of one node; so may another log be.
    const node = pull.node ?? pull.at.slice(0, pull.at.lastIndexOf(':'));
    const list = byNode.get(node);
    if (list === undefined) byNode.set(node, [pull]);
    else list.push(pull);
  }
  return [...byNode.values()].flatMap(groupsOfNode);
}

function groupsOfNode(pulls: readonly ObservedPull[]): PullGroup[] {
  // The last beginnings first: a group is closed once nothing before can reach into it.
  const byEnd = pulls.toSorted((a, b) => b.endMicros - a.endMicros);
  const groups: PullGroup[] = [];
  let members: ObservedPull[] = [];
  /** The latest possible beginning of what was seen so far, on the assumption that all came one after another. */
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

/** The next call comes while the last answer is still being logged. */
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
