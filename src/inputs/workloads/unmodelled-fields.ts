import type { PodSpecDocument } from './kubernetes-shapes.ts';

/** A field of a pod that affects when its containers start, and that Windlass reads but does not simulate. */
interface UnmodelledField {
  /** The place below which the path stands: the pod's spec, or each entry of these lists. */
  readonly in: 'spec' | 'containers' | 'volumes';
  readonly path: readonly string[];
  /** What a kubelet, a runtime or a scheduler does about it. */
  readonly does: string;
  /** What a run shows instead. */
  readonly shown: string;
}

const readyAtOnce = 'a container counts as started and ready when it runs';
const onItsNode = 'the pod is on its node when it arrives';
const mounted = '`volumeMount` stands for all that is mounted, once, in the first sync';

/** In the order in which a pod meets them. docs/left-out.md has a row for each. */
export const unmodelledFields: readonly UnmodelledField[] = [
  {
    in: 'spec',
    path: ['schedulingGates'],
    does: 'the pod has no node until somebody takes them away',
    shown: onItsNode,
  },
  {
    in: 'spec',
    path: ['schedulingGroup'],
    does: 'the pods of a group get their nodes together',
    shown: onItsNode,
  },
  { in: 'spec', path: ['workloadRef'], does: 'the same, in 1.35', shown: onItsNode },
  {
    in: 'spec',
    path: ['affinity', 'podAffinity'],
    does: 'the pod waits for a node where it may be',
    shown: onItsNode,
  },
  { in: 'spec', path: ['affinity', 'podAntiAffinity'], does: 'the same', shown: onItsNode },
  {
    in: 'spec',
    path: ['resourceClaims'],
    does: 'devices are allocated, and prepared before the sandbox (DRA)',
    shown: 'no device takes time or fails',
  },
  {
    in: 'spec',
    path: ['activeDeadlineSeconds'],
    does: 'the kubelet ends the pod when they are over',
    shown: 'the pod goes on',
  },
  {
    in: 'volumes',
    path: ['persistentVolumeClaim'],
    does: 'the volume is attached and mounted first',
    shown: mounted,
  },
  {
    in: 'volumes',
    path: ['ephemeral'],
    does: 'the volume is made, attached and mounted first',
    shown: mounted,
  },
  { in: 'volumes', path: ['csi'], does: 'the driver mounts it first', shown: mounted },
  {
    in: 'spec',
    path: ['securityContext', 'fsGroup'],
    does: 'the owner of each file of a volume is changed first',
    shown: mounted,
  },
  {
    in: 'spec',
    path: ['hostUsers'],
    does: 'with `false` the runtime maps the users of an image, for which it may copy its files',
    shown: 'a container is made as fast as any',
  },
  {
    in: 'containers',
    path: ['lifecycle', 'postStart'],
    does: 'the kubelet waits for the hook before it goes on to the next container',
    shown: 'the next container comes at once',
  },
  {
    in: 'containers',
    path: ['startupProbe'],
    does: 'a sidecar holds up the next one until it has passed; a failure restarts the container',
    shown: readyAtOnce,
  },
  {
    in: 'containers',
    path: ['livenessProbe'],
    does: 'a failure restarts the container, which ensures its image again',
    shown: 'a container runs as long as the Scenario says',
  },
];

/** Returns `containers[].lifecycle.postStart`. */
export function fieldPath({ in: list, path }: UnmodelledField): string {
  return [...(list === 'spec' ? [] : [`${list}[]`]), ...path].join('.');
}

/** Returns the fields of the table that these pods set, in its order. Init containers count as containers. */
export function unmodelledFieldsOf(specs: readonly PodSpecDocument[]): readonly string[] {
  const isSet = (field: UnmodelledField) =>
    specs.some((spec) => placesOf(spec, field).some((place) => isThere(place, field.path)));
  return unmodelledFields.filter(isSet).map(fieldPath);
}

function placesOf(spec: PodSpecDocument, { in: list }: UnmodelledField): readonly unknown[] {
  if (list === 'spec') return [spec];
  return list === 'volumes' ? (spec.volumes ?? []) : [...(spec.initContainers ?? []), ...spec.containers];
}

/** Empty values and defaults (`hostUsers: true`) change nothing. */
function isThere(place: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name !== undefined) return isObject(place) && isThere(place[name], rest);
  return isObject(place)
    ? Object.keys(place).length > 0
    : place !== undefined && place !== null && place !== true;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
