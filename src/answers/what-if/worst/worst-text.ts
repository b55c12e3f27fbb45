import { type Figure, figureText } from '../../../reports/comparison/figure-rows.ts';
import { outcome } from '../../../reports/summary/headline.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { medianRun, type Worst, worstFirst } from './search-worst.ts';

/** Returns the answer, in full sentences. */
export function worstSentences(
  { worst, plain, effects, runs, interrupted, sizes }: Worst,
  figure: Figure,
): string[] {
  const [worstPlain = worst] = worstFirst(figure, plain);
  const median = medianRun(figure, plain) ?? worst;
  const [found, usual, most] = [worst, median, worstPlain].map(({ value }) => valueText(figure, value));
  const more =
    found === usual && worst.value !== null && median.value !== null
      ? `, ${savedText(figure, worst.value, median.value)} worse`
      : '';
  return [
    ...(interrupted ? [`Interrupted after ${countText(runs, 'run')}.`] : []),
    `The worst of ${countText(runs, 'run')}: ${figure.name}${worst.value === null ? ':' : ''} ${found} instead of ${usual}${more}. That is the median of ${countText(plain.length, 'plain seed')}; the worst of them: ${most}.`,
    ...(worst.value === null ? [outcome(worst.summary)] : []),
    ...(sizes === undefined ? [] : [sizes.sentence]),
    ...(effects.length > 0 ? [] : ['Nothing that was tried makes it worse than its seed alone.']),
  ];
}

/** Returns the value as people read it. */
export function valueText(figure: Figure, value: number | null): string {
  return value === null ? 'never' : figureText(figure, value);
}

/** Returns by how much a value is better than the worst. */
export function savedText(figure: Figure, worst: number | null, value: number | null): string {
  if (worst === null || value === null) return worst === value ? 'nothing' : 'all';
  const saved = figure.good === 'more' ? value - worst : worst - value;
  return saved <= 0 ? 'nothing' : figureText(figure, saved);
}
