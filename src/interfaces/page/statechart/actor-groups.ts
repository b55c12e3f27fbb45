import { actorTitle, podText } from '../../../charts/inspector/actor-entry.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import type { ActorEntry } from '../worker/worker-protocol.ts';

/** Actors under one heading. */
interface ActorGroup {
  readonly title: string;
  readonly entries: readonly ActorEntry[];
}

/**
 * Returns the actors that match the search, in groups: those of the pod first, then the node's own, then
 * those of other pods. Every word of the search must be in the machine, name or path, in capital or small
 * letters.
 */
export function actorGroups(
  entries: readonly ActorEntry[],
  pod: string | undefined,
  search: string,
): readonly ActorGroup[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = entries.filter(({ actor, name = '', machine }) => {
    const text = `${machine} ${name} ${actor}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const own = pod === undefined ? [] : found.filter((entry) => podOf(entry) === pod);
  const groups = [
    { title: visibleText(pod ?? ''), entries: own },
    {
      title: 'The node, and what it shares with others',
      entries: found.filter((entry) => podOf(entry) === undefined),
    },
    {
      title: pod === undefined ? 'Pods' : 'Other pods',
      entries: found.filter(
        (entry) => podOf(entry) !== undefined && (pod === undefined || podOf(entry) !== pod),
      ),
    },
  ];
  return groups.filter((group) => group.entries.length > 0);
}

/** Returns an actor's title with control characters spelled out. */
export function visibleTitle(entry: ActorEntry): string {
  return visibleText(actorTitle(entry));
}

/** Returns the pod for which an actor works, `default/web-0`; undefined for the node's own actors. */
export function podOf({ pod }: Pick<ActorEntry, 'pod'>): string | undefined {
  return pod && podText(pod);
}

/**
 * Returns the actors with this path or name in records, in the order in which they started. If several
 * machines have the name, the image pull is meant; there are several of those if its kubelet or its pod has
 * restarted.
 */
export function actorsNamed<Entry extends Pick<ActorEntry, 'actor' | 'name' | 'machine'>>(
  entries: readonly Entry[],
  actor: string,
): readonly Entry[] {
  const path = entries.find((entry) => entry.actor === actor);
  if (path !== undefined) return [path];
  const named = entries.filter((entry) => entry.name === actor);
  const machine = named.some((entry) => entry.machine === 'imagePull') ? 'imagePull' : named[0]?.machine;
  return named.filter((entry) => entry.machine === machine);
}

/** Returns the one that started last before that time; the first one if none had started. */
export function actorAt<Entry extends Pick<ActorEntry, 'fromMs'>>(
  named: readonly Entry[],
  atMs: number,
): Entry | undefined {
  return named.findLast(({ fromMs }) => fromMs <= atMs) ?? named[0];
}

/** Machines whose actors show most of a run, the most informative first. */
const tellingMachines = [
  'imagePull',
  'pullSlots',
  'pullBackOff',
  'podWorker',
  'runtimePull',
  'imageGc',
  'pleg',
] as const;

/** Returns the actors to begin with: for each of these machines, the one with the most steps. */
export function tellingActors(entries: readonly ActorEntry[]): readonly ActorEntry[] {
  return tellingMachines.flatMap((machine) => {
    const busiest = entries
      .filter((entry) => entry.machine === machine && entry.steps > 0)
      .reduce<ActorEntry | undefined>(
        (best, entry) => (best === undefined || entry.steps > best.steps ? entry : best),
        undefined,
      );
    return busiest === undefined ? [] : [busiest];
  });
}
