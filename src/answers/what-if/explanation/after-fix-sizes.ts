import { durationText } from '../../../reports/text/quantity-text.ts';
import { rangeText } from '../../../reports/text/range-text.ts';
import { extremesOf } from '../../../rules/collections/extremes.ts';
import type { Pauses } from '../../../run/simulation/simulate.ts';
import { furtherDraws, overDrawsText } from '../runs/further-draws.ts';
import { type AfterFix, afterFix, type Fix, runsOfFix } from './after-fix.ts';
import { type AskedRun, runOfDraw } from './counterfactuals.ts';
import { causeDraws } from './drawn-paths.ts';

type AfterFixSizes = NonNullable<AfterFix['sizes']>;
type WaySizes = AfterFixSizes['ways'][number];

/**
 * Answers the same question with other sizes of images, a few times if that is quick, and returns how far the
 * times go apart, and whether the same thing is the fastest to do. undefined if there is no other draw, if no
 * pod waits, or after an interruption.
 */
export async function afterFixSizes(
  run: AskedRun,
  fix: Fix,
  answer: AfterFix,
  pauses: Pauses,
): Promise<AfterFixSizes | undefined> {
  const further = furtherDraws(run, answer.fixedAtMs, runsOfFix);
  if (further.draws.length === 0 || answer.waiting === 0) return undefined;
  const all = [answer];
  for (const draw of further.draws) {
    const one = await afterFix(runOfDraw(run, draw), fix, pauses, () => {});
    if (one === undefined || typeof one === 'string') return undefined;
    all.push(one);
  }
  const ways = answer.ways.map(({ words }): WaySizes => {
    const last = all.flatMap((one) => lastOf(one, words) ?? []);
    return {
      words,
      worstMs: extremesOf(last),
    };
  });
  const fastest = causeDraws(all.flatMap((one) => fastestWay(one) ?? [])).map(({ cause, draws }) => ({
    words: cause as WaySizes['words'],
    draws,
  }));
  const times = ways.flatMap(({ words, worstMs }) =>
    worstMs === null
      ? []
      : [`${rangeText(durationText(worstMs.min), durationText(worstMs.max))} by ${words}`],
  );
  const [first] = fastest;
  const which =
    first === undefined
      ? ''
      : fastest.length === 1
        ? `; the fastest is the same: ${first.words}`
        : `; the fastest depends on them: ${fastest.map(({ words, draws }) => `${words} in ${draws}`).join(', ')}`;
  return {
    images: further.images,
    draws: all.length,
    ways,
    fastest,
    sentence: `Sizes: ${overDrawsText(further)}, after the fix the last pod runs in ${times.join(', ')}${which}.`,
  };
}

function lastOf({ ways }: AfterFix, words: WaySizes['words']): number | undefined {
  return ways.find((way) => way.words === words)?.runs?.worstMs;
}

/** Of ways that are equally fast, the one with the least to do: they are in that order. */
function fastestWay({ ways }: AfterFix): WaySizes['words'] | undefined {
  return ways
    .filter(({ runs, notRunning }) => runs !== null && notRunning === 0)
    .reduce<AfterFix['ways'][number] | undefined>(
      (best, way) =>
        best === undefined || (way.runs?.worstMs ?? 0) < (best.runs?.worstMs ?? 0) ? way : best,
      undefined,
    )?.words;
}
