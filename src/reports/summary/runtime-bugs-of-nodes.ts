import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { nodeRuntimeBugs } from '../../rules/runtime/runtime-bugs.ts';
import type { HeaderRecord } from '../../trace/record.ts';
import type { JsonFields } from '../json/json-text.ts';

/** A known bug of a runtime or distribution that nodes can meet by their settings. */
export type RuntimeBugFigures = NonNullable<JsonFields<'RunSummary'>['runtimeBugs']>[number];

/**
 * Returns the known bugs of the runtimes and distributions of a run's nodes that these can meet by their
 * settings. Those that also depend on what no input shows are left to `windlass bugs`.
 */
export function runtimeBugsOfNodes({ nodes }: Pick<HeaderRecord, 'nodes'>): readonly RuntimeBugFigures[] {
  const found = new Map<string, RuntimeBugFigures & { nodes: string[] }>();
  for (const { name, runtime, kubeletVersion, runtimeOptions = {}, registryHosts = {} } of nodes)
    for (const { release, bugs } of nodeRuntimeBugs({
      runtime,
      kubeletVersion,
      runtimeOptions,
      registryHosts,
    }))
      for (const { id, where, effect, isSimulated = false, avoid = null, source } of bugs) {
        if (where !== undefined) continue;
        const { program, version } = release;
        const node = program === 'k3s' || program === 'rke2' ? kubeletVersion : runtime;
        getOrInsert(found, `${id} ${node}`, () => ({
          id,
          program,
          version,
          of: node,
          nodes: [],
          isSimulated,
          effect,
          avoid,
          source,
        })).nodes.push(name);
      }
  return [...found.values()];
}
