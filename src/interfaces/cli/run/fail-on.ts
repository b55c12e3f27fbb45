import { PodPhasesReader } from '../../../reports/phases/pod-phases.ts';
import type { RunReader } from '../../../reports/run-reader.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import type { RunOptions } from './run-options.ts';

/** Reads a run and returns why its end is a failure according to `--fail-on`; undefined if it is none. */
export function failureReader(what: NonNullable<RunOptions['failOn']>): RunReader<string | undefined> {
  return what === 'any-failure' ? failedPullsReader() : podsNotRunningReader();
}

function failedPullsReader(): RunReader<string | undefined> {
  let failed = 0;
  return {
    readings: [
      {
        pull: ({ state }) => {
          if (state === 'failed') failed += 1;
        },
        sandbox: ({ state }) => {
          if (state === 'failed') failed += 1;
        },
      },
    ],
    finish: () => (failed === 0 ? undefined : `--fail-on any-failure: ${countText(failed, 'pull')} failed`),
  };
}

/**
 * Finds the pods that the summary counts as not running or rejected, and those that ended in failure, in
 * order of arrival.
 */
function podsNotRunningReader(): RunReader<string | undefined> {
  const failed = new Set<string>();
  const phases = new PodPhasesReader();
  return {
    readings: [
      phases.readings,
      {
        pod: ({ state, reason, pod }) => {
          if (state === 'terminated' && reason === 'Failed') failed.add(pod.uid);
        },
      },
    ],
    finish: ({ endMs }) => {
      const pods = phases
        .pods(endMs)
        .filter(({ pod, state }) => state === 'notRunning' || state === 'rejected' || failed.has(pod.uid))
        .map(({ pod }) => `${pod.namespace}/${pod.name}`);
      return pods.length === 0
        ? undefined
        : `--fail-on not-running: ${countText(pods.length, 'pod')}: ${shortList(pods)}`;
    },
  };
}

function shortList(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown}, … (${names.length - 5} more)` : shown;
}
