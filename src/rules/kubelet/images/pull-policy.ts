import type { Profile } from '../profile.ts';

type Decision = ReturnType<Profile['decide']>;

/**
 * Only IfNotPresent and Always ever pull; any other policy, the empty one too, behaves like Never. Mirrors
 * `shouldPullImage` in pkg/kubelet/images/image_manager.go (v1.31.14).
 */
export function decideByShouldPull(policy: string, present: boolean | undefined): Decision {
  if (policy === 'Always' || (policy === 'IfNotPresent' && present !== true)) {
    return 'pull';
  }
  return present === true ? 'usePresent' : 'neverPresent';
}

/**
 * A policy without an inspection pulls at once. Mirrors `imagePullPrecheck` in
 * pkg/kubelet/images/image_manager.go (v1.36.3).
 */
export function decideByPrecheck(policy: string, present: boolean | undefined): Decision {
  if (present === true && inspectsUnlessAlways(policy)) {
    return 'usePresent';
  }
  return policy === 'Never' ? 'neverPresent' : 'pull';
}

/** Whether the runtime is asked for the image before anything else, for releases that do not always ask. */
export function inspectsUnlessAlways(policy: string): boolean {
  return policy === 'IfNotPresent' || policy === 'Never';
}
