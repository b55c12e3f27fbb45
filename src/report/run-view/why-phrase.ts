import type { Cause } from '../../trace/record.ts';
import type { ContainerPhases, Phase } from '../container-phases.ts';
import { countText, durationText, sizeText } from '../quantity-text.ts';
import { pullsText } from '../run-conditions.ts';
import type { CauseIndex } from './cause-index.ts';
import type { RunRow } from './run-rows.ts';

/**
 * Returns what a container does in a phase, how long and why, without its name: `waited 41 s for a slot, behind
 * default/ml-0/trainer pulling ml/trainer:1 (6.2 GB, serialized pulls)`. Names in it are as they come.
 */
export function whyPhrase(causes: CauseIndex, rows: readonly RunRow[], row: RunRow, phase: Phase): string {
  const { container } = row;
  const lasted = durationText(phase.toMs - phase.fromMs);
  const image = `${container.image}${parenthesis([sizeOf(causes, row)])}`;
  const fault = faultText(causes, phase.because);
  switch (phase.phase) {
    case 'waitingToStart':
      return `waited ${lasted} for its turn`;
    case 'waitingForSlot':
      return `waited ${lasted} for a slot${behind(causes, rows, row, phase)}`;
    case 'waitingForDownload':
      return `waited ${lasted} for one of the runtime's download slots${heldBy(causes, rows, row, phase)}`;
    case 'waitingForUnpack':
      return `waited ${lasted} for one of the runtime's unpack slots${heldBy(causes, rows, row, phase)}`;
    case 'waitingForOtherPull': {
      const other = rows[causes.rowBehind(phase.because) ?? -1];
      const whose = other === undefined || other === row ? 'another pull' : nameOf(other.container);
      return `waited ${lasted} for layers that ${whose} was fetching or unpacking already`;
    }
    case 'resolving':
      return `waited ${lasted} for the registry to answer about ${container.image}${fault}`;
    case 'downloading':
      return `spent ${lasted} downloading ${image}${fault}`;
    case 'stalled': {
      const isTrickle = causes.faultBehind(phase.because)?.fault === 'trickle';
      return `waited ${lasted} for bytes of ${image} that ${isTrickle ? 'hardly came' : 'did not come'}${fault === '' ? ', with the connection open' : fault}`;
    }
    case 'unpacking':
      return `spent ${lasted} unpacking ${image}`;
    case 'backingOff':
    case 'waitingForSync':
      return `waited ${lasted} ${phase.phase === 'backingOff' ? 'in back-off' : "for its pod's next sync"} after ${failuresBefore(container, phase)}${fault}`;
    case 'inspecting':
      return `waited ${lasted} for the runtime to look for ${container.image}`;
    case 'starting':
      return `took ${lasted} to be created and started`;
    case 'running':
      return `ran for ${lasted}`;
    case 'ended':
      return `had nothing left to do for ${lasted}`;
  }
}

/** `default/web-1/app`; an image that is pulled ahead has no container. */
export function nameOf({ pod, name, image }: ContainerPhases): string {
  return pod.namespace === '' ? `the pre-pull of ${image}` : `${pod.namespace}/${pod.name}/${name}`;
}

/** How many of the container's pulls had failed by then. */
export function failuresUntil({ failures }: ContainerPhases, atMs: number): number {
  let low = 0;
  let high = failures.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((failures[middle]?.atMs ?? 0) > atMs) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Whose pulls held the slots meanwhile, the longest one named; of equal ones that to which `because` leads. */
function behind(causes: CauseIndex, rows: readonly RunRow[], waiter: RunRow, { because, fromMs, toMs }: Phase): string {
  const { node } = waiter.container;
  const found = causes.rowBehind(because);
  const cause = found === undefined || rows[found] === waiter ? undefined : found;
  const ahead = causes.pullsWithin(node, fromMs, toMs);
  const pulls = pullsText(causes.settingsOf(node, fromMs));
  const named = rows[ahead?.longest.row ?? cause ?? -1];
  if (named === undefined) return parenthesis([pulls]);
  const text = `${nameOf(named.container)} pulling ${named.container.image}${parenthesis([sizeOf(causes, named), pulls])}`;
  return (ahead?.count ?? 1) > 1 ? `, behind ${countText(ahead?.count ?? 1, 'pull')}, the longest ${text}` : `, behind ${text}`;
}

/** `5 failed pulls of web:1 (ErrImagePull: …)`, those up to the beginning of the phase. */
function failuresBefore(container: ContainerPhases, phase: Phase): string {
  const count = failuresUntil(container, phase.fromMs);
  const last = container.failures[count - 1];
  if (last === undefined) return `a failed pull of ${container.image}`;
  const error = last.error === '' ? last.reason : `${last.reason}: ${last.error}`;
  return `${countText(count, 'failed pull')} of ${container.image} (${error})`;
}

function faultText(causes: CauseIndex, because: Cause | undefined): string {
  const limit = causes.follow(because, ({ type }) => type === 'pullLimit');
  if (limit?.type === 'pullLimit') {
    const { registry, client, pullsMax, untilMs } = limit;
    return `, as ${registry} lets ${client} pull ${countText(pullsMax, 'time')} and not again before ${durationText(untilMs)}`;
  }
  const fault = causes.faultBehind(because);
  if (fault === undefined) return '';
  return `, because of the fault ${fault.fault}${fault.target === undefined ? '' : ` of ${fault.target}`}`;
}

/** The pull that gave its place in the end, where it is another one's. */
function heldBy(causes: CauseIndex, rows: readonly RunRow[], waiter: RunRow, { because }: Phase): string {
  const holder = rows[causes.rowBehind(because) ?? -1];
  if (holder === undefined || holder === waiter) return '';
  return `, the last of them held by ${nameOf(holder.container)} pulling ${holder.container.image}${parenthesis([sizeOf(causes, holder)])}`;
}

/** Empty if unknown. */
function sizeOf(causes: CauseIndex, row: RunRow): string {
  const bytes = causes.bytesOf(row);
  return bytes === undefined ? '' : sizeText(bytes);
}

/** ` (6.2 GB, serialized pulls)`; nothing of nothing. */
function parenthesis(parts: readonly string[]): string {
  const known = parts.filter((part) => part !== '');
  return known.length === 0 ? '' : ` (${known.join(', ')})`;
}
