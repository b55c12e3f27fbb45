import { createCoverage } from '../coverage/coverage.ts';
import type { MachineCoverage } from '../coverage/machine-coverage.ts';
import type { MachineModel } from '../machine-model.ts';
import { generatePaths } from './generate-paths.ts';
import type { PathStrategy } from './path-goals.ts';
import { replayPath } from './replay-path.ts';

/** What the paths of some models reach. */
export interface PathCoverage {
  /** One per model, in their order. */
  readonly machines: readonly MachineCoverage[];
  readonly pathCount: number;
  /** Events sent, over all paths. */
  readonly stepCount: number;
}

/** Generates the paths of each model, sends them to real actors among stubs, and counts what is reached. */
export function pathCoverage(models: readonly MachineModel[], strategy: PathStrategy): PathCoverage {
  const coverage = createCoverage(models);
  let pathCount = 0;
  let stepCount = 0;
  for (const model of models) {
    for (const path of generatePaths(model, { strategy }).paths) {
      pathCount++;
      stepCount += path.steps.length;
      for (const step of replayPath(model, path).steps) coverage.add(step);
    }
  }
  return { machines: coverage.result(), pathCount, stepCount };
}
