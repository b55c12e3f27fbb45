import type { JsonFields } from '../../json/json-text.ts';
import { type Bound, boundText } from '../figures/figure-bound.ts';
import type { JudgedSetting, Recommendation } from './recommend.ts';
import { type CommandOf, recommendationSentences } from './recommendation-text.ts';

/** Returns the recommendation as plain data, for programs. */
export function recommendationDocument(
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
