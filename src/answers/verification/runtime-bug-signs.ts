import type { JsonFields } from '../../reports/json/json-text.ts';
import type { RuntimeBug } from '../../rules/runtime/runtime-bug.ts';
import { runtimeBugTexts } from '../../rules/runtime/runtime-bugs/event-texts.ts';
import { releaseBugsOfNode } from '../../rules/runtime/runtime-bugs.ts';
import type { NodeInput } from '../../run/simulation-input.ts';
import type { Observation } from './observation.ts';

/** A known bug of a node's runtime or distribution whose sign was seen. */
export type SeenRuntimeBug = NonNullable<JsonFields<'VerifyReport'>['nodes'][number]['runtimeBugs']>[number];

/**
 * Returns the known bugs of a node's runtime and distribution whose sign an event shows. A text that other causes
 * have too is no proof, and what the bug needs beside the release is named: a cluster's objects say nothing of it.
 */
export function seenRuntimeBugs(
  node: NodeInput,
  observations: readonly Observation[],
): readonly SeenRuntimeBug[] {
  return releaseBugsOfNode(node).flatMap(({ release: { program }, bugs }) =>
    bugs.flatMap(({ bug, isMet }) => {
      const { id, effect, avoid = null, source } = bug;
      const eventText = runtimeBugTexts[id];
      if (eventText === undefined) return [];
      const seen = observations.flatMap((observation) =>
        observation.what === 'event' && eventText.test(observation.message) ? [observation] : [],
      );
      const [first] = seen;
      if (first === undefined) return [];
      const times = seen.reduce((sum, { count }) => sum + count, 0);
      const of = program === 'k3s' || program === 'rke2' ? node.kubeletVersion : node.runtime;
      return [{ id, of, times, where: first.at, needs: needsOf(bug, isMet), effect, avoid, source }];
    }),
  );
}

/** Returns what a bug needs that is not known of the node, in words; null: nothing. */
function needsOf({ needs = {}, where }: RuntimeBug, isMet: boolean): string | null {
  const { path, chunks, progressTimeout, mirrors } = isMet ? {} : needs;
  const words = [
    ...(path === 'transfer'
      ? ['pulls by the transfer service']
      : path === 'local'
        ? ['pulls by the local path']
        : []),
    ...(chunks === true ? ['layers that are fetched in chunks'] : []),
    ...(progressTimeout === 'off'
      ? ['no progress timeout']
      : progressTimeout === 'on'
        ? ['a progress timeout']
        : []),
    ...(mirrors === true ? ['mirrors'] : []),
    ...(where === undefined ? [] : [where]),
  ];
  return words.length === 0 ? null : words.join(', ');
}
