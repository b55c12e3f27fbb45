import { type Figure, figureText } from '../../../reports/comparison/figure-rows.ts';
import { columnsOf, wrapWords } from '../../../reports/text/fitted-text.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { kubectlTable } from '../../../reports/text/tab-writer.ts';
import { coloursFor, type TextOptions } from '../../../reports/text/text-options.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { figureAt, type PointFigure, type SweepPoint, type SweepResult } from './sweep-result.ts';

const refusedMax = 3;

/**
 * Returns a sweep for people: the best point and what moves it, then a table of all points; it ends in a line
 * feed.
 */
export function sweepText(result: SweepResult, figures: readonly Figure[], options: TextOptions): string {
  const { bold } = coloursFor(options);
  const [first] = figures;
  const ran = result.points.filter(({ refused }) => refused === undefined);
  const runs = ran.reduce((sum, point) => sum + point.runs, 0);
  const head = `${countText(result.points.length, 'point')}, ${countText(runs, 'run')}; means over the seeds of each`;
  const sentences = first === undefined ? [] : sweepSentences(result, first);
  const cellOf = (point: SweepPoint, figure: Figure) =>
    cells(figure, figureAt(point, figure.name), figure === first);
  const isSame = (figure: Figure) =>
    figure !== first && new Set(ran.map((point) => cellOf(point, figure).join())).size === 1;
  const [point] = ran;
  const same = point === undefined || ran.length === 1 ? [] : figures.filter(isSame);
  const told = same.map(
    (figure) => `${figure.name} ${point === undefined ? '' : cellOf(point, figure).join()}`,
  );
  const fields = result.axes.map(({ field }) => field);
  const tableOf = (shown: readonly Figure[]) =>
    kubectlTable(
      [
        ...fields,
        ...shown.flatMap((figure) => (figure === first ? [figure.name, '5 % to 95 %'] : [figure.name])),
      ],
      ran.map((one) => [
        ...fields.map((field) => one.variant.changes.find((change) => change.field === field)?.value ?? ''),
        ...shown.flatMap((figure) => cellOf(one, figure)),
      ]),
    );
  const shown = figures.filter((figure) => !same.includes(figure));
  while (shown.length > 1 && tableOf(shown).some((line) => columnsOf(line.trimEnd()) > options.width))
    shown.pop();
  const left = figures
    .filter((figure) => !same.includes(figure) && !shown.includes(figure))
    .map(({ name }) => name);
  const notes = [
    ...(told.length === 0 ? [] : [`The same at every point: ${told.join(', ')}.`]),
    ...(left.length === 0
      ? []
      : [`Without room here: ${left.join(', ')}; a wider terminal or -o csv has all.`]),
  ];
  const [columns = '', ...lines] = tableOf(shown);
  const wrapped = (text: string) => wrapWords(text, options.width);
  const all = [head, ...[...sentences, ...notes].flatMap(wrapped), '', bold(columns), ...lines];
  return all.map((line) => `${line.trimEnd()}\n`).join('');
}

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
    ...(refused.length === 0 ? [] : [`${countText(refused.length, 'point')} refused:`]),
    ...refused
      .slice(0, refusedMax)
      .map((point) => `  ${visibleText(`${point.variant.name}: ${point.refused}`)}`),
  ];
}

function title({ name }: Figure): string {
  return `${name[0]?.toUpperCase()}${name.slice(1)}`;
}

function cells(figure: Figure, values: PointFigure | undefined, withRange: boolean): string[] {
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : figureText(figure, value);
  const mean = `${text(values?.mean)}${(values?.missing ?? 0) > 0 ? ` (not in ${values?.missing})` : ''}`;
  return withRange
    ? [mean, (values?.p5 ?? null) === null ? '' : `${text(values?.p5)} to ${text(values?.p95)}`]
    : [mean];
}
