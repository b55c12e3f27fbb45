import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { PodOwner } from '../../rules/kubelet/pods/pod.ts';
import type { ContainerPhases } from '../phases/container-phases.ts';
import { nameStem } from '../text/short-name.ts';
import { visibleText } from '../text/visible-text.ts';

/** A row of the picture. */
export interface Row {
  readonly label: string;
  /** Time from the pod's arrival to running, as a text. */
  readonly running: string;
  /** The same in ms; absent if it never ran. */
  readonly tookMs?: number;
  readonly image: string;
  /** The workload that makes the pod; absent if none does or is known. */
  readonly owner?: PodOwner;
  readonly container: ContainerPhases;
}

/** Fewer rows than these, titles of nodes included, are shown one by one. */
export const foldedFrom = 40;

/** The fewest rows alike that become one. */
const alikeMin = 3;

/**
 * Returns the rows with those that are alike in one: containers of one name and image, in pods of one owner
 * (or whose names differ in generated letters), with the same end. The bar of the row `web-… × 47` is that of
 * the middle one. The slowest stands by itself before it, unless all took as long.
 */
export function foldRows(rows: readonly Row[]): Row[] {
  return [...groupedBy(rows, alikeness).values()].flatMap((alike) =>
    alike.length < alikeMin ? alike : folded(alike),
  );
}

function alikeness({ owner, container: { pod, name, kind, image, lastPhase, failures } }: Row): string {
  const end = lastPhase === 'running' || lastPhase === 'ended' ? lastPhase : 'waiting';
  return [
    pod.namespace,
    owner?.kind,
    nameStem(pod.name, owner),
    name,
    kind,
    image,
    end,
    failures.length > 0,
  ].join('\n');
}

function folded(alike: readonly Row[]): Row[] {
  const byTime = alike.toSorted(
    (a, b) => (a.tookMs ?? Number.POSITIVE_INFINITY) - (b.tookMs ?? Number.POSITIVE_INFINITY),
  );
  const worst = byTime.at(-1);
  if (worst === undefined || byTime[0]?.running === worst.running) return oneOf(byTime);
  return [worst, ...oneOf(byTime.slice(0, -1))];
}

/** The row of several, which are in order of their times. */
function oneOf(byTime: readonly Row[]): Row[] {
  const [first, middle, last] = [byTime[0], byTime[byTime.length >> 1], byTime.at(-1)];
  if (first === undefined || middle === undefined || last === undefined) return [];
  const { name } = middle.container.pod;
  const label = `${middle.label.replace(visibleText(name), `${visibleText(nameStem(name, middle.owner))}-…`)} × ${byTime.length}`;
  return [
    {
      ...middle,
      label,
      running: first.running === last.running ? first.running : `${first.running}–${last.running}`,
    },
  ];
}
