import type { Figure } from '../../report/comparison/figure-rows.ts';
import { figureNamed } from '../figures/find-figure.ts';
import { QuestionError } from '../questions/question-error.ts';
import type { Variant } from '../variants/variant.ts';
import { type Axis, gridOf, gridSize } from '../variants/vary.ts';
import { latinHypercube } from './latin-hypercube.ts';

/** The most points of a sweep. */
export const pointsMax = 10_000;

const figuresByDefault = ['time to running p99', 'time to running p50', 'failed pulls', 'duplicate pulls', 'downloaded'];

/** Returns the figures of these names, or those that people ask for first. Throws a `QuestionError`. */
export function sweepFigures(names: readonly string[] = figuresByDefault): readonly Figure[] {
  return names.map(figureNamed);
}

/** Returns all combinations of the values, or a sample of them. Throws a `QuestionError` if they are too many. */
export function sweepPoints(axes: readonly Axis[], sample: number | undefined, seed: number): readonly Variant[] {
  const size = gridSize(axes);
  if (sample !== undefined && sample < size) return latinHypercube(axes, sample, seed);
  if (size > pointsMax) throw new QuestionError(`${size} combinations: at most ${pointsMax} are run; --sample takes some of them`);
  return gridOf(axes);
}
