import { isFeatureGateOn } from './feature-gates.ts';
import type { PodSpec } from './pod.ts';

/**
 * The pod as a kubelet of this release with these gates sees it: fields of features that it lacks (or has off) are
 * dropped, as its API types drop them. An init container with restartPolicy Always is a plain one without
 * SidecarContainers, without ImageVolume image volumes are not pulled (`getImageVolumes`, v1.31.14 and v1.36.3), and
 * without EphemeralContainers nobody sees those.
 */
export function podForRelease(pod: PodSpec, release: string, featureGates: Readonly<Record<string, boolean>>): PodSpec {
  const isOn = (gate: string) => isFeatureGateOn(gate, release, featureGates);
  return {
    ...pod,
    imageVolumes: isOn('ImageVolume') ? pod.imageVolumes : [],
    initContainers: isOn('SidecarContainers') ? pod.initContainers : pod.initContainers.map((init) => ({ ...init, sidecar: false })),
    ephemeralContainers: isOn('EphemeralContainers') ? pod.ephemeralContainers : [],
  };
}
