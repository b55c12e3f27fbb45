import { smallest } from '../../rules/collections/extremes.ts';
import { secondsText } from './deviation.ts';
import { type EventObservation, middleOf } from './observation.ts';

// What a kubelet says of a pod beside its images: not simulated, but some of it comes by rules that can be held
// against what was seen.

/** How long a volume rests after a mount that failed (exponentialbackoff.go in pkg/util/goroutinemap, v1.36.3). */
const mountRestMicros = 500_000;
const mountRestMicrosMax = 122_000_000;
/** One try: a secret or a configuration that has not come yet is waited for. */
const mountMicrosMax = 2_000_000;
/** How long SyncPod waits for volumes (podAttachAndMountTimeout in pkg/kubelet/volumemanager, v1.36.3). */
const volumesMicros = 123_000_000;
/** A sync that ended since the network is not ready is made again after 1 s to 1.5 s, at the next tick. */
const networkRestMicros = { min: 1_000_000, max: 2_700_000 } as const;
/** Event times have whole seconds. */
const secondMicros = 1_000_000;

/**
 * Returns why an event about a pod's volumes, network or end does not come by the kubelet's rules; undefined if it
 * does; `notSimulated` if there is no rule for it.
 */
export function conditionFault(
  event: EventObservation,
  ofPod: readonly EventObservation[],
): { readonly expected: string } | 'notSimulated' | undefined {
  switch (event.reason) {
    case 'FailedMount':
      return mountFault(event, ofPod);
    case 'NetworkNotReady':
      return timesFault(event, (rests) => [rests * networkRestMicros.min, rests * networkRestMicros.max]);
    case 'Killing':
      return killingFault(event, ofPod);
    default:
      return 'notSimulated';
  }
}

function mountFault(
  event: EventObservation,
  ofPod: readonly EventObservation[],
): { readonly expected: string } | undefined {
  if (event.message.startsWith('Unable to attach or mount volumes'))
    return timesFault(event, (rests) => [rests * volumesMicros, rests * (volumesMicros + 20_000_000)]);
  const volume = volumeIn(event.message);
  const isFirst = !ofPod.some(
    (other) =>
      other.reason === 'FailedMount' &&
      volumeIn(other.message) === volume &&
      middleOf(other.first) < middleOf(event.first),
  );
  return timesFault(event, (rests) => {
    const least = Array.from({ length: rests }, (_, index) =>
      Math.min(mountRestMicros * 2 ** index, mountRestMicrosMax),
    ).reduce((sum, rest) => sum + rest, 0);
    // Where another failure of the volume came before, the rests are longer already.
    const most = isFirst ? least : rests * mountRestMicrosMax;
    return [least, most + (rests + 1) * mountMicrosMax];
  });
}

/** Returns in what an event that was counted was not spread over time as its rests between two times ask for. */
function timesFault(
  { count, first, lowMicros, highMicros }: EventObservation,
  rangeMicros: (rests: number) => readonly [number, number],
): { readonly expected: string } | undefined {
  const [least, most] = rangeMicros(count - 1);
  const [shortest, longest] = [lowMicros - first.highMicros, highMicros - first.lowMicros];
  if (longest + secondMicros >= least && shortest - secondMicros <= most) return undefined;
  return { expected: `${count} times within ${secondsText(least)} to ${secondsText(most)}` };
}

/** A container that is stopped has been started, unless it was before the events begin. */
function killingFault(
  { message, fieldPath, lowMicros }: EventObservation,
  ofPod: readonly EventObservation[],
): { readonly expected: string } | undefined {
  if (!/^(?:Stopping container|Container) /.test(message)) return undefined;
  const own = ofPod.filter((other) => other.fieldPath === fieldPath);
  const started = own.filter(({ reason }) => reason === 'Started').map(({ first }) => first.lowMicros);
  const isSeen = own.some(({ reason }) => reason === 'Pulling' || reason === 'Created');
  if (!isSeen || (started.length > 0 && smallest(started) <= lowMicros)) return undefined;
  return { expected: 'a container that has started' };
}

function volumeIn(message: string): string | undefined {
  return /volume "([^"]+)"/.exec(message)?.[1];
}
