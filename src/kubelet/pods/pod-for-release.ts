import { withChanges } from '../../collections/with-changes.ts';
import { isFeatureGateOn } from '../configuration/feature-gates.ts';
import type { ContainerSpec, PodSpec } from './pod.ts';

/**
 * The pod as a kubelet of this release with these gates sees it: fields of features that it lacks (or has off) are
 * dropped, as its API types drop them. An init container with restartPolicy Always is a plain one without
 * SidecarContainers, without ImageVolume image volumes are not pulled (`getImageVolumes`, v1.31.14 and v1.36.3), and
 * without EphemeralContainers nobody sees those. Without ContainerRestartRules the pod's restartPolicy is that of all its
 * containers (`dropContainerRestartRules`), and without RestartAllContainersOnContainerExits such a rule says nothing.
 */
export function podForRelease(pod: PodSpec, release: string, featureGates: Readonly<Record<string, boolean>>): PodSpec {
  const isOn = (gate: string) => isFeatureGateOn(gate, release, featureGates);
  const hasRules = isOn('ContainerRestartRules');
  const resets = isOn('RestartAllContainersOnContainerExits');
  const hasSidecars = isOn('SidecarContainers');
  const container = (given: ContainerSpec): ContainerSpec => {
    if (given.restart === undefined) return given;
    const { restart, ...spec } = given;
    if (!hasRules) return spec;
    const rules = restart.rules.map((rule) =>
      rule.action === 'RestartAllContainers' && !resets ? ({ ...rule, action: 'none' } as const) : rule,
    );
    return { ...spec, restart: { ...restart, rules } };
  };
  return withChanges(pod, {
    imageVolumes: isOn('ImageVolume') ? pod.imageVolumes : [],
    initContainers: pod.initContainers.map((init) => container(hasSidecars ? init : { ...init, sidecar: false })),
    containers: pod.containers.map(container),
    ephemeralContainers: isOn('EphemeralContainers') ? pod.ephemeralContainers : [],
  });
}
