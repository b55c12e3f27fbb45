import { backOffRules } from '../../../machines/kubelet/kubelet-context.ts';
import { kubeletSettings } from '../../rules/kubelet/configuration/kubelet-configuration.ts';
import { type BackOffRules, emptyBackOffTable, nextBackOff } from '../../rules/kubelet/images/back-off.ts';
import { crashLoopRules } from '../../rules/kubelet/pods/crash-loop.ts';
import type { Interval } from './interval.ts';

/** A sync with an error is made again after 10 s to 15 s, at the next tick of a second (requeue.ts). */
const untilSyncMicros: Interval = { least: 0, most: 16_000_000 };

/** When the kubelet tries again, from the moment of the text on, and what it then rests after one more failure. */
export interface NextAttempt {
  readonly inMicros: Interval;
  readonly windowMicros: number;
  readonly nextWindowMicros: number;
}

/**
 * Returns when a pull is tried again, after so many failures in a row of which the last was that long ago. `seconds`
 * of all are those of the kubelet's own back-off.
 */
export function nextPull(failures: number, lastAgo: Interval): NextAttempt {
  return nextAttempt(backOffRules, failures, lastAgo);
}

/** Returns when a container is started again that has ended so often, the last time that long ago. */
export function nextStart(ends: number, lastAgo: Interval, release: string): NextAttempt {
  // The first start after an end has no rest: it begins the first window.
  return nextAttempt(crashLoopRules(kubeletSettings({}, release), release), Math.max(1, ends - 1), lastAgo);
}

/** Returns the back-off of a pull that has failed for so long, each time at once. */
export function backOffAfter(elapsedMicros: number): number {
  for (let failures = 1, sum = 0; failures < 20; failures++) {
    const { windowMicros } = nextPull(failures, { least: 0, most: 0 });
    sum += windowMicros;
    if (sum >= elapsedMicros) return windowMicros;
  }
  return backOffRules.maxMicros;
}

function nextAttempt(rules: BackOffRules, failures: number, lastAgo: Interval): NextAttempt {
  let table = emptyBackOffTable;
  const window = () => table.get('image')?.backOffMicros ?? 0;
  for (let failure = 0; failure < Math.min(failures, 20); failure++)
    table = nextBackOff(table, rules, 'image', 0);
  const windowMicros = window();
  table = nextBackOff(table, rules, 'image', 0);
  return {
    inMicros: {
      least: Math.max(0, windowMicros - lastAgo.most + untilSyncMicros.least),
      most: Math.max(0, windowMicros - lastAgo.least + untilSyncMicros.most),
    },
    windowMicros,
    nextWindowMicros: window(),
  };
}
