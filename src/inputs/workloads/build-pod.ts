import type { ContainerSpec, PodOwner, PodSpec } from '../../rules/kubelet/pods/pod.ts';
import { defaultOf } from '../defaults.ts';
import type { Problems } from '../documents/problems.ts';
import { defaultPullPolicy } from '../images/image-name.ts';
import { nodeHasGate } from '../nodes/build-node.ts';
import type { BuiltNode } from '../nodes/plan-nodes.ts';
import type { PullSecrets } from '../nodes/read-pull-secrets.ts';
import type { PlacedPod } from '../placement/place-pods.ts';
import { micros } from '../scenario/quantity-shapes.ts';
import type { ContainerRole, ContainerRules } from './container-rules.ts';
import type { ContainerDocument, PodSpecDocument } from './kubernetes-shapes.ts';
import { podUid } from './workload.ts';

/**
 * Returns the pod as the kubelet would get it from the API server, with defaults filled in, but without its
 * arrival. What the node's feature gates do not know is dropped: the gates of a cluster are taken to be those
 * of its nodes (`dropDisabledFields`, v1.36.3).
 */
export function buildPod(
  placed: PlacedPod,
  node: BuiltNode,
  rules: ContainerRules,
  runtimeHandlers: ReadonlyMap<string, string>,
  pullSecrets: PullSecrets,
): Omit<PodSpec, 'arrivesAtMicros'> {
  const { workload, name, nodeName } = placed;
  const { spec, namespace, owner } = workload;
  const identity = { namespace, name, ...(owner === undefined ? {} : { owner }) };
  const container = (document: ContainerDocument, role: ContainerRole) =>
    buildContainer(document, role, identity, rules);
  const hasGate = (gate: string) => nodeHasGate(node, gate);
  const sidecars = hasGate('SidecarContainers');
  const volumes = volumesOf(spec, node);
  const runtimeClass = spec.runtimeClassName ?? '';
  const credentials = pullSecrets.credentialsOf(namespace, spec, node.profile.goJson);
  return {
    ...identity,
    uid: podUid(workload, name),
    nodeName,
    restartPolicy: spec.restartPolicy || 'Always',
    // No part of the model goes by them, and they may hold anything: a run, its trace and a queue of runs
    // never have them.
    annotations: {},
    runtimeHandler: runtimeHandlers.get(runtimeClass) ?? runtimeClass,
    // The API server adds the service account's token as a volume to every pod that does not refuse it.
    hasVolumes: volumes.length > 0 || spec.automountServiceAccountToken !== false,
    ...(credentials === undefined ? {} : { credentials }),
    terminationGracePeriodMicros: graceMicrosOf(spec),
    imageVolumes: volumes.flatMap(({ name: volume, image }) => {
      const reference = image?.reference;
      return reference
        ? [{ name: volume, image: reference, policy: image.pullPolicy || defaultPullPolicy(reference) }]
        : [];
    }),
    initContainers: (spec.initContainers ?? []).map((document) =>
      container(document, document.restartPolicy === 'Always' && sidecars ? 'sidecar' : 'init'),
    ),
    containers: spec.containers.map((document) => container(document, workload.ends ? 'job' : 'app')),
    ephemeralContainers: hasGate('EphemeralContainers')
      ? (spec.ephemeralContainers ?? []).map((document) => container(document, 'app'))
      : [],
  };
}

function graceMicrosOf({ terminationGracePeriodSeconds: seconds }: PodSpecDocument): number {
  return typeof seconds === 'number' ? seconds * 1_000_000 : micros(defaultOf('terminationGracePeriod'));
}

/** Warns of pods that lose their image volumes, so that nobody looks for a pull that cannot come. */
export function warnOfDroppedVolumes(
  placed: readonly PlacedPod[],
  nodes: ReadonlyMap<string, BuiltNode>,
  problems: Problems,
): void {
  const losing = placed.filter(({ workload, nodeName }) => {
    const node = nodes.get(nodeName);
    return node !== undefined && dropsImageVolumes(workload.spec, node);
  });
  const [first] = losing;
  if (first === undefined) return;
  const who = `${first.workload.namespace}/${first.name}${losing.length > 1 ? ` and ${losing.length - 1} more` : ''}`;
  problems.warn(
    `image volumes are dropped, and their images not pulled, because the feature gate ImageVolume is off (default of 1.31 to 1.34; older kubelets lack it): ${who}`,
  );
}

function dropsImageVolumes(spec: PodSpecDocument, node: BuiltNode): boolean {
  return (spec.volumes ?? []).some(({ image }) => image?.reference) && !nodeHasGate(node, 'ImageVolume');
}

/** The volumes that are left of the pod's (`dropImageVolumes`, v1.35.4). */
function volumesOf(spec: PodSpecDocument, node: BuiltNode): NonNullable<PodSpecDocument['volumes']> {
  const volumes = spec.volumes ?? [];
  return dropsImageVolumes(spec, node) ? volumes.filter(({ image }) => !image?.reference) : volumes;
}

function buildContainer(
  document: ContainerDocument,
  role: ContainerRole,
  pod: { readonly namespace: string; readonly name: string; readonly owner?: PodOwner },
  rules: ContainerRules,
): ContainerSpec {
  return {
    name: document.name,
    image: document.image,
    policy: document.imagePullPolicy || defaultPullPolicy(document.image),
    sidecar: role === 'sidecar',
    ...restartOf(document, role),
    mounts: (document.volumeMounts ?? []).map((mount) => mount.name),
    ...rules.endOf(pod, document.name, role),
  };
}

/** A sidecar always restarts: only its rules matter. */
function restartOf(
  { restartPolicy, restartPolicyRules }: ContainerDocument,
  role: ContainerRole,
): Pick<ContainerSpec, 'restart'> {
  const rules = (restartPolicyRules ?? []).map(({ action, exitCodes: { operator, values } }) => ({
    action,
    operator,
    exitCodes: values ?? [],
  }));
  return !restartPolicy || (role === 'sidecar' && rules.length === 0)
    ? {}
    : { restart: { policy: restartPolicy, rules } };
}
