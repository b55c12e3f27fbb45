import { nodeRuntimeBugs } from '../../../rules/runtime/runtime-bugs.ts';
import type { HeaderRecord } from '../../../trace/record.ts';

/**
 * Returns a line for each release of a runtime or distribution with known bugs that its nodes can meet by
 * their settings. Those that also depend on what no input shows are left to `windlass bugs`.
 */
export function describeRuntimeBugs({ nodes }: Pick<HeaderRecord, 'nodes'>): readonly string[] {
  const lines = nodes.flatMap(({ runtime, kubeletVersion, runtimeOptions = {}, registryHosts = {} }) =>
    nodeRuntimeBugs({ runtime, kubeletVersion, runtimeOptions, registryHosts }).flatMap(
      ({ release: { program, version }, bugs }) => {
        const names = bugs.flatMap(({ id, where, isSimulated }) =>
          where === undefined ? [isSimulated === true ? id : `${id} (not simulated)`] : [],
        );
        const isDistribution = program === 'k3s' || program === 'rke2';
        const option = isDistribution ? `--kubelet-version ${kubeletVersion}` : `--runtime ${runtime}`;
        return names.length === 0
          ? []
          : [
              `known bugs of ${program} ${version}: ${names.join(', ')}; \`windlass bugs ${option}\` shows more`,
            ];
      },
    ),
  );
  return [...new Set(lines)];
}
