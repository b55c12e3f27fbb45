/**
 * Ways to pull that no released kubelet has, by the names that `--policy` and a Scenario take: to see what they
 * would change.
 */
export const triedPolicies = {
  coalesce: {
    words: 'pulls of one image by several pods of a node are joined',
    source: 'Kubernetes PR 139591',
  },
} as const;

export type TriedPolicy = keyof typeof triedPolicies;

export const triedPolicyNames = Object.keys(triedPolicies) as readonly TriedPolicy[];

/** What `--policy` takes: a policy, or none for the released kubelet. */
export const policyChoices: readonly string[] = ['none', ...triedPolicyNames];

/** Returns the policy of that name; undefined for none. */
export function triedPolicy(name: string | undefined): TriedPolicy | undefined {
  return triedPolicyNames.find((policy) => policy === name);
}

/** Returns what outputs say of a run with the policy: it shows no released kubelet. */
export function triedPolicySentence(policy: TriedPolicy): string {
  const { words, source } = triedPolicies[policy];
  return `A policy is tried that no released kubelet has: ${words} (${policy}, ${source}).`;
}
