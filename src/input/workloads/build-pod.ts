import type { ContainerSpec, PodOwner, PodSpec } from '../../kubelet/pods/pod.ts';
import { defaultOf } from '../defaults.ts';
import { defaultPullPolicy } from '../images/image-name.ts';
import { nodeHasSidecars } from '../nodes/build-node.ts';
import type { BuiltNode } from '../nodes/plan-nodes.ts';
import type { PullSecrets } from '../nodes/read-pull-secrets.ts';
import type { PlacedPod } from '../placement/place-pods.ts';
import { micros } from '../scenario/quantity-shapes.ts';
import type { ContainerRole, ContainerRules } from './container-rules.ts';
import type { ContainerDocument, PodSpecDocument } from './kubernetes-shapes.ts';
import { podUid, type Workload } from './workload.ts';

/** Returns the pod as the kubelet would get it from the API server, with defaults filled in, but without its arrival. */
export function buildPod(
  placed: PlacedPod,
  node: BuiltNode,
  rules: ContainerRules,
  runtimeHandlers: ReadonlyMap<string, string>,
  pullSecrets: PullSecrets,
): Omit<PodSpec, 'arrivesAtMicros'> {
  const { workload, name, nodeName } = placed;
  const { spec, namespace, podMetadata, owner } = workload;
  const identity = { namespace, name, ...(owner === undefined ? {} : { owner }) };
  const container = (document: ContainerDocument, role: ContainerRole) => buildContainer(document, role, identity, rules);
  const sidecars = nodeHasSidecars(node);
  const runtimeClass = spec.runtimeClassName ?? '';
  const credentials = pullSecrets.credentialsOf(namespace, spec);
  return {
    ...identity,
    uid: podUid(workload, name),
    nodeName,
    restartPolicy: spec.restartPolicy || 'Always',
    annotations: podMetadata?.annotations ?? {},
    runtimeHandler: runtimeHandlers.get(runtimeClass) ?? runtimeClass,
    hasVolumes: hasVolumes(workload),
    ...(credentials === undefined ? {} : { credentials }),
    terminationGracePeriodMicros: graceMicrosOf(spec),
    imageVolumes: (spec.volumes ?? []).flatMap(({ name: volume, image }) => {
      const reference = image?.reference;
      return reference ? [{ name: volume, image: reference, policy: image.pullPolicy || defaultPullPolicy(reference) }] : [];
    }),
    initContainers: (spec.initContainers ?? []).map((document) =>
      container(document, document.restartPolicy === 'Always' && sidecars ? 'sidecar' : 'init'),
    ),
    containers: spec.containers.map((document) => container(document, workload.ends ? 'job' : 'app')),
    ephemeralContainers: (spec.ephemeralContainers ?? []).map((document) => container(document, 'app')),
  };
}

function graceMicrosOf({ terminationGracePeriodSeconds: seconds }: PodSpecDocument): number {
  return typeof seconds === 'number' ? seconds * 1_000_000 : micros(defaultOf('terminationGracePeriod'));
}

/**
 * Whether the kubelet waits for volumes in the pod's first sync. The API server adds the service account's token as a volume to every pod
 * that does not refuse it (automountServiceAccountToken: false), so nearly every pod has one.
 */
function hasVolumes({ spec }: Workload): boolean {
  return (spec.volumes ?? []).length > 0 || spec.automountServiceAccountToken !== false;
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
function restartOf({ restartPolicy, restartPolicyRules }: ContainerDocument, role: ContainerRole): Pick<ContainerSpec, 'restart'> {
  const rules = (restartPolicyRules ?? []).map(({ action, exitCodes: { operator, values } }) => ({
    action,
    operator,
    exitCodes: values ?? [],
  }));
  return !restartPolicy || (role === 'sidecar' && rules.length === 0) ? {} : { restart: { policy: restartPolicy, rules } };
}
