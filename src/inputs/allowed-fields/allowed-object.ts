import type { z } from 'zod';
import { largest } from '../../rules/collections/extremes.ts';
import { isMapping } from '../documents/mapping.ts';
import { allowedKubeletFields } from '../kubelet-sources/allowed-kubelet-fields.ts';
import { dockerConfigIn, identityOf } from '../nodes/read-pull-secrets.ts';
import { providerScheme } from '../providers/recognize-provider.ts';
import { imageCatalogShape, luckShape, scenarioShape } from '../scenario/scenario-shape.ts';
import {
  cronJobShape,
  daemonSetShape,
  jobShape,
  type KubernetesObject,
  metadataShape,
  nodeObjectShape,
  podShape,
  replicatedShape,
  serviceAccountShape,
  statefulSetShape,
} from '../workloads/kubernetes-shapes.ts';
import { allowedPodSpec } from './allowed-pod-spec.ts';
import { allowedFaults, allowedScenario } from './allowed-scenario.ts';
import type { CredentialStandIns } from './credential-stand-ins.ts';
import { fieldsOfShape, withFields } from './fields-of-shape.ts';
import { labelsOfKeys } from './label-keys.ts';

type Fields = Readonly<Record<string, unknown>>;

/** An object, wherever it stands. */
export type AllowableObject = Pick<KubernetesObject, 'kind' | 'apiVersion' | 'value' | 'templates'>;

/** What objects of one input have in common for what may stay of each. */
export interface AllowedContext {
  readonly labelKeys: ReadonlySet<string>;
  readonly standIns: CredentialStandIns;
  /** What was left out or replaced, in words without the content. */
  readonly leftOut: Set<string>;
}

const shapes: Readonly<Record<string, z.ZodType>> = {
  Pod: podShape,
  Deployment: replicatedShape,
  ReplicaSet: replicatedShape,
  ReplicationController: replicatedShape,
  StatefulSet: statefulSetShape,
  DaemonSet: daemonSetShape,
  Job: jobShape,
  CronJob: cronJobShape,
  Node: nodeObjectShape,
};

/** Returns what a run reads of an object, and what identifies it; undefined if that is nothing. */
export function allowedObject(object: AllowableObject, context: AllowedContext): Fields | undefined {
  const { kind, apiVersion, templates } = object;
  const value = isMapping(object.value) ? object.value : {};
  const head = { apiVersion, kind };
  if (templates !== undefined) return { ...head, ...foreignFields(value, templates, context) };
  switch (kind) {
    case 'Secret': {
      const secret = allowedSecret(object, value, context);
      return secret && { ...head, ...secret };
    }
    case 'Scenario':
      return { ...head, ...allowedScenario(fieldsOfShape(scenarioShape(), value) as Fields, value, context) };
    case 'ImageCatalog':
      return { ...head, ...withoutMetadata(fieldsOfShape(imageCatalogShape(), value)) };
    case 'Luck': {
      const luck = withoutMetadata(fieldsOfShape(luckShape(), value));
      return {
        ...head,
        ...luck,
        ...(luck.faults === undefined ? {} : { faults: allowedFaults(luck.faults, value.faults) }),
      };
    }
    case 'KubeletConfiguration':
      return { ...head, ...allowedKubeletFields(value) };
    case 'RuntimeClass':
      return {
        ...head,
        metadata: nameIn(value.metadata),
        ...(typeof value.handler === 'string' ? { handler: value.handler } : {}),
      };
    case 'ServiceAccount':
      return {
        ...head,
        ...(fieldsOfShape(serviceAccountShape, value) as Fields),
        metadata: accountMetadata(value.metadata),
      };
    default: {
      const shape = shapes[kind];
      if (shape === undefined) return head;
      return { ...head, ...kubernetesFields(kind, fieldsOfShape(shape, value) as Fields, value, context) };
    }
  }
}

function withoutMetadata(fields: unknown): Fields {
  const { metadata: _, ...others } = fields as Fields;
  return others;
}

