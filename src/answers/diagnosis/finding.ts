import type { KubernetesEvent } from '../../inputs/events/kubernetes-event.ts';
import type { JsonFields } from '../../reports/json/json-text.ts';
import type { Interval } from './interval.ts';
import type { PodEvidence } from './pod-evidence.ts';

export type PodDiagnosis = JsonFields<'DiagnosisReport'>['pods'][number];

/** What a look at a pod has found, before its parts are added. */
export type Finding = Pick<PodDiagnosis, 'kind' | 'answer' | 'cause' | 'image' | 'next' | 'advice'>;

export const nothing = { cause: null, image: null, next: [], advice: [] } as const;

/** Returns the event that was seen last, of those that a test selects; of several, the last in the list. */
export function lastOf(
  events: readonly KubernetesEvent[],
  test: (event: KubernetesEvent) => boolean,
): KubernetesEvent | undefined {
  let last: KubernetesEvent | undefined;
  for (const event of events) if (test(event) && event.micros >= (last?.micros ?? -Infinity)) last = event;
  return last;
}

/** What comes next without a time that is known. */
export function untimed(what: string): Finding['next'][number] {
  return { what, least: null, most: null };
}

/** Returns the state of a container that waits for one of these reasons, or that the pod's status is one. */
export function waitingAs({ states, status }: PodEvidence, ...reasons: readonly string[]) {
  const state = states.find(({ waiting }) => waiting !== undefined && reasons.includes(waiting.reason));
  return (
    state ?? (status !== undefined && reasons.includes(status.replace(/^Init:/, '')) ? 'status' : undefined)
  );
}

/** Returns the image of the container that waits for one of these reasons. */
export function stateImage({ states }: PodEvidence, ...reasons: readonly string[]): string | null {
  return states.find(({ waiting }) => reasons.includes(waiting?.reason ?? ''))?.image ?? null;
}

/** A pull that failed, with its error. */
export const failedPull =
  /^(?:\(combined from similar events\): )?Failed to pull image "(?:[^"\\]|\\.)*"?:? ?([\s\S]*)$/;

/** Returns an interval of microseconds in seconds. */
export function secondsOf({ least, most }: Interval) {
  return { least: Math.round(least / 1e3) / 1e3, most: Math.round(most / 1e3) / 1e3 };
}
