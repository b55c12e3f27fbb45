import type { ContainerPhases, Phase } from '../phases/container-phases.ts';
import { pullsText } from '../summary/run-conditions.ts';
import { countText, durationText, sizeText } from '../text/quantity-text.ts';
import type { CauseIndex } from './cause-index.ts';
import { faultWords } from './fault-words.ts';
import { type PhaseCause, phaseCause } from './phase-cause.ts';
import type { RunRow } from './run-rows.ts';

/**
 * Returns what a container does in a phase, how long and why, without its name:
 * `waited 41 s for a slot, behind default/ml-0/trainer pulling ml/trainer:1 (6.2 GB, serialized pulls)`.
 * Names in it are not escaped.
 */
export function whyPhrase(causes: CauseIndex, row: RunRow, phase: Phase): string {
  const { container } = row;
  const lasted = durationText(phase.toMs - phase.fromMs);
  const name = phase.image ?? container.image;
  const image = `${name}${parenthesis([sizeOf(causes, row, name)])}`;
  const cause = phaseCause(causes, row, phase);
  const fault = faultOrLimitText(cause);
  switch (phase.phase) {
    case 'waitingForNode':
      return `waited ${lasted} for a node that takes its pod`;
    case 'waitingForNetwork':
      return `waited ${lasted} until the network of its node was ready`;
    case 'waitingToStart':
      return `waited ${lasted} for its turn`;
    case 'waitingForSandboxImage':
      return `waited ${lasted} for the runtime to pull the sandbox image${parenthesis([causes.sandboxImageOf(container.node) ?? ''])}${fault}`;
    case 'waitingForSlot':
      return `waited ${lasted} for a slot${behind(causes, row, phase, cause)}`;
    case 'waitingForDownload':
      return `waited ${lasted} for one of the runtime's download slots${heldBy(causes, cause)}`;
    case 'waitingForUnpack':
      return `waited ${lasted} for one of the runtime's unpack slots${heldBy(causes, cause)}`;
    case 'waitingForSamePull': {
      const other = rowOf(causes, cause);
      return `waited ${lasted} for ${other === undefined ? 'another pod' : nameOf(other.container)} to pull the same image (policy coalesce)`;
    }
    case 'waitingForOtherPull': {
      const other = rowOf(causes, cause);
      return `waited ${lasted} for layers that ${other === undefined ? 'another pull' : nameOf(other.container)} was fetching or unpacking already`;
    }
    case 'waitingForCredentials':
    case 'waitingForCredentialsInSlot':
      return `waited ${lasted} for the credential provider${phase.provider === undefined ? '' : ` ${phase.provider}`}${fault}`;
    case 'resolving':
      return `waited ${lasted} for the registry to answer about ${name}${fault}`;
    case 'runtimeWork':
      return `waited ${lasted} while the runtime worked on ${name}: connections, files, commits`;
    case 'resting':
      return `waited ${lasted} until the runtime asked again${fault}`;
    case 'downloading':
      return `spent ${lasted} downloading ${image}${fault}`;
    case 'stalled': {
      const isTrickle = cause?.faultOrLimit?.type === 'fault' && cause.faultOrLimit.fault === 'trickle';
      return `waited ${lasted} for bytes of ${image} that ${isTrickle ? 'hardly came' : 'did not come'}${fault === '' ? ', with the connection open' : fault}`;
    }
    case 'unpacking':
      return `spent ${lasted} unpacking ${image}`;
    case 'waitingForDisk':
      return `spent ${lasted} unpacking ${image} at the rate of the disk: no more files may wait in memory`;
    case 'backingOff':
    case 'waitingForSync':
      return `waited ${lasted} ${phase.phase === 'backingOff' ? 'in back-off' : "for its pod's next sync"} after ${failuresBefore(name, cause)}${fault}`;
    case 'inspecting':
      return `waited ${lasted} for the runtime to look for ${name}`;
    case 'starting':
      return `took ${lasted} to be created and started`;
    case 'readingImage':
      return `spent ${lasted} reading from the registry what it needs of ${image} at its start: the image was pulled lazily`;
    case 'startingUp':
      return `took ${lasted} from its start until it was ready`;
    case 'running':
      return `ran for ${lasted}`;
    case 'ended':
      return `had nothing left to do for ${lasted}`;
  }
}

/** Returns `default/web-1/app`; an image that is pulled ahead has no container. */
export function nameOf({ pod, name, image }: ContainerPhases): string {
  return pod.namespace === '' ? `the pre-pull of ${image}` : `${pod.namespace}/${pod.name}/${name}`;
}

/** Returns which pulls held the slots during the wait. The pull that caused the wait is named. */
function behind(
  causes: CauseIndex,
  waiter: RunRow,
  { fromMs }: Phase,
  cause: PhaseCause | undefined,
): string {
  const pulls = pullsText(causes.settingsOf(waiter.container.node, fromMs));
  const named = rowOf(causes, cause);
  if (named === undefined) return parenthesis([pulls]);
  const text = `${nameOf(named.container)} pulling ${named.container.image}${parenthesis([sizeOf(causes, named), pulls])}`;
  const count = cause?.ahead ?? 1;
  return count > 1 ? `, behind ${countText(count, 'pull')}, the longest ${text}` : `, behind ${text}`;
}

/** Returns `5 failed pulls of web:1 (ErrImagePull: …)` for those up to the beginning of the phase. */
function failuresBefore(image: string, cause: PhaseCause | undefined): string {
  if (cause?.failure === undefined) return `a failed pull of ${image}`;
  const { last, count } = cause.failure;
  const error = last.error === '' ? last.reason : `${last.reason}: ${last.error}`;
  return `${countText(count, 'failed pull')} of ${image} (${error})`;
}

function faultOrLimitText(cause: PhaseCause | undefined): string {
  const faultOrLimit = cause?.faultOrLimit;
  if (faultOrLimit === undefined) return '';
  if (faultOrLimit.type === 'fault')
    return `, because of ${faultWords(faultOrLimit.fault, faultOrLimit.target)} (fault ${faultOrLimit.fault})`;
  const { registry, client, pullsMax, untilMs } = faultOrLimit;
  return `, as ${registry} allows ${countText(pullsMax, 'pull')} until ${durationText(untilMs)} (${client})`;
}

/** Returns the pull that released its place in the end, if it is another container's. */
function heldBy(causes: CauseIndex, cause: PhaseCause | undefined): string {
  const holder = rowOf(causes, cause);
  if (holder === undefined) return '';
  return `, the last of them held by ${nameOf(holder.container)} pulling ${holder.container.image}${parenthesis([sizeOf(causes, holder)])}`;
}

function rowOf({ rows }: CauseIndex, cause: PhaseCause | undefined): RunRow | undefined {
  return cause?.row === undefined ? undefined : rows[cause.row];
}

/** Returns the size; empty if unknown. */
function sizeOf(causes: CauseIndex, row: RunRow, image: string = row.container.image): string {
  const bytes = causes.bytesOf(row, image);
  return bytes === undefined ? '' : sizeText(bytes);
}

/** Returns ` (6.2 GB, serialized pulls)`; empty without parts. */
function parenthesis(parts: readonly string[]): string {
  const known = parts.filter((part) => part !== '');
  return known.length === 0 ? '' : ` (${known.join(', ')})`;
}
