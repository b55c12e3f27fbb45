import { largest } from '../../rules/collections/extremes.ts';
import { isWaiting, type PhaseName } from '../phases/container-phases.ts';
import { phaseLooks, phaseNames } from '../phases/phase-looks.ts';
import type { RunSummary } from '../summary/summary.ts';
import { durationText, sizeText } from '../text/quantity-text.ts';

export type Verdict = 'better' | 'worse' | 'same' | 'different';

/** Whether less or more of a figure is good. */
type GoodWay = 'less' | 'more' | 'neither';

/**
 * The change of a figure; null if there is none to tell. The sign says whether it is more or less, the
 * verdict whether that is good: `−2 m 3 s` and `better`. Empty if the texts are equal.
 */
interface FigureChange {
  readonly change: string;
  readonly verdict: Verdict;
}

/** Returns the change between two figures whose texts are given by `text`. */
export function figureChange(
  before: number | null,
  after: number | null,
  text: (value: number) => string,
  good: GoodWay,
): FigureChange {
  const verdict = verdictOf(before, after, good);
  if (before === null || after === null || text(before) === text(after)) return { change: '', verdict };
  return { change: `${after < before ? '−' : '+'}${text(Math.abs(after - before))}`, verdict };
}

function verdictOf(before: number | null, after: number | null, good: GoodWay): Verdict {
  if (before === after) return 'same';
  if (good === 'neither') return 'different';
  // A missing time belongs to something that never happened.
  if (before === null) return 'better';
  if (after === null) return 'worse';
  return after < before === (good === 'less') ? 'better' : 'worse';
}

export type FigureUnit = 'ms' | 'bytes' | 'count';

/**
 * A figure of a run: how it is read from a summary, in which unit, and whether less or more of it is good.
 */
export interface Figure {
  readonly name: string;
  /** Other names by which people ask for it. */
  readonly also?: readonly string[];
  readonly unit: FigureUnit;
  readonly good: GoodWay;
  /** null if the run does not have it: a time by which not enough pods ran. */
  readonly measure: (summary: RunSummary) => number | null;
  /** Left out if it is 0 everywhere. */
  readonly isRare?: true;
  /** The phase of which it is the time of all containers. */
  readonly phase?: PhaseName;
  /** Whose time it is, or what there is of them; absent: a sum over all, or no time of pods. */
  readonly pods?: PodTimes | 'notRunning' | 'rollout' | 'longestWait';
}

/** A percentile (by nearest rank, 100: the greatest) of a time that each pod has. */
export interface PodTimes {
  readonly time: 'timeToRunningMs' | 'startupMs' | 'sliMs';
  readonly percent: number;
}

/**
 * The figures by which runs are compared, one row each: the page, `compare`, `sweep`, `recommend` and their
 * conditions use these rows.
 */
export const figureRows: readonly Figure[] = [
  {
    name: 'all running after',
    also: ['time to running max'],
    unit: 'ms',
    good: 'less',
    measure: allRunningAfterMs,
    pods: { time: 'timeToRunningMs', percent: 100 },
  },
  ...([50, 90, 99] as const).map(timeToRunning),
  { name: 'pods running or ended', unit: 'count', good: 'more', measure: podsThatRan, pods: 'notRunning' },
  {
    name: 'pods not running',
    unit: 'count',
    good: 'less',
    measure: ({ pods }) => pods.notRunning,
    pods: 'notRunning',
  },
  { name: 'pods rejected', unit: 'count', good: 'less', measure: ({ pods }) => pods.rejected, isRare: true },
  ...([50, 99] as const).map(startupSli),
  ...([50, 99] as const).map(startupTotal),
  ...phaseNames.filter(isWaiting).map(waitingFigure),
  {
    name: 'rollout',
    also: ['rollout takes'],
    unit: 'ms',
    good: 'less',
    measure: rolloutMs,
    isRare: true,
    pods: 'rollout',
  },
  { name: 'longest wait', unit: 'ms', good: 'less', measure: longestWaitMs, pods: 'longestWait' },
  { name: 'pulls', unit: 'count', good: 'less', measure: ({ pulls }) => pulls.calls },
  { name: 'failed pulls', also: ['pulls that failed'], unit: 'count', good: 'less', measure: failedPulls },
  { name: 'duplicate pulls', unit: 'count', good: 'less', measure: ({ pulls }) => pulls.duplicates },
  {
    name: 'refused by back-off',
    also: ['back-offs'],
    unit: 'count',
    good: 'less',
    measure: ({ backOffs }) => backOffs,
  },
  {
    name: 'downloaded',
    also: ['bytes', 'bytes downloaded'],
    unit: 'bytes',
    good: 'less',
    measure: ({ bytes }) => bytes.downloadedBytes,
  },
  {
    name: 'downloaded from peers',
    unit: 'bytes',
    good: 'neither',
    measure: ({ bytes }) => bytes.fromPeersBytes,
    isRare: true,
  },
  {
    name: 'shared with a pull under way',
    unit: 'bytes',
    good: 'neither',
    measure: ({ bytes }) => bytes.savedInFlightBytes,
    isRare: true,
  },
  {
    name: 'on disk already',
    unit: 'bytes',
    good: 'neither',
    measure: ({ bytes }) => bytes.savedOnDiskBytes,
    isRare: true,
  },
  {
    name: 'images removed by image GC',
    unit: 'count',
    good: 'neither',
    measure: ({ nodes }) => nodes.imagesRemoved,
    isRare: true,
  },
  {
    name: 'image GC failed',
    unit: 'count',
    good: 'less',
    measure: ({ nodes }) => nodes.gcFailures,
    isRare: true,
  },
  {
    name: 'NotReady',
    also: ['notready'],
    unit: 'count',
    good: 'less',
    measure: ({ nodes }) => nodes.notReady,
    isRare: true,
  },
  {
    name: 'disk pressure',
    unit: 'count',
    good: 'less',
    measure: ({ nodes }) => nodes.diskPressure,
    isRare: true,
  },
  {
    name: 'known bugs met',
    unit: 'count',
    good: 'less',
    measure: ({ knownBugs }) => knownBugs.length,
    isRare: true,
  },
];

