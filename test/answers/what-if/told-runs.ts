import type { RunTold } from '../../../src/reports/summary/run-totals.ts';
import { type RunSummary, summarize } from '../../../src/reports/summary/summary.ts';
import { TraceBuilder } from '../../reports/trace-builder.ts';

const nothing = summarize(new TraceBuilder().end(0));

/** The summary of a run in which nothing happened, but for these figures. */
export function summaryOf(more: Partial<RunSummary>): RunSummary {
  return { ...nothing, ...more };
}

/** A run of two pods, the slowest after so many ms; `more` may say that one of them does not run. */
export function toldOf(slowestMs: number, more: Partial<RunSummary> = {}): RunTold {
  const pods = { total: 2, running: 2, ended: 0, notRunning: 0, rejected: 0, unplaced: 0 };
  const reachedMs = (more.pods ?? pods).notRunning === 0 ? slowestMs : null;
  const timeToRunningMs = { p50: slowestMs / 2, p90: reachedMs, p99: reachedMs, max: slowestMs };
  const podTimes = [
    { pod: 'default/fast', timeToRunningMs: slowestMs / 2 },
    { pod: 'default/slow', timeToRunningMs: slowestMs },
  ];
  return { summary: summaryOf({ pods, timeToRunningMs, ...more }), podTimes, idleFaults: [] };
}
