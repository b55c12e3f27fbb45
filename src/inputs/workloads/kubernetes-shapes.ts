import { z } from 'zod';
import type { Part } from '../documents/source-document.ts';
import { writtenImageShape } from '../images/image-name.ts';
import type { PodTemplatePlace } from './pod-templates.ts';

/**
 * One Kubernetes object (or one of our own kinds) in the input, with the path to it if it is an item of a
 * List.
 */
export interface KubernetesObject extends Part {
  readonly kind: string;
  readonly apiVersion?: string;
  /** The pod templates in an object of another project's kind; absent for the kinds that are known. */
  readonly templates?: readonly PodTemplatePlace[];
}

const policy = z.enum(['Always', 'IfNotPresent', 'Never', '']).nullish();
const text = z.string().nullish();

/** The fields of an object's metadata that are read. Other fields are allowed. */
export const metadataShape = z.looseObject({
  name: text,
  generateName: text,
  namespace: text,
  uid: text,
  annotations: z.record(z.string(), z.string()).nullish(),
  labels: z.record(z.string(), z.string()).nullish(),
  ownerReferences: z
    .array(z.looseObject({ kind: z.string(), name: z.string(), controller: z.boolean().nullish() }))
    .nullish(),
});

const restartRule = z.looseObject({
  action: z.enum(['Restart', 'RestartAllContainers']),
  exitCodes: z.looseObject({
    operator: z.enum(['In', 'NotIn']),
    values: z.array(z.int32()).max(255).nullish(),
  }),
});

const containerShape = z.looseObject({
  name: z.string().min(1),
  image: writtenImageShape,
  imagePullPolicy: policy,
  restartPolicy: z.enum(['Always', 'OnFailure', 'Never']).nullish(),
  restartPolicyRules: z.array(restartRule).max(20).nullish(),
  volumeMounts: z.array(z.looseObject({ name: z.string() })).nullish(),
});

const pullSecrets = z.array(z.looseObject({ name: text })).nullish();

export const serviceAccountShape = z.looseObject({
  metadata: z.looseObject({ annotations: z.record(z.string(), z.unknown()).nullish() }).nullish(),
  imagePullSecrets: pullSecrets,
});

const requirements = z
  .array(z.looseObject({ key: z.string(), operator: z.string(), values: z.array(z.string()).nullish() }))
  .nullish();
const nodeSelectorShape = z.looseObject({
  nodeSelectorTerms: z.array(z.looseObject({ matchExpressions: requirements, matchFields: requirements })),
});
const affinityShape = z.looseObject({
  nodeAffinity: z
    .looseObject({ requiredDuringSchedulingIgnoredDuringExecution: nodeSelectorShape.nullish() })
    .nullish(),
});

const labelSelectorShape = z.looseObject({
  matchLabels: z.record(z.string(), z.string()).nullish(),
  matchExpressions: requirements,
});
const nodePolicy = z.enum(['Honor', 'Ignore']).nullish();
const spreadConstraintShape = z.looseObject({
  maxSkew: z.int().min(1).nullish(),
  minDomains: z.int().min(1).nullish(),
  topologyKey: z.string().min(1),
  whenUnsatisfiable: text,
  labelSelector: labelSelectorShape.nullish(),
  matchLabelKeys: z.array(z.string()).nullish(),
  nodeAffinityPolicy: nodePolicy,
  nodeTaintsPolicy: nodePolicy,
});

export const podSpecShape = z.looseObject({
  nodeName: text,
  hostNetwork: z.boolean().nullish(),
  restartPolicy: z.enum(['Always', 'OnFailure', 'Never', '']).nullish(),
  runtimeClassName: text,
  os: z.looseObject({ name: text }).nullish(),
  nodeSelector: z.record(z.string(), z.string()).nullish(),
  affinity: affinityShape.nullish(),
  topologySpreadConstraints: z.array(spreadConstraintShape).nullish(),
  tolerations: z.array(z.looseObject({ key: text, operator: text, value: text, effect: text })).nullish(),
  automountServiceAccountToken: z.boolean().nullish(),
  serviceAccountName: text,
  serviceAccount: text,
  imagePullSecrets: pullSecrets,
  volumes: z
    .array(
      z.looseObject({
        name: z.string(),
        image: z
          .looseObject({ reference: writtenImageShape.or(z.literal('')).nullish(), pullPolicy: policy })
          .nullish(),
      }),
    )
    .nullish(),
  initContainers: z.array(containerShape).nullish(),
  containers: z.array(containerShape).min(1),
  ephemeralContainers: z.array(containerShape).nullish(),
  terminationGracePeriodSeconds: z.int().min(0).nullish(),
});