/** The fields of the object's shape, with those that are read beside it. */
function kubernetesFields(kind: string, allowed: Fields, value: Fields, context: AllowedContext): Fields {
  const { metadata, spec, status } = value;
  const ofSpec = isMapping(spec) ? allowedSpec(allowed.spec, spec, context) : allowed.spec;
  if (kind === 'Node')
    return {
      ...allowed,
      metadata: allowedMetadata(metadata, context),
      ...(isMapping(ofSpec) ? { spec: nodeSpec(ofSpec) } : {}),
      status: nodeStatus(allowed.status),
    };
  return {
    ...allowed,
    metadata: allowedMetadata(metadata, context),
    ...(kind === 'Pod' ? { spec: allowedPodSpec(spec) } : ofSpec === undefined ? {} : { spec: ofSpec }),
    ...endOf(status),
  };
}

function nodeSpec({ providerID, ...spec }: Fields): Fields {
  const scheme = providerScheme(providerID);
  return scheme === undefined ? spec : { ...spec, providerID: scheme };
}

function allowedSpec(allowed: unknown, spec: Fields, context: AllowedContext): Fields {
  const { selector, template, jobTemplate } = spec;
  return withFields([
    ...Object.entries(isMapping(allowed) ? allowed : {}),
    ['selector', isMapping(selector) ? plainSelector(selector) : undefined],
    ['template', isMapping(template) ? allowedTemplate(template, context) : undefined],
    [
      'jobTemplate',
      isMapping(jobTemplate) && isMapping(jobTemplate.spec)
        ? {
            spec: allowedSpec(
              isMapping(allowed) && isMapping(allowed.jobTemplate) ? allowed.jobTemplate.spec : undefined,
              jobTemplate.spec,
              context,
            ),
          }
        : undefined,
    ],
  ]);
}

function allowedTemplate({ metadata, spec }: Fields, context: AllowedContext): Fields {
  return withFields([
    ['metadata', metadata === undefined ? undefined : allowedMetadata(metadata, context)],
    ['spec', allowedPodSpec(spec)],
  ]);
}

/** A selector of labels, in both of its forms. */
function plainSelector(selector: Fields): Fields {
  const plain = (map: unknown) =>
    isMapping(map) ? withFields(Object.entries(map).map(([key, label]) => [key, scalar(label)])) : undefined;
  const expressions = Array.isArray(selector.matchExpressions) ? selector.matchExpressions : undefined;
  return withFields([
    ...Object.entries(plain(selector) ?? {}),
    ['matchLabels', plain(selector.matchLabels)],
    [
      'matchExpressions',
      expressions
        ?.filter(isMapping)
        .map(({ key, operator, values }) => withFields(Object.entries({ key, operator, values }))),
    ],
  ]);
}

function scalar(value: unknown): unknown {
  return typeof value === 'object' ? undefined : value;
}

/** No annotations: the model reads none. */
function allowedMetadata(metadata: unknown, { labelKeys }: AllowedContext): Fields {
  if (!isMapping(metadata)) return {};
  const { annotations: _, labels: __, ...others } = (fieldsOfShape(metadataShape, metadata) ?? {}) as Fields;
  const { labels, deletionTimestamp } = metadata;
  return withFields([
    ...Object.entries(others),
    ['labels', labelsOfKeys(labels, labelKeys)],
    // Only whether the object is being deleted is read.
    ['deletionTimestamp', typeof deletionTimestamp === 'string' ? instantOr(deletionTimestamp) : undefined],
  ]);
}

function instantOr(text: string): string {
  return /^[\d:.TZ+-]{1,40}$/.test(text) ? text : '(not an instant)';
}

function identityFields(metadata: unknown): Fields {
  const { name, namespace, uid } = isMapping(metadata) ? metadata : {};
  return withFields(Object.entries({ name, namespace, uid }).map(([field, value]) => [field, scalar(value)]));
}

/** Of a service account's annotations only the keys are read, for credential providers that require some. */
function accountMetadata(metadata: unknown): Fields {
  const { annotations } = isMapping(metadata) ? metadata : {};
  const keys = isMapping(annotations) ? Object.keys(annotations).map((key) => [key, ''] as const) : [];
  return {
    ...identityFields(metadata),
    ...(keys.length === 0 ? {} : { annotations: Object.fromEntries(keys) }),
  };
}

