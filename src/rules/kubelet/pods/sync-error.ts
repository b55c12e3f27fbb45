/** What a round failed to do, as its error has it. */
interface ReportedFailure {
  /** `StartContainer`, `CreatePodSandbox`, … */
  readonly action: string;
  /** The text of the error: `ErrImagePull`. */
  readonly reason: string;
}

const quoted = String.raw`"(?:[^"\\]|\\.)*"`;
const failure = new RegExp(`failed to "(\\w+)" for ${quoted} with (.*?): ${quoted}(?:, |$)`, 'y');

/**
 * Returns the failures of which the error of a round speaks (`PodSyncResult.Error` of
 * pkg/kubelet/container/sync_result.go); none where it is of another kind, such as a network that is not ready.
 */
export function syncFailures(error: string): readonly ReportedFailure[] {
  const isList = error.startsWith('[') && error.endsWith(']');
  const text = isList ? error.slice(1, -1) : error;
  const failures: ReportedFailure[] = [];
  failure.lastIndex = 0;
  for (let match = failure.exec(text); match !== null; match = failure.exec(text)) {
    const [, action = '', reason = ''] = match;
    failures.push({ action, reason });
  }
  return failures;
}

/** Whether a failure is none, but a wait for the next try. Mirrors `IsBackoffError` (v1.38.0-beta.0). */
export function onlyBacksOff(reason: string): boolean {
  return reason === 'CrashLoopBackOff' || reason === 'ImagePullBackOff';
}
