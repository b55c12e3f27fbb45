import { podPhases } from '../../report/phases/pod-phases.ts';
import { countText } from '../../report/text/quantity-text.ts';
import type { TraceRecord } from '../../trace/record.ts';
import type { RunOptions } from './run-options.ts';

/** Returns why the end of the run is a failure according to `--fail-on`; undefined if it is none. */
export function failureOf(what: RunOptions['failOn'], records: readonly TraceRecord[]): string | undefined {
  if (what === 'any-failure') {
    const failed = records.filter((record) => record.type === 'pull' && record.state === 'failed').length;
    return failed === 0 ? undefined : `--fail-on any-failure: ${countText(failed, 'pull')} failed`;
  }
  if (what === 'not-running') {
    const pods = podsNotRunning(records);
    return pods.length === 0 ? undefined : `--fail-on not-running: ${countText(pods.length, 'pod')}: ${shortList(pods)}`;
  }
  return undefined;
}

/** Returns the pods that the summary counts as not running or rejected, and those that ended in failure, in order of arrival. */
function podsNotRunning(records: readonly TraceRecord[]): string[] {
  const failed = new Set(
    records.flatMap((record) =>
      record.type === 'pod' && record.state === 'terminated' && record.reason === 'Failed' ? [record.pod.uid] : [],
    ),
  );
  return podPhases(records)
    .pods.filter(({ pod, state }) => state === 'notRunning' || state === 'rejected' || failed.has(pod.uid))
    .map(({ pod }) => `${pod.namespace}/${pod.name}`);
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown}, … (${names.length - 5} more)` : shown;
}
