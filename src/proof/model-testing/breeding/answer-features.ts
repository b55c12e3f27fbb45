import type { ConformanceTrace } from '../../conformance/imagemanager/conformance-trace.ts';
import type { Script } from '../../conformance/imagemanager/script.ts';
import { entriesByCall } from '../call-entries.ts';

/**
 * Returns what is new in a trace if it was never seen before: how each call went, which call of the same pod
 * and image went before, and which series of metrics there are. Names and numbers count only by their kind.
 */
export function answerFeatures(trace: ConformanceTrace, { calls, kubelet }: Script): ReadonlySet<string> {
  const features = new Set<string>();
  const before = new Map<string, string>();
  const entries = entriesByCall(trace);
  const policy = kubelet.imagePullCredentialsVerificationPolicy ?? '';
  for (const { id, pod, image, policy: pullPolicy } of calls) {
    const shape = (entries.get(id) ?? []).map(shapeOf).join(',');
    const key = `${pod.uid}_${image}`;
    features.add(`answer ${pullPolicy} ${shape}`);
    features.add(`answers ${before.get(key) ?? ''} | ${shape}`);
    features.add(`verified ${policy} ${pullPolicy} ${shape}`);
    before.set(key, shape);
  }
  for (const entry of trace.trace)
    if (entry.type === 'metric')
      features.add(
        `metric ${entry.metric} ${JSON.stringify(entry.labels)} ${Object.keys(entry.buckets ?? {}).length > 2}`,
      );
  return features;
}

function shapeOf(entry: object): string {
  const [type, op, reason, state, error] = ['type', 'op', 'reason', 'state', 'error'].map((field) => {
    const value: unknown = Reflect.get(entry, field);
    return typeof value === 'string' ? value.slice(0, 12) : '';
  });
  return [type, op, reason, state, error].join(' ').trim();
}
