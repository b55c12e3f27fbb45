import type { KnownBug } from '../../rules/kubelet/known-bug.ts';
import { canMeetBug, hasBug, knownBugs } from '../../rules/kubelet/known-bugs.ts';
import { releaseOfVersion } from '../../rules/kubelet/kubelet-release.ts';
import type { RuntimeBug } from '../../rules/runtime/runtime-bug.ts';
import { nodeRuntimeBugs, runtimeBugs } from '../../rules/runtime/runtime-bugs.ts';
import type { NodeInput } from '../../run/simulation-input.ts';

/** A bug of a kubelet, or of another program. */
export type ListedBug = KnownBug | RuntimeBug;

/** Bugs, and the releases of which they are. */
export interface ListedBugs {
  readonly bugs: readonly ListedBug[];
  readonly releases: readonly string[];
}

/** Returns the bugs that nodes can meet by their releases and settings, and the runtimes without a patch. */
export function nodeBugs(nodes: readonly NodeInput[]): ListedBugs & { readonly unknown: readonly string[] } {
  const ofRuntimes = nodes.map((node) => ({ node, found: nodeRuntimeBugs(node) }));
  const met = new Set(ofRuntimes.flatMap(({ found }) => found.flatMap(({ bugs }) => bugs)));
  const unknown = ofRuntimes.flatMap(({ node: { runtime }, found }) =>
    found.some(({ release }) => isRuntime(release.program)) ? [] : [runtime],
  );
  return {
    bugs: [
      ...knownBugs.filter((bug) => nodes.some((node) => canMeetKubeletBug(node, bug))),
      ...runtimeBugs.filter((bug) => met.has(bug)),
    ],
    releases: [
      ...new Set(nodes.map(({ kubeletVersion }) => `kubelet ${kubeletVersion}`)),
      ...new Set(nodes.map(({ runtime }) => runtime)),
    ].filter((release) => !unknown.includes(release)),
    unknown: [...new Set(unknown)],
  };
}

function isRuntime(program: RuntimeBug['program']): boolean {
  return program === 'containerd' || program === 'cri-o';
}

function canMeetKubeletBug({ kubeletVersion, profileRelease, kubelet }: NodeInput, bug: KnownBug): boolean {
  const release = releaseOfVersion(kubeletVersion) ?? profileRelease;
  return hasBug(release, bug) && canMeetBug({ release, settings: kubelet }, bug);
}
