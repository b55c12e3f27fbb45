import { ownerText, type PodSpec, sameImages } from '../../kubelet/pods/pod.ts';
import { derivedUid, generatedName, nameSuffix } from './pod-name.ts';

/** A pod and the pods that replace it, one after the other. */
export interface PodLine {
  readonly first: PodSpec;
  readonly uids: string[];
  /** The current template of its controller; also for a bare pod, which somebody might make again. */
  template: PodSpec;
  /** The pod that the next action affects; undefined if nobody made another. */
  current: PodSpec | undefined;
}

/** Returns a line with only the pod of the manifest. */
export function podLine(pod: PodSpec): PodLine {
  return { first: pod, uids: [pod.uid], template: pod, current: pod };
}

/**
 * Returns the next pod of the line, which the line now waits for. Names that the API server generates are new; those of a StatefulSet and
 * of a bare pod stay.
 */
export function nextPod(line: PodLine, arrivesAtMicros: number): PodSpec {
  const { first, template, uids } = line;
  const seedText = `${first.namespace}/${first.name} ${uids.length}`;
  const name = nameOf(first, template, seedText);
  const spec = { ...template, name, uid: derivedUid(`pod ${seedText}`), arrivesAtMicros };
  line.current = spec;
  uids.push(spec.uid);
  return spec;
}

function nameOf(first: PodSpec, template: PodSpec, seedText: string): string {
  const { namespace, owner } = first;
  if (owner === undefined || owner.kind === 'StatefulSet') return first.name;
  const base = first.name.slice(0, -5);
  if (owner.kind !== 'Deployment' || sameImages(first, template)) return generatedName(base, seedText);
  // Another template is another ReplicaSet, whose hash is in its pods' names.
  const images = [...template.initContainers, ...template.containers].map(({ image }) => image).join(' ');
  const hash = nameSuffix(`template of ${namespace}/${ownerText(owner)} ${images}`, 10);
  return generatedName(`${owner.name}-${hash}-`, seedText);
}
