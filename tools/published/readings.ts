import { isPulling } from '../../src/report/phases/container-phases.ts';
import { containerPhases, podPhases } from '../../src/report/phases/pod-phases.ts';
import type { TraceRecord } from '../../src/trace/record.ts';
import { median } from '../validation/median.ts';

type Reading = (records: readonly TraceRecord[]) => number;

/** The median time of the pulls of images whose name ends so, in seconds. */
export function medianPull(ending: string): Reading {
  return (records) => median(pulls(records, ending)) ?? Number.NaN;
}

/** The time of the longest of those pulls, in seconds. */
export function longestPull(ending: string): Reading {
  return (records) => Math.max(...pulls(records, ending));
}

/** When the last container of the run began to run, in seconds. */
export const lastRunning: Reading = (records) => {
  const began = records.flatMap((record) => (record.type === 'container' && record.state === 'running' ? [record.at] : []));
  return Math.max(...began) / 1_000;
};

/** How long the average pod takes to run, in seconds. */
export const meanStart: Reading = (records) =>
  mean(podPhases(records).pods.map(({ timeToRunningMs = Number.NaN }) => timeToRunningMs)) / 1_000;

/** The share of a container's start that its pull takes, in percent, on average. */
export const pullShare: Reading = (records) =>
  100 *
  mean(
    containerPhases(records).map(({ phases, runningAtMs = Number.NaN }) => {
      const pulling = phases.filter(({ phase }) => isPulling(phase));
      return pulling.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0) / runningAtMs;
    }),
  );

/** How long the layer of this number is unpacked, in seconds. */
export function unpacking(layer: number): Reading {
  return (records) => {
    const at = (state: string) =>
      records.find((record) => record.type === 'unpack' && record.layer === layer && record.state === state)?.at ?? Number.NaN;
    return (at('finished') - at('started')) / 1_000;
  };
}

/** How many pulls the kubelet's own limit let through at their first try. */
export const acceptedPulls: Reading = (records) => {
  const first = new Map<string, string>();
  for (const record of records) {
    if (record.type === 'pull' && (record.state === 'pulling' || record.state === 'failed') && !first.has(record.actor))
      first.set(record.actor, record.state);
  }
  return [...first.values()].filter((state) => state === 'pulling').length;
};

function pulls(records: readonly TraceRecord[], ending: string): readonly number[] {
  return records.flatMap((record) =>
    record.type === 'pull' && record.state === 'pulled' && record.image.endsWith(ending) ? [(record.tookMs ?? 0) / 1_000] : [],
  );
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