/** Returns the text of a figure: `2 m 31 s`, `6.2 GB`, `4`; with one digit more where it is a mean. */
export function figureText({ unit }: Pick<Figure, 'unit'>, value: number): string {
  // Because of the known bug startup-of-minus-292-years, a time can be below zero.
  if (value < 0) return `-${figureText({ unit }, -value)}`;
  if (unit === 'ms') return durationText(value);
  return unit === 'bytes' ? sizeText(value) : `${Math.round(value * 10) / 10}`;
}

/** Returns the time from a pod's arrival until it ran, for the slowest pod; null if some pod does not run. */
export function allRunningAfterMs({ pods, timeToRunningMs }: RunSummary): number | null {
  return pods.notRunning > 0 || pods.rejected > 0 ? null : (timeToRunningMs?.max ?? null);
}

export function podsThatRan({ pods }: RunSummary): number {
  return pods.running + pods.ended;
}

export function failedPulls({ failures }: RunSummary): number {
  return failures.reduce((sum, { count }) => sum + count, 0);
}

export function waitedMs({ waiting }: RunSummary, phase: PhaseName): number {
  return waiting.find((share) => share.phase === phase)?.waitedMs ?? 0;
}

function longestWaitMs({ longestWait }: RunSummary): number {
  return longestWait === null ? 0 : longestWait.toMs - longestWait.fromMs;
}

/** Returns the time of the longest rollout; null if one is not complete. */
function rolloutMs({ rollouts = [] }: RunSummary): number | null {
  return rollouts.some(({ durationMs }) => durationMs === null)
    ? null
    : Math.max(0, largest(rollouts.map(({ durationMs }) => durationMs ?? 0)));
}

function timeToRunning(percent: 50 | 90 | 99): Figure {
  return {
    name: `time to running p${percent}`,
    unit: 'ms',
    good: 'less',
    measure: ({ timeToRunningMs }) => timeToRunningMs?.[`p${percent}`] ?? null,
    pods: { time: 'timeToRunningMs', percent },
  };
}

function startupSli(percent: 50 | 99): Figure {
  return {
    name: `startup SLI p${percent}`,
    unit: 'ms',
    good: 'less',
    measure: ({ startup }) => startup.sliMs?.[`p${percent}`] ?? null,
    pods: { time: 'sliMs', percent },
  };
}

function startupTotal(percent: 50 | 99): Figure {
  return {
    name: `startup total p${percent}`,
    unit: 'ms',
    good: 'less',
    measure: ({ startup }) => startup.totalMs?.[`p${percent}`] ?? null,
    pods: { time: 'startupMs', percent },
  };
}

function waitingFigure(phase: PhaseName): Figure {
  return {
    name: phaseLooks[phase].words,
    unit: 'ms',
    good: 'less',
    measure: (summary) => waitedMs(summary, phase),
    isRare: true,
    phase,
  };
}
