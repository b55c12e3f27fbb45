import { goQuote } from '../../src/rules/kubelet/go/go-strings.ts';
import type { PodRef } from '../../src/trace/observation.ts';

/** A line of the kubelet's own log, without klog's header. */
export interface LogLine {
  readonly severity: 'info' | 'warning' | 'error';
  readonly text: string;
}

/**
 * What the image manager logs in place of an event, where it has no object to put one on (`logIt` without a
 * reference).
 */
export interface LogMessages {
  readonly insteadOfEvent: (
    pod: PodRef,
    image: string,
    eventType: 'Normal' | 'Warning',
    message: string,
  ) => LogLine;
  /** Why there is no object: the container is not part of the pod's spec. */
  readonly noReference: (pod: PodRef, container: string, error: string) => LogLine;
}

function lineOf(prefix: string, eventType: 'Normal' | 'Warning', message: string): LogLine {
  return { severity: eventType === 'Warning' ? 'warning' : 'info', text: `${prefix} ${message}` };
}

/**
 * The messages of 1.14, which name pods without their namespace; klog is not structured yet. Read from
 * pkg/kubelet/images/image_manager.go of 2019-02.
 */
export const logMessagesByPodName: LogMessages = {
  insteadOfEvent: (pod, image, eventType, message) => lineOf(`${pod.name}/${image}`, eventType, message),
  noReference: (pod, container, error) => ({
    severity: 'error',
    text: `Couldn't make a ref to pod ${pod.name}, container ${container}: '${error}'`,
  }),
};

/** The messages of later releases, with the namespace before the name. */
export const logMessagesByNamespace: LogMessages = {
  insteadOfEvent: (pod, image, eventType, message) =>
    lineOf(`${pod.namespace}/${pod.name}/${image}`, eventType, message),
  noReference: (pod, container, error) => ({
    severity: 'error',
    text: `"Couldn't make a ref to pod" err=${goQuote(error)} pod=${goQuote(`${pod.namespace}/${pod.name}`)} containerName=${goQuote(container)}`,
  }),
};
