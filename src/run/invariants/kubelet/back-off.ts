import type { TraceRecord } from '../../../trace/record.ts';
import { always } from '../invariant.ts';
import { headerNodes, stoppedKubelets } from '../reading/node-lives.ts';
import type { PullRecord } from '../reading/pull-calls.ts';

export const backOffDoubles = always(
  'back-off-doubles',
  'Back-off windows of a pod and image are 10 s, doubled by each failure up to 300 s, and new after more than 600 s without one.',
  function* (records) {
    for (const [pull, window] of backOffs(records)) {
      if (pull.state !== 'failed') continue;
      const expectedMs = window === undefined ? 10_000 : Math.min(2 * window.windowMs, 300_000);
      if (pull.windowMs !== expectedMs)
        yield { record: pull.id, message: `a window of ${pull.windowMs} ms where ${expectedMs} ms follow` };
      if (pull.untilMs !== undefined && !isAbout(pull.untilMs, pull.at + expectedMs)) {
        yield {
          record: pull.id,
          message: `a window until ${pull.untilMs} ms that began at ${pull.at} ms with ${expectedMs} ms`,
        };
      }
    }
  },
);

/** Milliseconds are exact to the microsecond, but their sums are not. */
function isAbout(a: number, b: number): boolean {
  return Math.abs(a - b) < 0.0005;
}

/** At the very end of the window a pull is allowed; within it every call is refused. */
export const backOffIsKept = always(
  'back-off-is-kept',
  'No pull of a pod and image begins before its back-off window is over, and none is refused after.',
  function* (records) {
    for (const [pull, window] of backOffs(records)) {
      const untilMs = window === undefined ? 0 : window.failedMs + window.windowMs;
      const isEarly = untilMs - pull.at > 0.0005;
      if ((pull.state === 'waiting' || pull.state === 'pulling') && isEarly) {
        yield {
          record: pull.id,
          message: `${pull.actor} is ${pull.state} before its back-off ends at ${untilMs} ms`,
        };
      }
      if (pull.state !== 'backingOff') continue;
      if (!isEarly)
        yield { record: pull.id, message: `${pull.actor} is refused, though no back-off is in force` };
      else if (Math.abs((pull.untilMs ?? 0) - untilMs) >= 0.0005) {
        yield {
          record: pull.id,
          message: `${pull.actor} is refused until ${pull.untilMs} ms where its window ends at ${untilMs} ms`,
        };
      }
    }
  },
);

/** The window of one key according to the rules: from the end of the last failure, in ms. */
interface BackOffWindow {
  readonly failedMs: number;
  readonly windowMs: number;
}

const initialMs = 10_000;
const maxMs = 300_000;

/**
 * Yields each record of a pull with the window that the earlier failures have set for its key (pod UID and
 * image as written): 10 s, doubled by each failure up to 300 s, forgotten more than 600 s after the last one
 * (client-go `flowcontrol.Backoff`), and with the kubelet that held it in memory.
 */
function* backOffs(
  records: readonly TraceRecord[],
): Generator<readonly [pull: PullRecord, window: BackOffWindow | undefined]> {
  const nodes = headerNodes(records).map((node) => node.name);
  const windows = new Map<string, BackOffWindow & { readonly node: string }>();
  for (const record of records) {
    for (const node of stoppedKubelets(record, nodes)) {
      for (const [key, window] of windows) if (window.node === node) windows.delete(key);
    }
    if (record.type !== 'pull') continue;
    const key = `${record.pod.uid}_${record.image}`;
    const window = windows.get(key);
    const inForce = window !== undefined && record.at - window.failedMs > 2 * maxMs ? undefined : window;
    yield [record, inForce];
    if (record.state !== 'failed') continue;
    const windowMs = inForce === undefined ? initialMs : Math.min(2 * inForce.windowMs, maxMs);
    windows.set(key, { failedMs: record.at, windowMs, node: record.node });
  }
}
