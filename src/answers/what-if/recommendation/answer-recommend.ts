import { runCommandLine } from '../../../inputs/run-request.ts';
import { type JsonFields, jsonText } from '../../../reports/json/json-text.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { type Bound, boundText } from '../figures/figure-bound.ts';
import { type Asked, countRuns, manifestsOf, type QuestionAnswer, sizedInputOf } from '../questions/asked.ts';
import type { QuestionOf } from '../questions/question.ts';
import { drawnImages, inputOfRun, sizesByImage } from '../runs/drawn-sizes.ts';
import { seedsFrom } from '../runs/runner.ts';
import { axesOf } from '../variants/named-variants.ts';
import { failIfAllRefused, pointInputs } from '../variants/point-input.ts';
import { requestOfVariant } from '../variants/variant.ts';
import { gridSize } from '../variants/vary.ts';
import {
  bestOfFailing,
  checkSettings,
  type JudgedSetting,
  type Recommendation,
  recommend,
  targetsOf,
} from './recommend.ts';
import { recommendationAnswer } from './recommendation-answer.ts';
import { type CommandOf, recommendationSentences } from './recommendation-text.ts';
import { remainingTimes } from './remaining-time.ts';
import { keptBy, withSizes } from './setting-sizes.ts';

/** Answers `windlass recommend`: the least change that meets targets. */
export async function answerRecommend(
  asked: Asked,
  question: QuestionOf<'recommend'>,
): Promise<QuestionAnswer & { /** Whether a setting meets the targets. */ readonly isFound: boolean }> {
  const { inputs, request, note } = asked;
  const targets = targetsOf(question.targets);
  const axes = axesOf(question.vary);
  checkSettings(axes);
  const sources = await manifestsOf(asked, 'recommend');
  const sized = sizedInputOf(asked, sources, request);
  const base = sized.input;
  const seeds = seedsFrom(request.seed ?? base.seed, question.seeds);
  asked.expect(base, gridSize(axes) * seeds.length, true);
  const settings = { axes, targets, seeds, inputOf: pointInputs(sources, request, asked.warn) };
  const drawn = seeds.length < 2 ? new Map() : sizesByImage(sized, drawnImages(sized), seeds.length);
  const judged = await asked.withRunner(base, seeds.length, async (runner) =>
    withSizes(await recommend(settings, runner, note), drawn, settings, runner),
  );
  const { tried, found } = judged;
  failIfAllRefused(
    'setting',
    tried.map(({ refused }) => refused),
    1,
  );
  const answer = await withRemaining(asked, judged, settings);
  const commandOf: CommandOf = ({ variant }, { seed, draw }) => {
    const one = { ...request, seed, ...(draw === 0 ? {} : { sizeDraw: draw }) };
    return runCommandLine(inputs, requestOfVariant(one, variant));
  };
  return {
    json: () => jsonText('Recommendation', recommendationDocument(answer, targets, commandOf)),
    answer: () => recommendationAnswer(answer, targets, commandOf),
    sources,
    isFound: found !== undefined,
    interrupted: answer.interrupted ? `${countText(tried.length, 'setting')} tried` : undefined,
  };
}

/** Where no setting meets the targets, or nearly does: adds what the figures of the best one consist of. */
async function withRemaining(
  asked: Asked,
  judged: Recommendation,
  { targets, seeds, inputOf }: Parameters<typeof recommend>[0],
): Promise<Recommendation> {
  const best = bestOfFailing(judged);
  const input = best && inputOf(best.variant);
  if (best === undefined || input === undefined || 'refused' in input) return judged;
  const runs = best.summaries.flatMap((summary, at) => ({
    input: inputOfRun(input, seeds[at] ?? input.input.seed, at),
    summary,
  }));
  const count = countRuns(asked, 'runs of the best setting, read once more');
  const figures = targets.map(({ figure }) => figure);
  let done = 0;
  const remaining = await remainingTimes(figures, runs, asked, asked.pauses, () =>
    count(++done, runs.length),
  );
  return remaining === undefined ? judged : { ...judged, remaining };
}

/** Returns the recommendation as plain data, for programs. */
function recommendationDocument(
  recommendation: Recommendation,
  targets: readonly Bound[],
  commandOf: CommandOf,
): JsonFields<'Recommendation'> {
  const { found, smaller, tried, front, interrupted, sizes } = recommendation;
  const plain = (setting: JudgedSetting) => {
    const { variant, verdict, refused, summaries, runsKept, means, broken } = setting;
    const decidedBy = sizes && keptBy(setting, targets, sizes.drawn);
    return {
      ...variant,
      verdict,
      ...(refused === undefined ? {} : { refused }),
      runs: summaries.length,
      runsKept,
      means,
      ...(broken === undefined ? {} : { command: commandOf(setting, broken) }),
      ...(decidedBy === undefined ? {} : { decidedBy: { ...decidedBy } }),
    };
  };
  return {
    targets: targets.map(boundText),
    interrupted,
    found: found === undefined ? null : plain(found),
    smaller: smaller.map(plain),
    tried: tried.map(plain),
    front: front.map(({ variant }) => variant.name),
    ...(sizes?.against === undefined ? {} : { sizes: sizes.against }),
    sentences: recommendationSentences(recommendation, targets, commandOf),
  };
}
