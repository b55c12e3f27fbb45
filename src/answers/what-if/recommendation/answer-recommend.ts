import { runCommandLine } from '../../../inputs/run-request.ts';
import { type JsonFields, jsonText } from '../../../reports/json/json-text.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { type Bound, boundText } from '../figures/figure-bound.ts';
import { type Asked, countRuns, inputOf, manifestsOf, type QuestionAnswer } from '../questions/asked.ts';
import type { QuestionOf } from '../questions/question.ts';
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
  const base = inputOf(asked, sources, request);
  const seeds = seedsFrom(request.seed ?? base.seed, question.seeds);
  asked.expect(base, gridSize(axes) * seeds.length, true);
  const settings = { axes, targets, seeds, inputOf: pointInputs(sources, request, asked.warn) };
  const judged = await asked.withRunner(base, seeds.length, (runner) => recommend(settings, runner, note));
  const { tried, found } = judged;
  failIfAllRefused(
    'setting',
    tried.map(({ refused }) => refused),
    1,
  );
  const answer = await withRemaining(asked, judged, settings);
  const commandOf: CommandOf = ({ variant }, seed) =>
    runCommandLine(inputs, requestOfVariant({ ...request, seed }, variant));
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
    input: { ...input, seed: seeds[at] ?? input.seed },
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
  const { found, smaller, tried, front, interrupted } = recommendation;
  const plain = (setting: JudgedSetting) => {
    const { variant, verdict, refused, summaries, runsKept, means, brokenSeed } = setting;
    return {
      ...variant,
      verdict,
      ...(refused === undefined ? {} : { refused }),
      runs: summaries.length,
      runsKept,
      means,
      ...(brokenSeed === undefined ? {} : { command: commandOf(setting, brokenSeed) }),
    };
  };
  return {
    targets: targets.map(boundText),
    interrupted,
    found: found === undefined ? null : plain(found),
    smaller: smaller.map(plain),
    tried: tried.map(plain),
    front: front.map(({ variant }) => variant.name),
    sentences: recommendationSentences(recommendation, targets, commandOf),
  };
}
