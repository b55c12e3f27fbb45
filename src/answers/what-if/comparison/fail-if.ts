import { shownValue } from '../../../inputs/documents/check-shape.ts';
import { type Figure, figureText } from '../../../reports/comparison/figure-rows.ts';
import {
  type Bound,
  boundText,
  expectedAmount,
  findFigure,
  keepsTo,
  parseAmount,
  parseBound,
} from '../figures/figure-bound.ts';
import { QuestionError } from '../questions/question-error.ts';
import type { FigureDifference } from './figure-difference.ts';

/**
 * A condition under which a comparison fails: a figure that got worse by some amount, or that is beyond a
 * bound.
 */
type FailCondition =
  | { readonly text: string; readonly kind: 'bound'; readonly bound: Bound }
  | {
      readonly text: string;
      readonly kind: 'change';
      readonly figure: Figure;
      readonly way: 'worse' | 'better' | 'more' | 'less';
      /**
       * In the unit of the figure, or as a share of the figure before; absent: any difference that is shown.
       */
      readonly by?: { readonly amount: number } | { readonly percent: number };
    };

const examples = "such as 'p99 timeToRunning worse by 10%', 'failed pulls > 0' or 'downloaded more by 1GB'";

/** Reads a condition. A sentence says what is wrong with it. */
export function parseFailCondition(text: string): FailCondition | string {
  const bound = parseBound(text);
  if (bound !== undefined) return typeof bound === 'string' ? bound : { text, kind: 'bound', bound };
  const [, name, way, amount] =
    /^\s*(\S.*?)\s+(worse|better|more|less)(?:\s+by\s+(\S(?:.*\S)?))?\s*$/.exec(text) ?? [];
  if (name === undefined)
    return `${shownValue(text)} cannot be read: expected a figure and a condition, ${examples}`;
  const figure = findFigure(name);
  if (typeof figure === 'string') return figure;
  if (figure.good === 'neither' && (way === 'worse' || way === 'better'))
    return `${figure.name} is neither better nor worse: say more or less`;
  const change = { text, kind: 'change', figure, way: way as 'worse' | 'better' | 'more' | 'less' } as const;
  if (amount === undefined) return change;
  const [, percent] = /^(\d+(?:\.\d+)?) ?%$/.exec(amount) ?? [];
  if (percent !== undefined) return { ...change, by: { percent: Number(percent) } };
  const value = parseAmount(amount, figure.unit);
  if (value === undefined)
    return `${shownValue(amount)} is not an amount of ${figure.name}: expected a share such as 10%, or ${expectedAmount(figure.unit)}`;
  return { ...change, by: { amount: value } };
}

/** Returns what `--fail-if` says. Throws a `QuestionError`. */
export function failConditions(texts: readonly string[] = []): readonly FailCondition[] {
  return texts.map((text) => {
    const condition = parseFailCondition(text);
    if (typeof condition === 'string') throw new QuestionError(`--fail-if: ${condition}`);
    return condition;
  });
}

/** Whether the condition holds for a comparison, and a sentence why. */
export interface FailVerdict {
  readonly condition: string;
  readonly holds: boolean;
  readonly sentence: string;
}

/** Returns a line for each condition that holds. */
export function failedTexts(verdicts: readonly FailVerdict[]): readonly string[] {
  return verdicts
    .filter(({ holds }) => holds)
    .map(({ condition, sentence }) => `--fail-if '${condition}': ${sentence}`);
}

/**
 * A change counts if its mean is as great as the condition says, and its 95 % interval does not reach to 0:
 * what may be chance fails nothing, and the sentence says so. A bound counts for the mean of the runs.
 */
export function judgeCondition(
  condition: FailCondition,
  differences: readonly FigureDifference[],
  name: string,
): FailVerdict {
  const { text } = condition;
  const figure = condition.kind === 'bound' ? condition.bound.figure : condition.figure;
  const found = differences.find((difference) => difference.figure.name === figure.name);
  if (found === undefined) {
    // A figure that is left out is 0 in every run.
    const holds = condition.kind === 'bound' && keepsTo(condition.bound, 0);
    return { condition: text, holds, sentence: `${figure.name} is 0 in every run` };
  }
  if (condition.kind === 'bound') {
    const value = found.missingAfter > 0 ? null : found.after;
    const is = value === null ? 'is never reached in some runs' : `is ${figureText(figure, value)}`;
    return {
      condition: text,
      holds: keepsTo(condition.bound, value),
      sentence: `${figure.name} ${is} with ${name} (${boundText(condition.bound)})`,
    };
  }
  return { condition: text, ...judgeChange(condition, found, name) };
}

function judgeChange(
  { figure, way, by }: Extract<FailCondition, { kind: 'change' }>,
  { before, difference, verdict, missingBefore, missingAfter }: FigureDifference,
  name: string,
): Omit<FailVerdict, 'condition'> {
  const isMore = way === 'more' || way === (figure.good === 'less' ? 'worse' : 'better');
  if (missingBefore !== missingAfter) {
    const holds =
      figure.good !== 'neither' && missingAfter > missingBefore === (isMore === (figure.good === 'less'));
    return {
      holds,
      sentence: `${figure.name} is missing in ${missingAfter} runs with ${name}, and was in ${missingBefore}`,
    };
  }
  if (difference === null) return { holds: false, sentence: `no run has ${figure.name}` };
  const signed = isMore ? difference : -difference;
  const least =
    by === undefined ? 0 : 'amount' in by ? by.amount : (Math.abs(before ?? 0) * by.percent) / 100;
  const isGreat = signed > 0 && signed >= least;
  const isShown = verdict !== 'notShown' && verdict !== 'same';
  const share =
    before === null || before === 0
      ? ''
      : ` (${((Math.abs(difference) / Math.abs(before)) * 100).toFixed(1)} %)`;
  const said =
    difference === 0
      ? 'the same'
      : `${figureText(figure, Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}${share}`;
  const doubt = isGreat && !isShown ? ', which may be chance: more --seeds would tell' : '';
  return { holds: isGreat && isShown, sentence: `${figure.name} is ${said} with ${name}${doubt}` };
}
