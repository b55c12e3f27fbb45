import type { Script } from '../../conformance/imagemanager/script.ts';
import { microsOf } from '../../conformance/script-time.ts';
import { resultOf, triesToPull } from '../call-entries.ts';
import type { JudgedRun, PropertyViolation, ProtocolProperty } from './protocol-property.ts';

interface Asked {
  readonly call: string;
  readonly atMs: number;
  readonly isRefused: boolean;
}

interface KeyHistory {
  readonly asked: Asked[];
  /** In order of time. Microseconds may have fractions. */
  readonly failed: { readonly call: string; readonly micros: number }[];
}

/**
 * The windows of a key (pod UID and image as written) depend only on the moments of its failures: the first
 * is the initial one, each further one doubles up to the maximum, everything is forgotten more than twice the
 * maximum after a failure, and success changes nothing. A call at the very moment of a failure may come
 * before or after it, and is not judged.
 *
 * After `flowcontrol.Backoff` (client-go/util/flowcontrol/backoff.go) and its use in
 * pkg/kubelet/images/image_manager.go.
 */
export const backOffWindows: ProtocolProperty = {
  name: 'back-off-windows',
  says: 'A pod and image wait for their window after a failure, and only then: initial, doubled, capped, not reset by success.',
  check: (run) =>
    [...histories(run).values()].flatMap(({ asked, failed }) =>
      asked.flatMap((own) => judge(own, failed, run.script.kubelet.imagePullBackOff)),
    ),
};

function histories({ script, entries }: JudgedRun): ReadonlyMap<string, KeyHistory> {
  const byKey = new Map<string, KeyHistory>();
  for (const { at, id, pod, image } of script.calls) {
    const own = entries.get(id) ?? [];
    const key = `${pod.uid}_${image}`;
    const history = byKey.get(key) ?? { asked: [], failed: [] };
    byKey.set(key, history);
    const result = resultOf(own);
    const isPull = triesToPull(own);
    // The call itself asks, however late its event Pulling is: that is for other properties to judge.
    if (isPull) history.asked.push({ call: id, atMs: at, isRefused: false });
    else if (result?.error === 'ImagePullBackOff')
      history.asked.push({ call: id, atMs: at, isRefused: true });
    if (isPull && result !== undefined && result.error !== '')
      history.failed.push({ call: id, micros: microsOf(result.at) });
  }
  for (const { failed } of byKey.values()) failed.sort((a, b) => a.micros - b.micros);
  return byKey;
}

function judge(
  { call, atMs, isRefused }: Asked,
  failed: KeyHistory['failed'],
  rules: Script['kubelet']['imagePullBackOff'],
): PropertyViolation[] {
  const now = microsOf(atMs);
  if (failed.some((failure) => failure.micros === now && failure.call !== call)) return [];
  const maxMicros = micros(rules.maxMs);
  let windowMicros = 0;
  let last = Number.NEGATIVE_INFINITY;
  for (const { micros: at, call: failing } of failed) {
    // Its own failure, which may be at the same moment, comes after it.
    if (at > now || failing === call) break;
    windowMicros =
      at - last > 2 * maxMicros ? micros(rules.initialMs) : Math.min(2 * windowMicros, maxMicros);
    last = at;
  }
  const isInWindow = now - last <= 2 * maxMicros && now - last < windowMicros;
  if (isInWindow === isRefused) return [];
  const untilMs = (last + windowMicros) / 1000;
  return isRefused
    ? [
        {
          at: atMs,
          call,
          message: `is refused, though ${windowMicros === 0 ? 'nothing has failed' : `its window ended at ${untilMs} ms`}`,
        },
      ]
    : [
        {
          at: atMs,
          call,
          message: `pulls at ${atMs} ms, though its back-off of ${windowMicros / 1000} ms lasts until ${untilMs} ms`,
        },
      ];
}

// A duration in Go is cut to whole nanoseconds.
function micros(ms: number): number {
  return Math.trunc(ms * 1e6) / 1000;
}
