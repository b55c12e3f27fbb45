import type { SourceText } from '../../../inputs/documents/source-document.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import type { Figure } from '../../../reports/comparison/figure-rows.ts';
import { rangeText } from '../../../reports/text/range-text.ts';
import { runVerdict } from '../comparison/size-dependence.ts';
import type { SeededInput } from '../runs/drawn-sizes.ts';
import { furtherDraws, overDrawsText } from '../runs/further-draws.ts';
import { type DrawnRunner, runInOrder } from '../runs/runner.ts';
import { inputsOfLucks } from './ask-worst.ts';
import { medianRun, type Worst, type WorstSizes } from './search-worst.ts';
import { valueText } from './worst-text.ts';

type Values = readonly (number | null)[];

/** The worst luck and the median seed each have a run of every draw. */
const runsOfDraw = 2;

/**
 * Runs the worst luck and the median seed with other sizes of images, a few times if that is quick. undefined
 * if there is no other draw, or after an interruption.
 */
export async function worstSizes(
  { worst, plain, interrupted }: Worst,
  figure: Figure,
  sized: SeededInput,
  sources: readonly SourceText[],
  { seed: _, ...request }: RunRequest,
  { width, runDrawn }: DrawnRunner,
): Promise<WorstSizes | undefined> {
  const median = medianRun(figure, plain);
  const further = furtherDraws(sized, worst.summary.endMs, runsOfDraw);
  if (median === undefined || interrupted || further.draws.length === 0) return undefined;
  const [ofWorst, ofMedian] = [[worst.value], [median.value]];
  const runs = further.draws.flatMap((draw) =>
    [worst.luck, median.luck].map((luck) => ({ draw, luck, isWorst: luck === worst.luck })),
  );
  const start = ({ draw, luck }: (typeof runs)[number]) =>
    runDrawn(inputsOfLucks(sources, { ...request, sizeDraw: draw })(luck));
  for await (const { job, result } of runInOrder(runs, width, start))
    (job.isWorst ? ofWorst : ofMedian).push(figure.measure(result.summary));
  const draws = further.draws.length + 1;
  if (ofMedian.length < draws) return undefined;
  const worse = ofMedian.filter(
    (value, draw) => runVerdict(figure, value, ofWorst[draw] ?? null) === 'worse',
  ).length;
  const which =
    worse === draws
      ? 'it is worse in all of them'
      : worse === 0
        ? 'the difference is below 1 % in all of them'
        : `it is worse in ${worse} of them`;
  return {
    images: further.images,
    draws,
    worst: rangeOf(ofWorst),
    median: rangeOf(ofMedian),
    worse,
    sentence: `Sizes: ${overDrawsText(further)}, ${figure.name} is ${valuesText(figure, ofWorst)} with this luck and ${valuesText(figure, ofMedian)} with the median seed; ${which}.`,
  };
}

function rangeOf(values: Values): WorstSizes['worst'] {
  const known = sorted(values);
  return { min: known[0] ?? null, max: known.at(-1) ?? null, missing: values.length - known.length };
}

function valuesText(figure: Figure, values: Values): string {
  const known = sorted(values);
  const [low, high] = [known[0], known.at(-1)];
  if (low === undefined || high === undefined) return valueText(figure, null);
  const range = rangeText(valueText(figure, low), valueText(figure, high));
  return known.length === values.length ? range : `${range} or ${valueText(figure, null)}`;
}

function sorted(values: Values): number[] {
  return values.flatMap((value) => value ?? []).sort((a, b) => a - b);
}
