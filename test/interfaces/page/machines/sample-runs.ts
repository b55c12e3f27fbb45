import type { RunRequest } from '../../../../src/inputs/run-request.ts';
import type { RunContents } from '../../../../src/interfaces/page/worker/worker-protocol.ts';
import { runActivity } from '../../../../src/reports/run-view/run-activity.ts';
import { summarize } from '../../../../src/reports/summary/summary.ts';

/** A run without rows that ends at `endMs`: the machines look no deeper. */
export function emptyRun(run: number, endMs: number, canChange = true): RunContents {
  return {
    run,
    view: {
      title: '',
      seed: 1,
      endMs,
      endReason: 'settled',
      nodes: [],
      rows: [],
      assumptions: [],
      readings: [],
      causes: [],
      summary: summarize([]),
    },
    resources: { nodes: [], registries: [] },
    activity: runActivity([]),
    warnings: [],
    hasSteps: true,
    hasSizeRanges: false,
    canChange,
    inForce: {},
    inForceElsewhere: [],
  };
}

export const parallel: RunRequest = { set: ['serializeImagePulls=false'] };
