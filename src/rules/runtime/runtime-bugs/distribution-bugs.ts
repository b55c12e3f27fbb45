import type { BuggyProgram, RuntimeBug } from '../runtime-bug.ts';

/** Known defects of distributions with patches of their own (`v1.31.6+k3s1`). */
export const distributionBugs: readonly RuntimeBug[] = [
  wildcardMirror('k3s', 'k3s#11857, k3s#11875, k3s#11876'),
  wildcardMirror('rke2', 'rke2#7827 to rke2#7829, k3s#11857'),
  {
    id: 'k3s-wildcard-without-upstream',
    program: 'k3s',
    ranges: [{ since: '1.29.2', until: '1.29.2' }],
    doubt: 'reported of 1.29.2; 1.28 was mended too, and the first patches are unknown',
    where: 'a mirror "*" in registries.yaml',
    effect:
      'with a mirror for "*" the registry in the name of the image is never asked: what the mirror does not have cannot be pulled',
    sign: 'pods in ContainerCreating, and hosts.toml of _default without a server line',
    source: 'k3s#9728, k3s#9729, k3s#9733; k3s#10351 looks alike',
    avoid: 'a mirror for each registry by its name',
  },
];

/** RKE2 is built of the same code. */
function wildcardMirror(program: Extract<BuggyProgram, 'k3s' | 'rke2'>, source: string): RuntimeBug {
  return {
    id: `${program}-wildcard-mirror-not-found`,
    program,
    ranges: [
      { since: '1.31.6', until: '1.31.6' },
      { since: '1.32.2', until: '1.32.2' },
    ],
    doubt: 'the patches before them were not reported',
    where: 'a mirror "*" in registries.yaml',
    effect:
      'containerd 2.0 does not go on to the registry itself after a mirror for "*": what the mirror does not have is not found, the sandbox image included',
    sign: 'rpc error: code = NotFound … failed to resolve reference … not found; pods stay in ContainerCreating',
    source,
    fixed: 'in 1.31.7 and 1.32.3',
    avoid: 'a mirror for each registry by its name',
  };
}
