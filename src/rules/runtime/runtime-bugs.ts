import type { RuntimeOptions } from './profiles/runtime-options.ts';
import { selectRuntimeProfile } from './profiles/select-runtime-profile.ts';
import { type BuggyProgram, buggyPrograms, type RuntimeBug } from './runtime-bug.ts';
import { containerdBugs } from './runtime-bugs/containerd-bugs.ts';
import { criOBugs } from './runtime-bugs/cri-o-bugs.ts';
import { distributionBugs } from './runtime-bugs/distribution-bugs.ts';

/** Every known defect of runtimes and distributions, of whatever release. */
export const runtimeBugs: readonly RuntimeBug[] = [...criOBugs, ...containerdBugs, ...distributionBugs];

/** A release of a runtime or distribution: `containerd`, `2.1.3`. The version may leave out the patch. */
export interface ProgramRelease {
  readonly program: BuggyProgram;
  readonly version: string;
}

/**
 * Returns the release that a runtime (`containerd://2.1.3`) or a kubelet's version (`v1.31.6+k3s1`) names;
 * undefined for programs without listed bugs, and for kubelets of no distribution.
 */
export function programRelease(text: string): ProgramRelease | undefined {
  const [, name = '', ofRuntime] = /^([a-z][\w.-]*):\/\/v?(\d+\.\d+(?:\.\d+)?)/.exec(text) ?? [];
  const [, ofKubelet, suffix = ''] = /^v?(\d+\.\d+(?:\.\d+)?)\+(k3s|rke2)/.exec(text) ?? [];
  const program = buggyPrograms.find((each) => each === (name === 'crio' ? 'cri-o' : name || suffix));
  const version = ofRuntime ?? ofKubelet;
  return program === undefined || version === undefined ? undefined : { program, version };
}

/** Returns the bugs of a release; without a patch those that any patch of it has. */
export function programBugs({ program, version }: ProgramRelease): readonly RuntimeBug[] {
  const [low, high] = hasPatch(version) ? [version, version] : [`${version}.0`, `${version}.${patchMax}`];
  return runtimeBugs.filter(
    (bug) =>
      bug.program === program &&
      bug.ranges.some(({ since, until }) => rankOf(high) >= rankOf(since) && rankOf(low) <= rankOf(until)),
  );
}

/** A node as far as bugs of its runtime and distribution depend on it. */
export interface BuggyNode {
  readonly runtime: string;
  readonly kubeletVersion: string;
  readonly runtimeOptions?: Partial<RuntimeOptions>;
  readonly registryHosts?: object;
}

/**
 * Returns the releases of a node's runtime and distribution, with the bugs that it can meet by its settings.
 * Nothing is claimed of a release whose patch is unknown.
 */
export function nodeRuntimeBugs(
  node: BuggyNode,
): readonly { readonly release: ProgramRelease; readonly bugs: readonly RuntimeBug[] }[] {
  return releaseBugsOfNode(node).map(({ release, bugs }) => ({
    release,
    bugs: bugs.flatMap(({ bug, isMet }) => (isMet ? [bug] : [])),
  }));
}

/**
 * Returns the releases of a node's runtime and distribution, with all their bugs, and whether its settings as the
 * input has them let it meet each.
 */
export function releaseBugsOfNode(node: BuggyNode): readonly {
  readonly release: ProgramRelease;
  readonly bugs: readonly { readonly bug: RuntimeBug; readonly isMet: boolean }[];
}[] {
  return [node.runtime, node.kubeletVersion].flatMap((text) => {
    const release = programRelease(text);
    if (release === undefined || !hasPatch(release.version)) return [];
    const bugs = programBugs(release).map((bug) => ({ bug, isMet: canMeetRuntimeBug(node, bug) }));
    return [{ release, bugs }];
  });
}

/** Whether the settings of a node are those that a bug of its runtime needs. */
function canMeetRuntimeBug(
  { runtime, runtimeOptions = {}, registryHosts = {} }: BuggyNode,
  { needs = {} }: RuntimeBug,
): boolean {
  const { options } = selectRuntimeProfile(runtime, runtimeOptions).profile;
  const { path = options.path, chunks, progressTimeout, mirrors } = needs;
  const timeout = options.imagePullProgressTimeoutMicros > 0 ? 'on' : 'off';
  return (
    path === options.path &&
    (chunks === undefined || options.concurrentLayerFetchBuffer > 0) &&
    (progressTimeout ?? timeout) === timeout &&
    (mirrors === undefined || Object.keys(registryHosts).length > 0)
  );
}

/** More than any patch has. */
const patchMax = 9_999;

function hasPatch(version: string): boolean {
  return version.split('.').length === 3;
}

function rankOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return (major * 10_000 + minor) * 10_000 + patch;
}