function nameIn(metadata: unknown): Fields {
  const { name } = identityFields(metadata);
  return withFields([['name', name]]);
}

/** Of a Pod and a Job, whether they are over. */
function endOf(status: unknown): Fields {
  if (!isMapping(status)) return {};
  const { phase, conditions } = status;
  const ended = (Array.isArray(conditions) ? conditions : [])
    .filter(isMapping)
    .filter(({ type, status: holds }) => holds === 'True' && (type === 'Complete' || type === 'Failed'))
    .map(({ type }) => ({ type, status: 'True' }));
  const isOver = phase === 'Succeeded' || phase === 'Failed';
  if (!isOver && ended.length === 0) return {};
  return { status: { ...(isOver ? { phase } : {}), ...(ended.length === 0 ? {} : { conditions: ended }) } };
}

function nodeStatus(status: unknown): unknown {
  if (!isMapping(status)) return undefined;
  const read = (quantities: unknown) =>
    isMapping(quantities)
      ? withFields(Object.entries(quantities).filter(([name]) => name === 'cpu' || name === 'pods'))
      : undefined;
  const { capacity, allocatable, ...others } = status;
  return withFields([
    ...Object.entries(others),
    ['capacity', read(capacity)],
    ['allocatable', read(allocatable)],
  ]);
}

/**
 * A Secret with a docker config says for which registries it has credentials; of another one, nothing is
 * read.
 */
function allowedSecret(
  object: AllowableObject,
  value: Fields,
  { standIns, leftOut }: AllowedContext,
): Fields | undefined {
  const { namespace, name } = identityOf(object);
  const config = dockerConfigIn(value);
  const called = `Secret ${namespace}/${name || 'without a name'}`;
  if (config === undefined) {
    leftOut.add(called);
    return undefined;
  }
  leftOut.add(`users and passwords of ${called}`);
  const { text, format } = config;
  return {
    metadata: identityFields(value.metadata),
    type: value.type,
    stringData: { [`.${format}`]: standIns.dockerConfig(text, format) },
  };
}

/**
 * Of another project's object: its templates, and what says how many pods they make and what they are called.
 */
function foreignFields(
  value: Fields,
  templates: NonNullable<KubernetesObject['templates']>,
  context: AllowedContext,
): Fields {
  const { status } = value;
  return {
    metadata: allowedMetadata(value.metadata, context),
    ...(keptAround(
      value,
      templates.map(({ path }) => path),
      context,
      true,
    ) as Fields),
    ...(isMapping(status) ? endOf(status) : {}),
  };
}

type Paths = readonly (readonly (string | number)[])[];

/** Items of lists keep their places, since names of pods are made of them. */
function keptAround(value: unknown, paths: Paths, context: AllowedContext, isRoot = false): unknown {
  if (paths.some((path) => path.length === 0)) return isMapping(value) ? allowedTemplate(value, context) : {};
  const below = (step: string | number) =>
    paths.filter(([first]) => first === step).map((path) => path.slice(1));
  if (Array.isArray(value)) {
    const last = largest(paths.map(([step]) => Number(step)));
    return value.slice(0, last + 1).map((item, index) => {
      const inner = below(index);
      return inner.length === 0 ? {} : keptAround(item, inner, context);
    });
  }
  if (!isMapping(value)) return {};
  return withFields(
    Object.entries(value).map(([key, field]) => {
      const inner = below(key);
      if (inner.length > 0) return [key, keptAround(field, inner, context)];
      return [key, isRoot && key === 'metadata' ? undefined : countOrLabel(key, field)];
    }),
  );
}

function countOrLabel(key: string, field: unknown): unknown {
  if (key === 'replicas' || key === 'parallelism') return typeof field === 'number' ? field : undefined;
  const isLabel = (key === 'name' || key === 'groupName') && typeof field === 'string';
  return isLabel && /^[A-Za-z0-9][-A-Za-z0-9]{0,62}$/.test(field) ? field : undefined;
}
