import { providerScheme } from '../../inputs/providers/recognize-provider.ts';
import type {
  ContainerDocument,
  NodeObjectDocument,
  PodSpecDocument,
} from '../../inputs/workloads/kubernetes-shapes.ts';
import type { ClusterController, ClusterPod } from './cluster-objects.ts';

// What is written of an object: only fields that a run goes by. So nothing else that a cluster holds
// (environments, arguments, annotations, names of secrets) comes into the file.

type Plain = Readonly<Record<string, unknown>>;

/** Returns the Pod with the fields that a run reads; of one that is made of events with its owner. */
export function plainPod({ metadata, spec }: ClusterPod, isOfEvents = false): Plain {
  const { name, namespace, uid, ownerReferences } = metadata;
  const owners = isOfEvents
    ? ownerReferences?.map(({ kind, name: owner, controller }) => told({ kind, name: owner, controller }))
    : undefined;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: told({ name, namespace, uid, ownerReferences: owners }),
    spec: plainPodSpec(spec),
  };
}

/** Returns the Node with the fields that a run reads, and those of its images that are given. */
export function plainNode({ metadata, spec, status }: NodeObjectDocument, images: readonly Plain[]): Plain {
  const { kubeletVersion, containerRuntimeVersion, operatingSystem, architecture, osImage } =
    status?.nodeInfo ?? {};
  const quantities = (of: Plain | null | undefined) =>
    of ? told({ cpu: of.cpu, pods: of.pods }) : undefined;
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: told({ name: metadata.name, labels: metadata.labels }),
    ...(spec?.unschedulable || spec?.providerID || (spec?.taints ?? []).length > 0
      ? {
          spec: told({
            providerID: providerScheme(spec?.providerID),
            unschedulable: spec?.unschedulable,
            taints: spec?.taints?.map(({ key, value, effect }) => told({ key, value, effect })),
          }),
        }
      : {}),
    status: told({
      nodeInfo: told({ kubeletVersion, containerRuntimeVersion, operatingSystem, architecture, osImage }),
      capacity: quantities(status?.capacity),
      allocatable: quantities(status?.allocatable),
      images,
    }),
  };
}

/** Returns a Deployment, Job, … with the fields that a run reads. */
export function plainController({ apiVersion, kind, metadata, spec }: ClusterController): Plain {
  const { name, namespace } = metadata;
  return { apiVersion, kind, metadata: told({ name, namespace }), spec: plainControllerSpec(spec) };
}

function plainControllerSpec(spec: Plain): Plain {
  const {
    replicas,
    completions,
    parallelism,
    suspend,
    completionMode,
    backoffLimit,
    podManagementPolicy,
    ordinals,
    selector,
  } = spec;
  const template = spec.template as
    | { readonly metadata?: { readonly labels?: unknown }; readonly spec: PodSpecDocument }
    | undefined;
  const job = spec.jobTemplate as { readonly spec: Plain } | undefined;
  return told({
    replicas,
    completions,
    parallelism,
    suspend,
    completionMode,
    backoffLimit,
    podManagementPolicy,
    ordinals,
    selector,
    template: template && {
      metadata: told({ labels: template.metadata?.labels }),
      spec: plainPodSpec(template.spec),
    },
    jobTemplate: job && { spec: plainControllerSpec(job.spec) },
  });
}

function plainPodSpec(spec: PodSpecDocument): Plain {
  const volumes = (spec.volumes ?? []).flatMap(({ name, image }) =>
    image ? [{ name, image: told({ reference: image.reference, pullPolicy: image.pullPolicy }) }] : [],
  );
  const mounted = new Set(volumes.map(({ name }) => name));
  const containers = (list: readonly ContainerDocument[] | null | undefined) =>
    list && list.length > 0 ? list.map((container) => plainContainer(container, mounted)) : undefined;
  const waits = (spec.volumes ?? []).length > 0 || spec.automountServiceAccountToken !== false;
  return told({
    nodeName: spec.nodeName,
    nodeSelector: spec.nodeName ? undefined : spec.nodeSelector,
    tolerations: spec.nodeName ? undefined : spec.tolerations,
    restartPolicy: spec.restartPolicy,
    runtimeClassName: spec.runtimeClassName,
    terminationGracePeriodSeconds: spec.terminationGracePeriodSeconds,
    // The kubelet waits for volumes, whatever they are; a pod without any says so.
    automountServiceAccountToken: waits ? undefined : false,
    volumes: volumes.length > 0 ? volumes : undefined,
    initContainers: containers(spec.initContainers),
    containers: containers(spec.containers),
  });
}

function plainContainer(container: ContainerDocument, imageVolumes: ReadonlySet<string>): Plain {
  const { name, image, imagePullPolicy, restartPolicy, restartPolicyRules, volumeMounts } = container;
  const mounts = (volumeMounts ?? [])
    .filter((mount) => imageVolumes.has(mount.name))
    .map((mount) => ({ name: mount.name }));
  return told({
    name,
    image,
    imagePullPolicy,
    restartPolicy,
    restartPolicyRules,
    volumeMounts: mounts.length > 0 ? mounts : undefined,
  });
}

/** Returns the fields that have a value. */
function told(fields: Plain): Plain {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== null),
  );
}
