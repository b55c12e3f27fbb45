import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { ownerText, type PodChange, type PodOwner, withPodChange } from '../../rules/kubelet/pods/pod.ts';
import type { PodActionInput } from '../../run/simulation-input.ts';
import { defaultOf } from '../defaults.ts';
import { micros } from '../scenario/quantity-shapes.ts';
import { nextPod, type PodLine } from './pod-line.ts';
import type { TemplateUpdate } from './rollout-strategy.ts';
import type { Workload } from './workload.ts';

/** What controllers do about a changed template, by `namespace owner`. */
export type TemplateUpdates = ReadonlyMap<string, TemplateUpdate>;

function keyOf(namespace: string, owner: PodOwner | undefined): string {
  return `${namespace} ${ownerText(owner)}`;
}

/** Returns the template updates of these workloads. */
export function templateUpdates(workloads: readonly Workload[]): TemplateUpdates {
  return new Map(
    workloads.flatMap(({ namespace, owner, update }) =>
      owner === undefined ? [] : [[keyOf(namespace, owner), update]],
    ),
  );
}

/**
 * Changes the templates of these lines' workloads: a rollout for each workload whose controller makes one.
 */
export function changeTemplates(
  met: readonly PodLine[],
  change: PodChange,
  atMicros: number,
  updates: TemplateUpdates,
  warn: (message: string) => void,
): readonly PodActionInput[] {
  const workloads = groupedBy(met, ({ first }) => keyOf(first.namespace, first.owner));
  return [...workloads].flatMap(([key, lines]): PodActionInput[] => {
    const owner = ownerText(lines[0]?.first.owner);
    const update = updates.get(key) ?? 'refused';
    if (update === 'refused') {
      warn(`the API server does not allow a change of the template of ${owner}: nothing changes`);
      return [];
    }
    const partition = update === 'later' ? 0 : update.partition;
    const changed = lines.filter(
      (line) => ordinalOf(line) >= partition && line.first.arrivesAtMicros <= atMicros,
    );
    for (const line of changed) line.template = withPodChange(line.template, change);
    if (update === 'later') {
      warn(`pods of ${owner} that already exist stay as they are: only pods made later have the new image`);
      return [];
    }
    if (changed.length === 0) return [];
    const strategy = update.strategyFor(changed.length);
    const delayMicros = micros(defaultOf('recreation'));
    const rolled = (
      strategy.kind === 'ordered' ? replicasOf(lines, strategy.oneByOne, atMicros) : changed
    ).map((line) => ({
      uids: [...line.uids],
      spec: nextPod(line, Math.max(line.first.arrivesAtMicros, atMicros + delayMicros)),
    }));
    return [{ kind: 'rollout', atMicros, strategy, lines: rolled, delayMicros }];
  });
}

/**
 * Returns the pods at which a StatefulSet's controller looks, the last one first. Those below the partition
 * are among them: they must be ready too, and are made with the old template where they are missing. In
 * order, the later ones come when those before are ready.
 */
function replicasOf(lines: readonly PodLine[], oneByOne: boolean, atMicros: number): readonly PodLine[] {
  const replicas = oneByOne ? lines : lines.filter(({ first }) => first.arrivesAtMicros <= atMicros);
  return replicas.toSorted((a, b) => ordinalOf(b) - ordinalOf(a));
}

/** Returns 3 for a StatefulSet's `web-3`; the ordinal matters only there. */
function ordinalOf({ first }: PodLine): number {
  return Number(/\d+$/.exec(first.name)?.[0] ?? 0);
}
