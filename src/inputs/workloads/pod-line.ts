import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import { ownerText, type PodSpec, sameImages } from '../../rules/kubelet/pods/pod.ts';
import { derivedUid, generatedName, nameSuffix } from './pod-name.ts';
import { namesFor, podSelector } from './pod-selector.ts';

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

/** From so many patterns on lines are found by names, and not by a look at all of them for each pattern. */
const fewPatterns = 8;

/** Finds lines by their current pods. Thousands of deletions may name a pod each. */
export class FoundLines {
  readonly #lines: readonly PodLine[];
  /** By all names that their pods have had; undefined for few patterns. */
  readonly #byName: Map<string, Set<PodLine>> | undefined;

  constructor(lines: readonly PodLine[], patterns: number) {
    this.#lines = lines;
    this.#byName = patterns < fewPatterns ? undefined : new Map();
    this.noteChanged(lines);
  }

  matching(pattern: string): readonly PodLine[] {
    const selects = podSelector(pattern);
    const named = pattern.includes('*') ? undefined : this.#byName;
    const among = named === undefined ? this.#lines : [...(named.get(pattern.toLowerCase()) ?? [])];
    return among.filter(({ current }) => current !== undefined && selects(current));
  }

  /** These may have other pods by now. */
  noteChanged(lines: readonly PodLine[]): void {
    if (this.#byName === undefined) return;
    for (const line of lines) {
      for (const name of line.current === undefined ? [] : namesFor(line.current)) {
        getOrInsert(this.#byName, name, () => new Set<PodLine>()).add(line);
      }
    }
  }
}

/**
 * Returns the next pod of the line, which the line now waits for. Names that the API server generates are
 * new; those of a StatefulSet and of a bare pod stay.
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
