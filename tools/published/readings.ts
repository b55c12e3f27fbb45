import { isPulling } from '../../src/reports/phases/container-phases.ts';
import { containerPhases, podPhases } from '../../src/reports/phases/pod-phases.ts';
import { prePulls } from '../../src/reports/phases/pre-pulls.ts';
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
  const began = records.flatMap((record) =>
    record.type === 'container' && record.state === 'running' ? [record.at] : [],
  );
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
      records.find((record) => record.type === 'unpack' && record.layer === layer && record.state === state)
        ?.at ?? Number.NaN;
    return (at('finished') - at('started')) / 1_000;
  };
}

/** How many pulls the kubelet's own limit let through at their first try. */
export const acceptedPulls: Reading = (records) => {
  const first = new Map<string, string>();
  for (const record of records) {
    if (
      record.type === 'pull' &&
      (record.state === 'pulling' || record.state === 'failed') &&
      !first.has(record.actor)
    )
      first.set(record.actor, record.state);
  }
  return [...first.values()].filter((state) => state === 'pulling').length;
};

/** How long the download of an image takes, and then its unpacking, if nothing overlapped, in seconds. */
export function oneAfterTheOther(ending: string): Reading {
  return (records) => {
    const fetches = records.flatMap((record) =>
      record.type === 'fetch' && record.image.endsWith(ending) ? [record.at] : [],
    );
    const unpacks = records.flatMap((record) =>
      record.type === 'unpack' && record.image.endsWith(ending)
        ? [record.state === 'finished' ? record.at : -record.at]
        : [],
    );
    return (Math.max(...fetches) - Math.min(...fetches) + unpacks.reduce((sum, at) => sum + at, 0)) / 1_000;
  };
}

/** The slowest pull of images whose name has this in it, in seconds. */
export function slowestPull(part: string): Reading {
  return (records) => Math.max(...pulls(records, '', part));
}

/** When an image was there that kubeadm pulls ahead, in seconds; without a name, when all of them were. */
export function prePulledAt(name = ''): Reading {
  return (records) =>
    Math.max(
      ...prePulls(records).flatMap(({ images }) =>
        images.filter(({ image }) => image.includes(name)).map(({ endedMs }) => endedMs ?? Number.NaN),
      ),
    ) / 1_000;
}

/**
 * The time in which such a share of the nodes has every layer, from each node's first byte on, in seconds.
 */
export function downloadedBy(share: number): Reading {
  return (records) => {
    const begun = new Map<string, number>();
    const took = new Map<string, number>();
    for (const record of records) {
      if (record.type !== 'fetch') continue;
      const first = begun.get(record.node) ?? record.at;
      begun.set(record.node, first);
      if (record.state === 'fetched') took.set(record.node, (record.at - first) / 1_000);
    }
    return [...took.values()].sort((a, b) => a - b)[Math.floor(took.size * share)] ?? Number.NaN;
  };
}

/** How many times back-off refused a pull in the first so many hours. */
export function backOffsIn(hours: number): Reading {
  return (records) =>
    records.filter(
      (record) => record.type === 'event' && record.reason === 'BackOff' && record.at <= hours * 3_600_000,
    ).length;
}

/** How long after the first call of PullImage the call of this number comes, in seconds. */
export function callAfterFirst(number: number): Reading {
  return (records) => {
    const calls = records.flatMap((record) =>
      record.type === 'runtime' && record.op === 'PullImage' ? [record.at] : [],
    );
    return ((calls[number - 1] ?? Number.NaN) - (calls[0] ?? Number.NaN)) / 1_000;
  };
}

function pulls(records: readonly TraceRecord[], ending: string, part = ''): readonly number[] {
  return records.flatMap((record) =>
    record.type === 'pull' &&
    record.state === 'pulled' &&
    record.image.endsWith(ending) &&
    record.image.includes(part)
      ? [(record.tookMs ?? 0) / 1_000]
      : [],
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
