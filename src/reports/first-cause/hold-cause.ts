import { runtimeOptionName, runtimeOptionValue } from '../../rules/runtime/profiles/runtime-options.ts';
import { selectRuntimeProfile } from '../../rules/runtime/profiles/select-runtime-profile.ts';
import { runtimeBugTexts } from '../../rules/runtime/runtime-bugs/event-texts.ts';
import type { RecordOf } from '../../trace/record.ts';
import { isPulling, type Phase, type PhaseName, type PullFailureAt } from '../phases/container-phases.ts';
import { phaseLooks } from '../phases/phase-looks.ts';
import type { CauseIndex } from '../run-view/cause-index.ts';
import { faultWords } from '../run-view/fault-words.ts';
import { failuresUntil, phaseCause } from '../run-view/phase-cause.ts';
import type { RunRow } from '../run-view/run-rows.ts';
import { pullsText } from '../summary/run-conditions.ts';
import { clipEnd } from '../text/fitted-text.ts';
import { countText, durationText } from '../text/quantity-text.ts';
import { visibleText } from '../text/visible-text.ts';

/**
 * What holds a pod: a limit, a fault, a failure, or the phase itself. Two holds with the same words have the
 * same cause.
 */
export interface HoldCause {
  readonly kind: 'pullLimit' | 'fault' | 'throttle' | 'failedPull' | PhaseName;
  /** As the beginning of a sentence, without control characters. */
  readonly words: string;
  /** The limit of the node's own that refused pulls; present if the kind is `throttle`. */
  readonly throttle?: ThrottleSettings;
}

/** The fields of a kubelet's configuration by which it refuses pulls. */
export interface ThrottleSettings {
  readonly registryPullQPS: number;
  readonly registryBurst: number;
}

/** Of these phases a limit, a fault or a failed pull may be the cause. */
const phasesBehindOthers: ReadonlySet<PhaseName> = new Set([
  'waitingForSandboxImage',
  'waitingForCredentials',
  'waitingForCredentialsInSlot',
  'resolving',
  'resting',
  'downloading',
  'stalled',
  'backingOff',
  'waitingForSync',
]);

/** The end of an error can be a whole text of the registry. */
const errorMax = 100;

/** Returns the cause for which a container is in a phase. */
export function holdCause(causes: CauseIndex, row: RunRow, phase: Phase): HoldCause {
  if (isOfCancelledPull(row, phase)) return cancelledUnpacking(causes, row, phase);
  const cause = phasesBehindOthers.has(phase.phase) ? phaseCause(causes, row, phase) : undefined;
  const { faultOrLimit, failure } = cause ?? {};
  if (failure?.last.throttled === true) return throttled(causes, row, failure.last);
  if (faultOrLimit?.type === 'pullLimit')
    return { kind: 'pullLimit', words: visibleText(limitWords(faultOrLimit)) };
  if (faultOrLimit !== undefined) {
    const { fault, target } = faultOrLimit;
    return { kind: 'fault', words: visibleText(faultWords(fault, target)) };
  }
  if (failure !== undefined && wasCancelledUnpacking(failure.last))
    return cancelledUnpacking(causes, row, phase);
  if (failure !== undefined)
    return { kind: 'failedPull', words: visibleText(`failed pulls (${failureWords(failure.last)})`) };
  return { kind: phase.phase, words: phaseWords(causes, row, phase) };
}

function throttled(
  causes: CauseIndex,
  { container }: RunRow,
  { atMs, reason, error }: PullFailureAt,
): HoldCause {
  const { registryPullQPS, registryBurst } = causes.settingsOf(container.node, atMs)?.kubelet ?? {};
  if (typeof registryPullQPS !== 'number' || typeof registryBurst !== 'number')
    return { kind: 'throttle', words: `failed pulls (${reason}: ${error})` };
  const settings = `registryPullQPS ${registryPullQPS}, registryBurst ${registryBurst}`;
  return {
    kind: 'throttle',
    words: `pulls that the kubelet refused (pull QPS exceeded: ${settings})`,
    throttle: { registryPullQPS, registryBurst },
  };
}

/** Whether the phase belongs to a pull that was cancelled while it unpacked. */
function isOfCancelledPull({ container: { failures, phases } }: RunRow, { phase, fromMs }: Phase): boolean {
  if (!isPulling(phase)) return false;
  const failure = failures[failuresUntil(failures, fromMs)];
  if (failure === undefined || !wasCancelledUnpacking(failure)) return false;
  // A pull that succeeded ended by a container that ran.
  return !phases.some(
    (other) => other.phase === 'running' && other.fromMs > fromMs && other.fromMs < failure.atMs,
  );
}

/** The bugs by which a progress timeout counts unpacking, too. */
const unpackingTimeouts = ['containerd-timeout-cancels-unpack', 'crio-progress-timeout'];

/** Whether the progress timeout of the runtime ended the pull while a layer was unpacked, as its error says. */
function wasCancelledUnpacking({ error }: PullFailureAt): boolean {
  return unpackingTimeouts.some((bug) => runtimeBugTexts[bug]?.test(error));
}

function cancelledUnpacking(causes: CauseIndex, { container }: RunRow, { fromMs }: Phase): HoldCause {
  const { runtime, runtimeOptions } = causes.settingsOf(container.node, fromMs) ?? {};
  if (runtime === undefined)
    return { kind: 'failedPull', words: 'pulls that were cancelled while they unpacked' };
  const { options } = selectRuntimeProfile(runtime, runtimeOptions).profile;
  const name = runtimeOptionName('imagePullProgressTimeoutMicros', options);
  const timeout = runtimeOptionValue(
    'imagePullProgressTimeoutMicros',
    options.imagePullProgressTimeoutMicros,
  );
  return { kind: 'failedPull', words: `pulls that ${name} (${timeout}) cancelled while they unpacked` };
}

/** Returns `429 of docker.io, 100 pulls per 6 h (shared address)`. */
function limitWords({ registry, client, pullsMax, windowMs }: RecordOf<'pullLimit'>): string {
  const per = windowMs === undefined ? '' : ` per ${durationText(windowMs).replace(/ 0 [ms]$/, '')}`;
  const whose = client === 'shared address' ? ' (shared address)' : '';
  return `429 of ${registry}, ${countText(pullsMax, 'pull')}${per}${whose}`;
}

/** Returns the reason and the end of the error, which says what is wrong; before it stand names of images. */
function failureWords({ reason, error }: PullFailureAt): string {
  const end = withoutLoneParentheses(error.split(': ').at(-1) ?? '');
  return end === '' ? reason : `${reason}: ${clipEnd(end, errorMax)}`;
}

/** Cuts parentheses off the end that were opened in what is left out before. */
function withoutLoneParentheses(text: string): string {
  let end = text.length;
  let lone = text.split(')').length - text.split('(').length;
  for (; lone > 0 && text[end - 1] === ')'; lone--) end--;
  return text.slice(0, end);
}

function phaseWords(causes: CauseIndex, { container }: RunRow, { phase, fromMs }: Phase): string {
  if (phase === 'running') return 'init containers that run';
  if (phase === 'ended') return 'containers that exit and start again';
  const { words } = phaseLooks[phase];
  const pulls = phase === 'waitingForSlot' ? pullsText(causes.settingsOf(container.node, fromMs)) : '';
  return pulls === '' ? words : `${words} (${pulls})`;
}
