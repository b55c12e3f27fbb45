import { countText } from '../../../reports/text/quantity-text.ts';
import { getOrInsert } from '../../../rules/collections/get-or-insert.ts';
import type { RuntimeBug } from '../../../rules/runtime/runtime-bug.ts';
import { nodeRuntimeBugs } from '../../../rules/runtime/runtime-bugs.ts';
import { harmFigures, podsWithImages } from '../harm.ts';
import type { LintRule } from '../lint-rule.ts';
import type { LintView } from '../lint-view.ts';

/** The rule about releases of runtimes and distributions whose bugs the nodes meet by their settings. */
export const runtimeBugRules: readonly LintRule[] = [
  {
    id: 'runtime-bug',
    level: 'warning',
    title: 'a release of the runtime with a known bug that these settings meet',
    reason:
      'The pulls of such nodes fail or hang for a cause that is neither in the image nor in the registry.',
    fix: 'update the runtime, or do what `windlass bugs --runtime RUNTIME` says avoids it',
    source: 'windlass bugs; the issues that it names',
    find: (view) =>
      [...nodesByBug(view)].map(([{ id, program, effect, avoid }, { versions, nodes }]) => ({
        place: view.runtimePlace('runtime'),
        message: [
          `${countText(nodes, 'node')} with ${program} ${[...versions].join(', ')}: ${effect} (${id})`,
          avoid === undefined ? [] : `avoid: ${avoid}`,
        ]
          .flat()
          .join('; '),
      })),
    harm: {
      files: podsWithImages(1, '8GB'),
      request: { runtime: 'cri-o://1.30.5' },
      fixed: { request: { runtime: 'cri-o://1.30.14' } },
      figure: harmFigures.failures,
    },
  },
];

interface BuggyNodes {
  readonly versions: Set<string>;
  nodes: number;
}

/** Bugs that come by a race only, or that depend on what no input shows, are no findings. */
function nodesByBug(view: LintView): ReadonlyMap<RuntimeBug, BuggyNodes> {
  const found = new Map<RuntimeBug, BuggyNodes>();
  for (const node of view.input.nodes)
    for (const { release, bugs } of nodeRuntimeBugs(node))
      for (const bug of bugs) {
        if (bug.isRare === true || bug.where !== undefined) continue;
        const buggy = getOrInsert(found, bug, () => ({ versions: new Set<string>(), nodes: 0 }));
        buggy.versions.add(release.version);
        buggy.nodes += 1;
      }
  return found;
}
