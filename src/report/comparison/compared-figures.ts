import type { PhaseName } from '../phases/container-phases.ts';
import { phaseLooks, phaseNames } from '../phases/phase-looks.ts';
import type { RunSummary } from '../summary/summary.ts';
import { durationText, sizeText } from '../text/quantity-text.ts';
import { figureChange, type GoodWay, type Verdict } from './figure-change.ts';

/** A figure of a run, its text, and whether less or more of it is good. */
interface Figure {
  readonly name: string;
  readonly measure: (summary: RunSummary) => number | null;
  readonly text: (value: number, summary: RunSummary) => string;
  /** The text of a difference, if it differs from that of the figure. */
  readonly changeText?: (value: number) => string;
  readonly good: GoodWay;
  /** Left out if it is 0 before and after. */
  readonly isRare?: boolean;
}

const plain = (value: number): string => `${value}`;

const figures: readonly Figure[] = [
  { name: 'all running after', measure: allRunningAfterMs, text: durationText, good: 'less' },
  { name: 'time to running p50', measure: ({ timeToRunningMs }) => timeToRunningMs?.p50 ?? null, text: durationText, good: 'less' },
  { name: 'time to running p90', measure: ({ timeToRunningMs }) => timeToRunningMs?.p90 ?? null, text: durationText, good: 'less' },
  { name: 'time to running max', measure: ({ timeToRunningMs }) => timeToRunningMs?.max ?? null, text: durationText, good: 'less' },
  { name: 'pods running or ended', measure: podsThatRan, text: plain, good: 'more' },
  { name: 'pods not running', measure: ({ pods }) => pods.notRunning, text: plain, good: 'less' },
  { name: 'pods rejected', measure: ({ pods }) => pods.rejected, text: plain, good: 'less', isRare: true },
  { name: 'startup SLI p50', measure: ({ startup }) => startup.sliMs?.p50 ?? null, text: startupText, good: 'less' },
  { name: 'startup SLI p99', measure: ({ startup }) => startup.sliMs?.p99 ?? null, text: startupText, good: 'less' },
  { name: 'startup total p50', measure: ({ startup }) => startup.totalMs?.p50 ?? null, text: durationText, good: 'less' },
  { name: 'startup total p99', measure: ({ startup }) => startup.totalMs?.p99 ?? null, text: durationText, good: 'less' },
  ...phaseNames.map(waitingFigure),
  { name: 'longest wait', measure: longestWaitMs, text: durationText, good: 'less' },
  { name: 'pulls', measure: ({ pulls }) => pulls.calls, text: plain, good: 'less' },
  { name: 'failed pulls', measure: failedPulls, text: plain, good: 'less' },
  { name: 'duplicate pulls', measure: ({ pulls }) => pulls.duplicates, text: plain, good: 'less' },
  { name: 'refused by back-off', measure: ({ backOffs }) => backOffs, text: plain, good: 'less' },
  { name: 'downloaded', measure: ({ bytes }) => bytes.downloadedBytes, text: sizeText, good: 'less' },
  { name: 'downloaded from peers', measure: ({ bytes }) => bytes.fromPeersBytes, text: sizeText, good: 'neither', isRare: true },
  { name: 'shared with a pull under way', measure: ({ bytes }) => bytes.savedInFlightBytes, text: sizeText, good: 'neither', isRare: true },
  { name: 'on disk already', measure: ({ bytes }) => bytes.savedOnDiskBytes, text: sizeText, good: 'neither', isRare: true },
  { name: 'images removed by image GC', measure: ({ nodes }) => nodes.imagesRemoved, text: plain, good: 'neither', isRare: true },
  { name: 'image GC failed', measure: ({ nodes }) => nodes.gcFailures, text: plain, good: 'less', isRare: true },
  { name: 'NotReady', measure: ({ nodes }) => nodes.notReady, text: plain, good: 'less', isRare: true },
  { name: 'disk pressure', measure: ({ nodes }) => nodes.diskPressure, text: plain, good: 'less', isRare: true },
  { name: 'known bugs met', measure: ({ knownBugs }) => knownBugs.length, text: plain, good: 'less', isRare: true },
];

/** Returns the figures of both runs side by side. If the runs differ only in their seed, no figure is better or worse. */
export function comparedFigures(before: RunSummary, after: RunSummary, isAnotherDraw = false): ComparedFigure[] {
  return figures.flatMap(({ name, measure, text, changeText, good, isRare = false }): ComparedFigure[] => {
    const [one, other] = [measure(before), measure(after)];
    if (isRare && one === 0 && other === 0) return [];
    const textOf = (value: number | null, summary: RunSummary) => (value === null ? '–' : text(value, summary));
    const changed = figureChange(one, other, (value) => (changeText ?? text)(value, after), isAnotherDraw ? 'neither' : good);
    return [{ name, before: textOf(one, before), after: textOf(other, after), ...changed }];
  });
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

function longestWaitMs({ longestWait }: RunSummary): number {
  return longestWait === null ? 0 : longestWait.toMs - longestWait.fromMs;
}

export function waitedMs({ waiting }: RunSummary, phase: PhaseName): number {
  return waiting.find((share) => share.phase === phase)?.waitedMs ?? 0;
}

function waitingFigure(phase: PhaseName): Figure {
  const percentOf = ({ waiting }: RunSummary) => waiting.find((share) => share.phase === phase)?.percent ?? 0;
  return {
    name: phaseLooks[phase].words,
    measure: (summary) => waitedMs(summary, phase),
    text: (value, summary) => (value === 0 ? '0' : `${durationText(value)} (${percentOf(summary).toFixed(1)} %)`),
    changeText: durationText,
    good: 'less',
    isRare: true,
  };
}

/** Because of the known bug `startup-of-minus-292-years`, a pod whose pull failed before it succeeded can have such a time. */
function startupText(durationMs: number): string {
  return durationMs < 0 ? `-${durationText(-durationMs)}` : durationText(durationMs);
}

/** One figure of both runs, in words, and whether the second is better. */
export interface ComparedFigure {
  /** The figure's name: `all running after`, `time to running p50`, `waiting for a slot`, `duplicate pulls`. */
  readonly name: string;
  /** The text as in the summary: `2m31s`, `58 %`, `0`; `–` if there is no value. */
  readonly before: string;
  readonly after: string;
  /** The difference: `−41 s`, `+2`; empty if the texts are equal. */
  readonly change: string;
  readonly verdict: Verdict;
}
