import { type Bound, boundsOf } from '../figures/bound.ts';
import { QuestionError } from '../questions/question-error.ts';
import { type Axis, gridSize } from '../variants/vary.ts';

const settingsMax = 10_000;

/** Returns the targets that are written so. Throws a `QuestionError`. */
export function targetsOf(texts: readonly string[]): readonly Bound[] {
  return boundsOf('--target', texts, 'p99 timeToRunning <= 60s');
}

/** Throws a `QuestionError` if there are more settings than can be tried. */
export function checkSettings(axes: readonly Axis[]): void {
  const size = gridSize(axes);
  if (size > settingsMax) throw new QuestionError(`${size} combinations: at most ${settingsMax} are tried`);
}
