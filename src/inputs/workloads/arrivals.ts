import { defaultOf } from '../defaults.ts';
import type { Problems } from '../documents/problems.ts';
import { within } from '../documents/source-document.ts';
import type { NamedPod } from '../placement/named-pod.ts';
import { micros } from '../scenario/quantity-shapes.ts';
import type { ReadScenario } from '../scenario/read-scenario.ts';
import { podSelector } from './pod-selector.ts';
import { isSuccessor } from './workload.ts';

/**
 * Returns when each pod arrives, in microseconds, by its index: when its controller makes it, by the
 * Scenario's arrivals, or all at once, 1 ms apart. A successor comes after the pods before it, and is not
 * counted with those that come by themselves.
 */
export function arrivalTimes(
  pods: readonly NamedPod[],
  scenario: ReadScenario,
  problems: Problems,
): number[] {
  const { arrivals } = scenario.value;
  const interval = micros(arrivals?.interval ?? defaultOf('arrivalInterval'));
  const at = micros(arrivals?.at ?? defaultOf('arrivalAt'));
  const own = (arrivals?.pods ?? []).map((entry) => ({
    selects: podSelector(entry.match),
    at: micros(entry.at ?? defaultOf('arrivalAt')),
    interval: entry.interval === undefined ? interval : micros(entry.interval),
    count: 0,
  }));
  const waves = (arrivals?.waves ?? []).map((wave) => ({
    at: micros(wave.at),
    interval: wave.interval === undefined ? interval : micros(wave.interval),
    countMax: wave.count ?? Number.POSITIVE_INFINITY,
    count: 0,
  }));
  const lastWave = waves.at(-1);
  if (lastWave !== undefined) lastWave.countMax = Number.POSITIVE_INFINITY;
  const rest = { at, interval, count: 0 };
  let wave = 0;
  let last = at;
  const times = pods.map(({ workload, name, ordinal, madeAtMicros: madeByNode }) => {
    const madeAtMicros = madeByNode ?? workload.madeAtMicros?.(ordinal);
    if (madeAtMicros !== undefined) return madeAtMicros;
    if (isSuccessor(workload, ordinal)) return last;
    const { namespace, owner } = workload;
    const pod = owner === undefined ? { namespace, name } : { namespace, name, owner };
    while ((waves[wave]?.count ?? 0) >= (waves[wave]?.countMax ?? Number.POSITIVE_INFINITY)) wave++;
    const group = own.find((entry) => entry.selects(pod)) ?? waves[wave] ?? rest;
    last = group.at + group.interval * group.count++;
    return last;
  });
  for (const [index, entry] of own.entries()) {
    if (entry.count > 0) continue;
    problems.warn(
      'this entry of arrivals.pods matches no pod',
      within(scenario, 'arrivals', 'pods', index, 'match'),
    );
  }
  return times;
}
