import { withChanges } from '../../values/with-changes.ts';
import { isFeatureGateOn } from '../configuration/feature-gates.ts';
import type { PodCredentials } from '../credentials/pull-credential.ts';

/**
 * The kubelet gives containers of a deleted pod no less (`calculateEffectiveGracePeriod`), nor does kubectl
 * without --force.
 */
export const deletionGraceMicrosMin = 1_000_000;

/** A pod as the kubelet gets it from the API server, as far as images go. */
export interface PodSpec {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly nodeName: string;
  readonly arrivesAtMicros: number;
  readonly restartPolicy: 'Always' | 'OnFailure' | 'Never';
  readonly annotations: Readonly<Record<string, string>>;
  readonly runtimeHandler: string;
  readonly hasVolumes: boolean;
  /** Absent: the pod has no pull secrets, and no credentials for its service account. */
  readonly credentials?: PodCredentials;
  /** How long its containers may take to end after SIGTERM: `terminationGracePeriodSeconds`. */
  readonly terminationGracePeriodMicros: number;
  /**
   * The grace period of its deletion (`deletionGracePeriodSeconds`), set once the API server has got the
   * request to delete it.
   */
  readonly deletionGraceMicros?: number;
  readonly imageVolumes: readonly {
    readonly name: string;
    readonly image: string;
    readonly policy: string;
  }[];
  readonly initContainers: readonly ContainerSpec[];
  readonly containers: readonly ContainerSpec[];
  /** Containers that `kubectl debug` has added, or that are in the manifest of a pod that had them. */
  readonly ephemeralContainers: readonly ContainerSpec[];
  /** The object in the manifests that creates the pod; absent for a bare pod. */
  readonly owner?: PodOwner;
}

/** The kind and the name as written in the manifest: `Deployment` and `web`. */
export interface PodOwner {
  readonly kind: string;
  readonly name: string;
}

/** Returns `Deployment/web`, as people write it; empty for a bare pod. */
export function ownerText(owner: PodOwner | undefined): string {
  return owner === undefined ? '' : `${owner.kind}/${owner.name}`;
}

export interface ContainerSpec {
  readonly name: string;
  /** The image as written in the manifest. */
  readonly image: string;
  /** The pull policy, with the API server's default. */
  readonly policy: string;
  /** Whether it is a restartable init container. */
  readonly sidecar: boolean;
  /** The container's own restart policy; absent: the pod's policy decides. */
  readonly restart?: ContainerRestart;
  /** The names of the volumes that it mounts; only image volumes matter. */
  readonly mounts: readonly string[];
  /** null: runs for ever. */
  readonly runsForMicros: number | null;
  readonly exitCode: number;
  /** How long its process takes to end after SIGTERM; null: it ignores SIGTERM. */
  readonly stopsInMicros: number | null;
  /** From its start until it is ready, which no kubelet of a run goes by; absent: it is at once. */
  readonly startupMicros?: number;
}

/** A rule of a container about its own end. */
export interface RestartRule {
  /**
   * `none` stands for RestartAllContainers in a release that does not know it: the rule matches all the same,
   * and then the policy decides.
   */
  readonly action: 'Restart' | 'RestartAllContainers' | 'none';
  readonly operator: 'In' | 'NotIn';
  readonly exitCodes: readonly number[];
}

/** A container's own restartPolicy and restartPolicyRules. */
export interface ContainerRestart {
  readonly policy: PodSpec['restartPolicy'];
  /** The first rule that matches decides. */
  readonly rules: readonly RestartRule[];
}

/** A change of an existing pod: `kubectl debug`, `kubectl set image pod/…`. */
export type PodChange =
  | { readonly kind: 'ephemeralContainer'; readonly container: ContainerSpec }
  /** `container` null: all containers of the pod, init containers included (`kubectl set image … *=`). */
  | { readonly kind: 'image'; readonly container: string | null; readonly image: string };

/**
 * Returns the pod's spec after the change, or the same object if it changes nothing. A name occurs only once
 * in a pod.
 */
export function withPodChange(pod: PodSpec, change: PodChange): PodSpec {
  if (change.kind === 'ephemeralContainer') {
    const { container } = change;
    const isNameTaken = [...pod.initContainers, ...pod.containers, ...pod.ephemeralContainers].some(
      ({ name }) => name === container.name,
    );
    return isNameTaken ? pod : { ...pod, ephemeralContainers: [...pod.ephemeralContainers, container] };
  }
  const isMeant = ({ name, image }: ContainerSpec) =>
    (change.container ?? name) === name && image !== change.image;
  if (![...pod.initContainers, ...pod.containers].some(isMeant)) return pod;
  const set = (container: ContainerSpec) =>
    isMeant(container) ? { ...container, image: change.image } : container;
  return { ...pod, initContainers: pod.initContainers.map(set), containers: pod.containers.map(set) };
}

/**
 * Whether two pods of a workload have the same images in the same containers. Nothing else of a template can
 * change here.
 */
export function sameImages(a: PodSpec, b: PodSpec): boolean {
  const images = (pod: PodSpec) => [...pod.initContainers, ...pod.containers].map(({ image }) => image);
  const otherImages = images(b);
  return images(a).every((image, index) => image === otherImages[index]);
}

/**
 * The pod as a kubelet of this release with these gates sees it: fields of features that it lacks (or has
 * off) are dropped, as its API types drop them. An init container with restartPolicy Always is a plain one
 * without SidecarContainers, without ImageVolume image volumes are not pulled (`getImageVolumes`, v1.31.14
 * and v1.36.3), and without EphemeralContainers those are ignored. Without ContainerRestartRules the pod's
 * restartPolicy is that of all its containers (`dropContainerRestartRules`), and without
 * RestartAllContainersOnContainerExits such a rule says nothing.
 */
export function podForRelease(
  pod: PodSpec,
  release: string,
  featureGates: Readonly<Record<string, boolean>>,
): PodSpec {
  const isOn = (gate: string) => isFeatureGateOn(gate, release, featureGates);
  const hasRules = isOn('ContainerRestartRules');
  const resets = isOn('RestartAllContainersOnContainerExits');
  const hasSidecars = isOn('SidecarContainers');
  const container = (given: ContainerSpec): ContainerSpec => {
    if (given.restart === undefined)
      return given.sidecar && hasRules ? { ...given, restart: { policy: 'Always', rules: [] } } : given;
    const { restart, ...spec } = given;
    if (!hasRules) return spec;
    const rules = restart.rules.map((rule) =>
      rule.action === 'RestartAllContainers' && !resets ? ({ ...rule, action: 'none' } as const) : rule,
    );
    return { ...spec, restart: { ...restart, rules } };
  };
  return withChanges(pod, {
    imageVolumes: isOn('ImageVolume') ? pod.imageVolumes : [],
    initContainers: pod.initContainers.map((init) =>
      container(hasSidecars ? init : { ...init, sidecar: false }),
    ),
    containers: pod.containers.map(container),
    ephemeralContainers: isOn('EphemeralContainers') ? pod.ephemeralContainers : [],
  });
}
