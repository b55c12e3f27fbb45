import { kubernetesEvent } from '../../inputs/events/kubernetes-event.ts';
import { normalizedReference } from '../../inputs/events/pulled-image-name.ts';
import { largest, smallest } from '../../rules/collections/extremes.ts';
import { goUnquote } from '../../rules/kubelet/go/go-strings.ts';
import type { ClusterPod } from './cluster-objects.ts';

/**
 * An image whose pulls fail, from the last pull before that ended well until the next one, in microseconds
 * since 1970.
 */
export interface PullFailure {
  readonly image: string;
  readonly reference: string;
  /** What the runtime said, without the query strings of addresses, which may hold keys. */
  readonly error: string;
  readonly fromMicros: number | undefined;
  readonly untilMicros: number | undefined;
}

interface Seen {
  readonly image: string;
  readonly error: string;
  first: number;
  last: number;
}

/** A pull that ended well. */
interface GoodPull {
  readonly reference: string;
  readonly endMicros: number;
  readonly durationMicros: number;
}

const failed = /^(?:\(combined from similar events\): )?Failed to pull image "((?:[^"\\]|\\.)*)": ([\s\S]+)$/;
const waiting = /^(?:Back-off pulling image "(?:[^"\\]|\\.)*": ErrImagePull: )?([\s\S]+)$/;

/**
 * Returns the images whose pulls failed, by the kubelets' events and by what pods wait for. Failures between
 * two good pulls of an image, on any node, are left out where nothing tells which nodes they were on.
 */
export function pullFailures(
  events: readonly unknown[],
  pods: readonly ClusterPod[],
  good: readonly GoodPull[],
): PullFailure[] {
  const seen = new Map<string, Seen>();
  const note = (image: string, error: string, first: number, last: number) => {
    const reference = normalizedReference(image)?.reference;
    if (reference === undefined) return;
    const before = seen.get(reference);
    if (before === undefined) seen.set(reference, { image, error: shownError(error), first, last });
    else {
      before.first = Math.min(before.first, first);
      before.last = Math.max(before.last, last);
    }
  };
  for (const value of events) {
    const event = kubernetesEvent(value);
    const match = event === undefined ? null : failed.exec(event.message);
    if (event !== undefined && match !== null)
      note(goUnquote(match[1] ?? ''), match[2] ?? '', event.firstMicros, event.micros);
  }
  for (const { status, spec } of pods) {
    for (const { name, state } of [
      ...(status?.initContainerStatuses ?? []),
      ...(status?.containerStatuses ?? []),
    ]) {
      if (!/^(?:ErrImagePull|ImagePullBackOff)$/.test(state?.waiting?.reason ?? '')) continue;
      const image = [...(spec.initContainers ?? []), ...spec.containers].find(
        (container) => container.name === name,
      )?.image;
      const error = waiting.exec(state?.waiting?.message ?? '')?.[1];
      const isSeen = image === undefined || seen.has(normalizedReference(image)?.reference ?? '');
      // Without an event nothing tells since when.
      if (!isSeen && error !== undefined && !/^Back-off pulling image/.test(error))
        note(image, error, Infinity, Infinity);
    }
  }
  return [...seen].flatMap(([reference, { image, error, first, last }]): PullFailure[] => {
    const own = good.filter((pull) => pull.reference === reference);
    const before = own.filter(({ endMicros }) => endMicros < first).map(({ endMicros }) => endMicros);
    const after = own
      .map(({ endMicros, durationMicros }) => endMicros - durationMicros)
      .filter((begin) => begin > last);
    const fromMicros = first === Infinity || before.length === 0 ? undefined : largest(before);
    const untilMicros = after.length === 0 ? undefined : smallest(after);
    const between = own.some(({ endMicros }) => endMicros >= first && endMicros <= last);
    return between ? [] : [{ image, reference, error, fromMicros, untilMicros }];
  });
}

function shownError(text: string): string {
  return text.replace(/\?[^\s"']+/g, '').slice(0, 500);
}
