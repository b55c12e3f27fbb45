import type { PodSpec } from './pod.ts';
import type { Profile } from './profile.ts';

/**
 * The pod as this release sees it: fields of features that it lacks (or has off) are dropped, as its API types drop
 * them. An init container with restartPolicy Always is a plain init container before 1.29.
 */
export function podForRelease(pod: PodSpec, profile: Profile): PodSpec {
  return {
    ...pod,
    imageVolumes: profile.imageVolumes ? pod.imageVolumes : [],
    initContainers: profile.sidecars ? pod.initContainers : pod.initContainers.map((init) => ({ ...init, sidecar: false })),
  };
}
