import { z } from 'zod';
import { isMapping } from '../../inputs/documents/mapping.ts';
import { parseShape } from '../../inputs/documents/parse-shape.ts';
import { isSecretKind } from '../../inputs/documents/secret-words.ts';
import type { SourceText } from '../../inputs/documents/source-document.ts';
import { kubeletSourceRow } from '../../inputs/kubelet-sources/kubelet-source-rows.ts';
import {
  cronJobShape,
  daemonSetShape,
  jobShape,
  metadataShape,
  type NodeObjectDocument,
  nodeObjectShape,
  podSpecShape,
  replicatedShape,
  statefulSetShape,
} from '../../inputs/workloads/kubernetes-shapes.ts';

const time = z.string().nullish();
const ended = z.looseObject({ exitCode: z.int().nullish(), startedAt: time, finishedAt: time }).nullish();
const state = z
  .looseObject({ terminated: ended, waiting: z.looseObject({ reason: time, message: time }).nullish() })
  .nullish();
const containerStatuses = z
  .array(
    z.looseObject({
      name: z.string(),
      image: time,
      restartCount: z.int().nullish(),
      state,
      lastState: state,
    }),
  )
  .nullish();

/** A Pod as the API server gives it, with what an import reads of it. */
export const clusterPodShape = z.looseObject({
  metadata: metadataShape.extend({ name: z.string().min(1), creationTimestamp: time }),
  spec: podSpecShape,
  status: z
    .looseObject({
      conditions: z
        .array(z.looseObject({ type: z.string(), status: z.string(), lastTransitionTime: time }))
        .nullish(),
      initContainerStatuses: containerStatuses,
      containerStatuses,
    })
    .nullish(),
});

/** A Pod as the API server gives it, with what it tells of the time since its creation. */
export type ClusterPod = z.infer<typeof clusterPodShape>;

const controllerShape = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: metadataShape.extend({ name: z.string().min(1) }),
  spec: z.looseObject({}),
});

/** An object that makes pods. */
export type ClusterController = z.infer<typeof controllerShape>;

/** What the files of a cluster hold, by what it is used for. */
export interface ClusterObjects {
  readonly nodes: readonly NodeObjectDocument[];
  readonly pods: readonly ClusterPod[];
  readonly controllers: readonly ClusterController[];
  readonly runtimeClasses: readonly Readonly<Record<string, unknown>>[];
  readonly events: readonly unknown[];
  /** Documents with settings of kubelets, such as /configz, each as a text of its own. */
  readonly kubelets: readonly SourceText[];
  /** What crictl or docker printed about images, each as a text of its own. */
  readonly listings: readonly SourceText[];
  /** Kinds that are not used, and how many objects of each. */
  readonly leftOut: ReadonlyMap<string, number>;
}

/** What makes pods, with the shape that a run asks of it: what it would refuse is left out. */
const controllerShapes = new Map<string, z.ZodType>([
  ['Deployment', replicatedShape],
  ['ReplicaSet', replicatedShape],
  ['ReplicationController', replicatedShape],
  ['StatefulSet', statefulSetShape],
  ['DaemonSet', daemonSetShape],
  ['Job', jobShape],
  ['CronJob', cronJobShape],
]);

/**
 * Sorts plain documents, with lists taken apart. Secrets are counted and go no further. An object of an
 * unexpected shape is left out.
 */
export function clusterObjects(
  files: readonly { readonly name: string; readonly values: readonly unknown[] }[],
): ClusterObjects {
  const nodes: NodeObjectDocument[] = [];
  const pods: ClusterPod[] = [];
  const controllers: ClusterController[] = [];
  const runtimeClasses: Readonly<Record<string, unknown>>[] = [];
  const events: unknown[] = [];
  const kubelets: SourceText[] = [];
  const listings: SourceText[] = [];
  const leftOut = new Map<string, number>();
  const count = (kind: string) => void leftOut.set(kind, (leftOut.get(kind) ?? 0) + 1);
  const keep = <T>(shape: z.ZodType<T>, value: unknown, kept: T[], kind: string) => {
    const data = parseShape(shape, value)?.data;
    if (data === undefined) count(`${kind} of an unexpected shape`);
    else kept.push(data);
  };
  const visitController = (value: unknown, kind: string) => {
    const shape = controllerShapes.get(kind);
    if (shape === undefined) count(kind);
    else if (parseShape(shape, value)?.success === true) keep(controllerShape, value, controllers, kind);
    else count(`${kind} of an unexpected shape`);
  };
  const visit = (value: unknown, name: string, listed: string | undefined): void => {
    if (Array.isArray(value)) {
      for (const item of value) visit(item, name, listed);
      return;
    }
    if (!isMapping(value)) return;
    const kind = typeof value.kind === 'string' ? value.kind : listed;
    const row = kubeletSourceRow(value, name);
    if (Array.isArray(value.items) && (kind === undefined || kind.endsWith('List'))) {
      const of = kind === undefined || kind === 'List' ? undefined : kind.slice(0, -'List'.length);
      for (const item of value.items) visit(item, name, of);
    } else if (isSecretKind(kind)) count('Secret');
    else if (kind === 'KubeletConfiguration' || (row !== undefined && row.parts.length > 0)) {
      kubelets.push({ name, text: JSON.stringify(value) });
    } else if (row !== undefined) count(row.title);
    else if (kind === undefined) {
      if (isMapping(value.object)) visit(value.object, name, undefined);
      else listings.push({ name, text: JSON.stringify(value) });
    } else if (kind === 'Node') keep(nodeObjectShape, value, nodes, kind);
    else if (kind === 'Pod') keep(clusterPodShape, value, pods, kind);
    else if (kind === 'Event') events.push(value);
    else if (kind === 'RuntimeClass') runtimeClasses.push(value);
    else visitController(value, kind);
  };
  for (const { name, values } of files) for (const value of values) visit(value, name, undefined);
  return { nodes, pods, controllers, runtimeClasses, events, kubelets, listings, leftOut };
}
