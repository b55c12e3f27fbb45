import type { Profile } from '../profile.ts';

type Decision = ReturnType<Profile['decide']>;

/**
 * To 1.31: only IfNotPresent and Always ever pull; any other policy, the empty one too, behaves like Never.
 * Mirrors `shouldPullImage` in pkg/kubelet/images/image_manager.go (1.14 to 1.31).
 */
export function decideByShouldPull(policy: string, present: boolean | undefined): Decision {
  if (policy === 'Always' || (policy === 'IfNotPresent' && present !== true)) {
    return 'pull';
  }
  return present === true ? 'usePresent' : 'neverPresent';
}

/**
 * From 1.32: a policy that nobody inspects for pulls at once.
 * Mirrors `imagePullPrecheck` in pkg/kubelet/images/image_manager.go (1.36).
 */
export function decideByPrecheck(policy: string, present: boolean | undefined): Decision {
  if (present === true && inspectsUnlessAlways(policy)) {
    return 'usePresent';
  }
  return policy === 'Never' ? 'neverPresent' : 'pull';
}

/** From 1.32: whether the runtime is asked for the image before anything else. To 1.31 it always is. */
export function inspectsUnlessAlways(policy: string): boolean {
  return policy === 'IfNotPresent' || policy === 'Never';
}
