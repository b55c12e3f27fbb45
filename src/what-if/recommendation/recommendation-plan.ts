import { visibleText } from '../../report/text/visible-text.ts';
import { type Bound, parseBound } from '../figures/bound.ts';
import { QuestionError } from '../questions/question-error.ts';
import { type Axis, gridSize } from '../variants/vary.ts';

const settingsMax = 10_000;

/** Returns the targets that are written so. Throws a `QuestionError`. */
export function targetsOf(texts: readonly string[]): readonly Bound[] {
  return texts.map((text) => {
    const bound = parseBound(text);
    const expected = "a figure and a bound, such as 'p99 timeToRunning <= 60s'";
    if (bound === undefined) throw new QuestionError(`--target ${visibleText(text)}: cannot be read: expected ${expected}`);
    if (typeof bound === 'string') throw new QuestionError(`--target: ${bound}`);
    return bound;
  });
}

/** Throws a `QuestionError` if there are more settings than can be tried. */
export function checkSettings(axes: readonly Axis[]): void {
  const size = gridSize(axes);
  if (size > settingsMax) throw new QuestionError(`${size} combinations: at most ${settingsMax} are tried`);
}
