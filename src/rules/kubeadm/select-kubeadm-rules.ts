import { isPreRelease, isReleaseAtLeast, parseVersion } from '../kubelet/kubelet-release.ts';
import { cri131, cri136, cri137, cri138 } from './cri-rules.ts';
import { crictl127, crictl130 } from './crictl-rules.ts';
import type { KubeadmRules } from './kubeadm-rules.ts';

/** The rules for a version. `note` says in one sentence what is not exact. */
type KubeadmSelection =
  | {
      readonly rules: KubeadmRules;
      readonly release: string;
      readonly patch: string | undefined;
      readonly note?: string;
    }
  | { readonly error: string };

/** The releases whose source was read, oldest first. */
const kubeadmReleases: readonly [KubeadmRules, ...KubeadmRules[]] = [
  crictl127,
  crictl130,
  cri131,
  cri136,
  cri137,
  cri138,
];

/**
 * Chooses the rules for a version as people write it (`1.36`, `v1.30.14`): those of the nearest release that
 * is not newer. A text that is no version, and one older than the oldest release known, is an error.
 */
export function selectKubeadmRules(version: string): KubeadmSelection {
  const writtenVersion = parseVersion(version);
  if (writtenVersion === undefined)
    return { error: `${JSON.stringify(version)} is not a Kubernetes version; write it like 1.36 or v1.36.3` };
  const { release, patch } = writtenVersion;
  const rules = kubeadmReleases.findLast((known) => isReleaseAtLeast(release, known.release));
  if (rules === undefined)
    return {
      error: `kubeadm ${version} is older than ${kubeadmReleases[0].release}, the oldest release known here`,
    };
  const isExact = release === rules.release && (patch === undefined || patch === rules.version);
  const simulated = `kubeadm ${version} is simulated with the rules of ${rules.version}`;
  if (isPreRelease(rules.version) && release === rules.release) {
    return {
      rules,
      release,
      patch,
      note: `${simulated}, which came before the release and may differ from it`,
    };
  }
  return { rules, release, patch, ...(isExact ? {} : { note: simulated }) };
}

/** Returns the rules of a release that is known here, such as `1.30`; throws for any other. */
export function kubeadmRules(release: string): KubeadmRules {
  const rules = kubeadmReleases.find((known) => known.release === release);
  if (rules === undefined) throw new Error(`no rules for kubeadm ${release}`);
  return rules;
}
