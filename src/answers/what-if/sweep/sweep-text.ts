import { type Figure, figureText } from '../../../reports/comparison/figure-rows.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { rangeText } from '../../../reports/text/range-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { figureAt, type SweepPoint, type SweepResult } from './sweep-result.ts';

/**
 * Returns the answer of a sweep about one figure: the best and the worst point, what moves it, what was
 * refused.
 */
export function sweepSentences({ points, effects, axes }: SweepResult, figure: Figure): string[] {
  const text = (value: number) => figureText(figure, value);
  const whole = points.filter((point) => figureAt(point, figure.name)?.missing === 0);
  const mean = (point: SweepPoint) => figureAt(point, figure.name)?.mean ?? 0;
  const [way, other] = figure.good === 'more' ? [-1, 'Least'] : [1, 'Most'];
  const sorted = whole.toSorted((a, b) => way * (mean(a) - mean(b)));
  const [best, worst] = [sorted[0], sorted.at(-1)];
  const named = (point: SweepPoint) => {
    const more = whole.filter((one) => text(mean(one)) === text(mean(point))).length - 1;
    return `${visibleText(point.variant.name)}${more === 0 ? '' : ` and ${countText(more, 'more point')}`}`;
  };
  const extremes =
    best === undefined || worst === undefined
      ? [`No point has ${figure.name} in all of its runs.`]
      : text(mean(best)) === text(mean(worst))
        ? [`${title(figure)}: ${text(mean(best))} at every point.`]
        : [
            `${figure.good === 'more' ? 'Most' : 'Least'} ${figure.name}: ${text(mean(best))} with ${named(best)}.`,
            `${other}: ${text(mean(worst))} with ${named(worst)}.`,
          ];
  const lacking = points.filter((point) => (figureAt(point, figure.name)?.missing ?? 0) > 0).length;
  const moved = effects
    .flatMap(({ figure: name, field, span, means }) =>
      name === figure.name && span !== null ? [{ field, span, means }] : [],
    )
    .toSorted((a, b) => b.span - a.span)
    .map(({ field, span, means }) => {
      const never = means.flatMap(({ value, mean }) => (mean === null ? [value] : []));
      return `${field} by up to ${text(span)}${never.length === 0 ? '' : ` (there is none with ${visibleText(never.join(', '))})`}`;
    });
  const what =
    moved.length === 0
      ? 'Too few points to tell which field moves it: others change along with each.'
      : `What moves it, as a mean over the others: ${moved.join(', ')}.`;
  const refused = points.filter((point) => point.refused !== undefined);
  return [
    ...extremes,
    ...(axes.length < 2 || whole.length < 2 ? [] : [what]),
    ...(lacking === 0
      ? []
      : [`${countText(lacking, 'point')} with runs that do not have it, because pods do not run.`]),
    ...(refused.length === 0 ? [] : [`${countText(refused.length, 'point')} refused: see below.`]),
  ];
}

function title({ name }: Figure): string {
  return `${name[0]?.toUpperCase()}${name.slice(1)}`;
}

/** Returns the mean of a figure at a point, and of how many runs it is none. */
export function meanText(point: SweepPoint, figure: Figure): string {
  const { mean = null, missing = 0 } = figureAt(point, figure.name) ?? {};
  return `${mean === null ? '–' : figureText(figure, mean)}${missing > 0 ? ` (not in ${missing})` : ''}`;
}

/** Returns what nine of ten runs of a point lie between; nothing if no run has the figure. */
export function pointRangeText(point: SweepPoint, figure: Figure): string {
  const { p5 = null, p95 = null } = figureAt(point, figure.name) ?? {};
  return p5 === null || p95 === null ? '' : rangeText(figureText(figure, p5), figureText(figure, p95));
}