export const templateShape = z.looseObject({ metadata: metadataShape.nullish(), spec: podSpecShape });

const count = z.int().min(0).nullish();
const share = z.union([z.int().min(0), z.string().regex(/^\d{1,9}%$/)]).nullish();
const updateStrategyShape = z.looseObject({
  type: text,
  rollingUpdate: z.looseObject({ maxSurge: share, maxUnavailable: share, partition: count }).nullish(),
});
const controller = { replicas: count, template: templateShape };

/** The fields of the specs that make pods, by kind. */
export const podShape = z.looseObject({ metadata: metadataShape, spec: podSpecShape });
export const replicatedShape = z.looseObject({
  metadata: metadataShape,
  spec: z.looseObject({ ...controller, strategy: updateStrategyShape.nullish() }),
});
export const statefulSetShape = z.looseObject({
  metadata: metadataShape,
  spec: z.looseObject({
    ...controller,
    podManagementPolicy: text,
    ordinals: z.looseObject({ start: count }).nullish(),
    updateStrategy: updateStrategyShape.nullish(),
  }),
});
export const daemonSetShape = z.looseObject({
  metadata: metadataShape,
  spec: z.looseObject({ template: templateShape, updateStrategy: updateStrategyShape.nullish() }),
});
const jobSpecShape = z.looseObject({
  completions: count,
  parallelism: count,
  suspend: z.boolean().nullish(),
  completionMode: text,
  backoffLimit: count,
  template: templateShape,
});
export const jobShape = z.looseObject({ metadata: metadataShape, spec: jobSpecShape });
export const cronJobShape = z.looseObject({
  metadata: metadataShape,
  spec: z.looseObject({
    schedule: text,
    timeZone: text,
    concurrencyPolicy: z.enum(['Allow', 'Forbid', 'Replace', '']).nullish(),
    startingDeadlineSeconds: count,
    suspend: z.boolean().nullish(),
    jobTemplate: z.looseObject({ spec: jobSpecShape }),
  }),
});

export const nodeObjectShape = z.looseObject({
  metadata: z.looseObject({ name: z.string().min(1), labels: z.record(z.string(), z.string()).nullish() }),
  spec: z
    .looseObject({
      unschedulable: z.boolean().nullish(),
      providerID: text,
      taints: z.array(z.looseObject({ key: z.string(), value: text, effect: text })).nullish(),
    })
    .nullish(),
  status: z
    .looseObject({
      nodeInfo: z
        .looseObject({
          kubeletVersion: text,
          containerRuntimeVersion: text,
          operatingSystem: text,
          architecture: text,
          osImage: text,
        })
        .nullish(),
      capacity: z.record(z.string(), z.union([z.string(), z.number()])).nullish(),
      allocatable: z.record(z.string(), z.union([z.string(), z.number()])).nullish(),
      images: z
        .array(z.looseObject({ names: z.array(z.string()).nullish(), sizeBytes: z.int().min(0).nullish() }))
        .nullish(),
    })
    .nullish(),
});

export type LabelSelectorDocument = z.infer<typeof labelSelectorShape>;
export type SpreadConstraintDocument = z.infer<typeof spreadConstraintShape>;
export type PodSpecDocument = z.infer<typeof podSpecShape>;
export type ContainerDocument = z.infer<typeof containerShape>;
export type UpdateStrategyDocument = z.infer<typeof updateStrategyShape>;
export type MetadataDocument = z.infer<typeof metadataShape>;
export type JobSpecDocument = z.infer<typeof jobSpecShape>;
export type NodeObjectDocument = z.infer<typeof nodeObjectShape>;
