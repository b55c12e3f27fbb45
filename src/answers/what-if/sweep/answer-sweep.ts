import type { SourceText } from '../../../inputs/documents/source-document.ts';
import { type Figure, figureRows } from '../../../reports/comparison/figure-rows.ts';
import { type JsonFields, jsonText } from '../../../reports/json/json-text.ts';
import type { SimulationInput } from '../../../run/simulation-input.ts';
import { type Asked, countRuns, manifestsOf, type QuestionAnswer, sizedInputOf } from '../questions/asked.ts';
import type { QuestionOf } from '../questions/question.ts';
import { QuestionError } from '../questions/question-error.ts';
import { type DrawnSizes, drawnImages, type SeededInput, sizesByImage } from '../runs/drawn-sizes.ts';
import { seedsFrom } from '../runs/runner.ts';
import { axesOf } from '../variants/named-variants.ts';
import { failIfAllRefused, pointInputs } from '../variants/point-input.ts';
import type { Variant } from '../variants/variant.ts';
import type { Axis } from '../variants/vary.ts';
import { type BestPoint, bestPoint } from './best-point.ts';
import {
  type ChunkRunner,
  type FigureValues,
  type PointInput,
  type RefusedPoint,
  runByRun,
  type SweepRow,
  sweepRuns,
} from './sweep.ts';
import { sweepAnswer } from './sweep-answer.ts';
import { sweepFigures, sweepPoints } from './sweep-points.ts';
import { type SweepResult, sweepResult } from './sweep-result.ts';

/** The runs of a sweep, before they are made. */
export interface PlannedSweep {
  readonly axes: readonly Axis[];
  readonly seeds: readonly number[];
  readonly points: readonly Variant[];
  readonly inputOf: (point: Variant) => PointInput;
  /** The sizes that are drawn, the same at all points; empty if all are given. */
  readonly sizes: DrawnSizes;
}

/** Runs that were made before, and who hears of each. */
interface SweepListening {
  readonly known?: ((point: Variant, seed: number) => FigureValues | undefined) | undefined;
  readonly onRow?: (row: SweepRow | RefusedPoint) => void;
}

/** What came of a plan. */
export interface Swept {
  readonly rows: readonly (SweepRow | RefusedPoint)[];
  readonly interrupted: string | undefined;
}

/** Reads what a sweep is of. `base` is the input without a change. */
export async function planSweep(
  asked: Asked,
  { vary, sample, seeds }: QuestionOf<'sweep'>,
): Promise<PlannedSweep & { readonly base: SimulationInput; readonly sources: readonly SourceText[] }> {
  const { request } = asked;
  const axes = axesOf(vary);
  const sources = await manifestsOf(asked, 'sweep');
  const base = sizedInputOf(asked, sources, request);
  const from = request.seed ?? base.input.seed;
  const points = sweepPoints(axes, sample, from);
  const inputOf = pointInputs(sources, request, asked.warn);
  const sizes = pointSizes(base, points.slice(0, 1).map(inputOf), seeds);
  return { axes, points, seeds: seedsFrom(from, seeds), inputOf, sizes, base: base.input, sources };
}

/** Returns the sizes that are drawn at the first point: a size that is varied is given at every point. */
function pointSizes(base: SeededInput, [first = base]: readonly PointInput[], runs: number): DrawnSizes {
  const sized = 'refused' in first ? base : first;
  return runs < 2 ? new Map() : sizesByImage(sized, drawnImages(sized), runs);
}

/** Makes the runs of a sweep. */
export async function makeSweep(
  asked: Pick<Asked, 'note'>,
  plan: PlannedSweep,
  runner: ChunkRunner,
  { known, onRow = () => {} }: SweepListening = {},
): Promise<Swept> {
  const { points, seeds } = plan;
  const runs = points.length * seeds.length;
  const noteRuns = countRuns(asked);
  const rows: (SweepRow | RefusedPoint)[] = [];
  let done = 0;
  for await (const row of sweepRuns({ ...plan, ...(known && { known }) }, runner)) {
    rows.push(row);
    onRow(row);
    done += 'refused' in row ? seeds.length : 1;
    noteRuns(done, runs);
  }
  return { rows, interrupted: done < runs ? `${done} of ${runs} runs` : undefined };
}

/** Returns the answer of a sweep whose runs are made. Throws a `QuestionError` if there is none. */
export function answerSwept(
  { axes, seeds, points, sizes }: PlannedSweep,
  { rows, interrupted }: Swept,
  figures: readonly Figure[],
  sources: readonly SourceText[],
): QuestionAnswer {
  if (rows.length === 0) throw new QuestionError('interrupted before the first run was over', 'interrupted');
  const result = sweepResult(axes, seeds, points, rows);
  failIfAllRefused(
    'point',
    result.points.map(({ refused }) => refused),
    points.length,
  );
  const [figure] = figures;
  const best = figure && bestPoint(points, rows, seeds.length, figure, sizes);
  return {
    json: () => jsonText('Sweep', sweepDocument(result, interrupted !== undefined, best)),
    answer: () => sweepAnswer(result, figures, { images: sizes.size, best }),
    sources,
    interrupted,
  };
}

/** Answers `windlass sweep`: combinations of settings, over seeds. */
export async function answerSweep(asked: Asked, question: QuestionOf<'sweep'>): Promise<QuestionAnswer> {
  const figures = sweepFigures(question.figures);
  const plan = await planSweep(asked, question);
  const runs = plan.points.length * plan.seeds.length;
  asked.expect(plan.base, runs);
  const swept = await asked.withRunner(plan.base, runs, (runner) => makeSweep(asked, plan, runByRun(runner)));
  return answerSwept(plan, swept, figures, plan.sources);
}

const unitOf = new Map(figureRows.map(({ name, unit }) => [name, unit]));

/** Returns a sweep as plain data, for programs. */
function sweepDocument(
  { axes, seeds, points, effects }: SweepResult,
  interrupted: boolean,
  best: BestPoint | undefined,
): JsonFields<'Sweep'> {
  return {
    axes,
    seeds,
    interrupted,
    points: points.map(({ variant: { name, changes }, runs, refused, figures }) => ({
      name,
      changes,
      runs,
      ...(refused === undefined ? {} : { refused }),
      figures: figures.map(({ name: figure, ...values }) => ({
        name: figure,
        unit: unitOf.get(figure) ?? 'count',
        ...values,
      })),
    })),
    effects,
    ...(best === undefined ? {} : { best: { ...best } }),
  };
}
