import { type Figure, figureRows, figureText } from '../../../reports/comparison/figure-rows.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { type Bound, boundText, keepsTo } from '../figures/figure-bound.ts';
import { meanOf } from '../statistics/paired-bootstrap.ts';
import { isNearly, type JudgedSetting, type Recommendation, type SettingRun } from './recommend.ts';
import type { RemainingTime } from './remaining-time.ts';
import { keptBySentences } from './setting-sizes.ts';

/** What a change may cost beside what it gains. */
const costNames = [
  'pulls',
  'failed pulls',
  'duplicate pulls',
  'downloaded',
  'unpacking',
  'waiting for a download',
  'longest wait',
];

/** Settings on the border that have a sentence of their own. */
const nearlyMax = 3;

/** The greatest parts of what remains that are told. */
const partsMax = 2;
/** Less would be told as 0 %. */
const leastShare = 0.005;

const verdictWords = {
  meets: 'meets',
  border: 'border',
  fails: 'fails',
  open: 'not sure',
  refused: 'refused',
} as const;

/** How the command of a run of a setting reads. */
export type CommandOf = (setting: JudgedSetting, run: SettingRun) => string;

/**
 * Returns the function that makes a setting's row: values, means, how many runs keep to it, the verdict,
 * whether it is on the front.
 */
export function settingCells(
  { front }: Recommendation,
  targets: readonly Bound[],
): (setting: JudgedSetting) => string[] {
  return (setting) => [
    ...setting.variant.changes.map(({ value }) => value),
    ...targets.map(({ figure }, at) => meanText(figure, setting.means[at])),
    setting.verdict === 'refused'
      ? 'refused'
      : `${setting.runsKept} of ${countText(setting.summaries.length, 'run')}`,
    verdictWords[setting.verdict],
    ...(targets.length > 1 ? [front.includes(setting) ? 'front' : ''] : []),
  ];
}

/** Returns the answer, how sure it is, why less is not enough, and what it costs. */
export function recommendationSentences(
  { found, smaller, tried, front, interrupted, remaining, sizes }: Recommendation,
  targets: readonly Bound[],
  commandOf: CommandOf,
): string[] {
  const wanted = targets.map(boundText).join(' and ');
  const onSizes = (setting: JudgedSetting) => keptBySentences(setting, targets, sizes);
  if (found === undefined) {
    if (interrupted)
      return [
        tried.length === 0
          ? 'Interrupted before the first run was over.'
          : `Interrupted: ${countText(tried.length, 'setting')} tried, of which none meets ${wanted} so far.`,
      ];
    const [best] = front;
    if (best === undefined)
      return [`No setting of these can be run: ${visibleText(tried[0]?.refused ?? '')}`];
    const nearly = tried.filter(isNearly);
    if (nearly.length > 0)
      return [
        `No setting of these surely meets ${wanted}.`,
        ...nearly
          .slice(0, nearlyMax)
          .flatMap((setting) => [
            nearlySentence('', setting),
            ...commandLines(setting, commandOf),
            ...onSizes(setting),
          ]),
        ...moreSentences(nearly.length - nearlyMax),
      ];
    return [
      `No setting of these meets ${wanted}. ${targets.length > 1 ? 'One of the best' : 'The best'} is ${visibleText(best.variant.name)}: ${remainingText(best, targets, remaining)}.`,
      ...commandLines(best, commandOf),
      ...onSizes(best),
    ];
  }
  const [base] = tried;
  const others = tried.filter((setting) => isNearly(setting) && !smaller.includes(setting));
  return [
    `${visibleText(found.variant.name)} meets ${wanted}: ${found.runsKept} of ${countText(found.summaries.length, 'run')} keep to it (more than 90 % of all do, with a risk of 5 %). ${tried.length === 1 ? 'Nothing has to be changed.' : `It is the least change of ${tried.length} settings that were tried.`}`,
    ...(sizes?.against === undefined ? [] : [sizes.against.sentence]),
    ...onSizes(found),
    ...smaller.flatMap((setting) => [
      lessSentence(setting),
      ...commandLines(setting, commandOf),
      ...onSizes(setting),
    ]),
    ...others
      .slice(0, nearlyMax)
      .flatMap((setting) => [
        nearlySentence('also less: ', setting),
        ...commandLines(setting, commandOf),
        ...onSizes(setting),
      ]),
    ...moreSentences(others.length - nearlyMax),
    ...(base === undefined || base === found ? [] : costSentences(base, found)),
  ];
}

function moreSentences(count: number): string[] {
  return count <= 0
    ? []
    : [
        `${countText(count, 'other setting')} ${count === 1 ? 'is' : 'are'} on the border or not sure: see the table.`,
      ];
}

function lessSentence(setting: JudgedSetting): string {
  const { variant, verdict, refused, runsKept, summaries } = setting;
  if (verdict === 'refused') return `Less is refused: ${visibleText(`${variant.name}: ${refused ?? ''}`)}`;
  if (isNearly(setting)) return nearlySentence('less: ', setting);
  return `Less is not enough: with ${visibleText(variant.name)} only ${runsKept} of ${countText(summaries.length, 'run')} keep to it. One that does not:`;
}

function nearlySentence(
  what: string,
  { variant, verdict, runsKept, summaries, broken }: JudgedSetting,
): string {
  const told = `with ${visibleText(variant.name)} ${runsKept} of ${countText(summaries.length, 'run')} keep to it`;
  const oneDoesNot = broken === undefined ? '' : ' One that does not:';
  return verdict === 'border'
    ? `On the border, ${what}${told}, so that 70 to 99 % of all do. See whether that is enough.${oneDoesNot}`
    : `Not sure, ${what}${told}; more seeds would tell (--seeds).${oneDoesNot}`;
}

function commandLines(setting: JudgedSetting, commandOf: CommandOf): string[] {
  return setting.broken === undefined ? [] : [`  ${commandOf(setting, setting.broken)}`];
}

/** Returns the means of the setting, and of each target that a run does not keep to, what it consists of. */
function remainingText(
  { means, summaries }: JudgedSetting,
  targets: readonly Bound[],
  remaining: Recommendation['remaining'],
): string {
  return targets
    .map((target, at) => {
      const { figure } = target;
      const isKept = summaries.every((summary) => keepsTo(target, figure.measure(summary)));
      const since = isKept ? undefined : sinceText(remaining?.[at]);
      return `${figure.name} ${meanText(figure, means[at])}${since === undefined ? '' : `, since ${since}`}`;
    })
    .join('; ');
}

/** It is said of the pods that make the figure: others may spend their time with something else. */
function sinceText(remaining: RemainingTime | undefined): string | undefined {
  if (remaining === undefined) return undefined;
  const { pods, areIdle, parts } = remaining;
  const [first = '', ...others] = pods.map((pod) => visibleText(pod));
  const whose = areIdle
    ? `${countText(pods.length, 'pod')} that ${pods.length === 1 ? 'does' : 'do'} not run`
    : 'the pods that make it';
  const where = others.length === 0 ? first : `${whose}, such as ${first}`;
  if (parts.length === 0)
    return areIdle ? `${where} ${others.length === 0 ? 'does' : 'do'} not run at all` : undefined;
  const telling = parts.filter(({ share }) => share >= leastShare);
  const most = telling
    .slice(0, partsMax)
    .map(({ words, share }) => `${words} (${(100 * share).toFixed(0)} % of it)`);
  return `what remains is ${most.join(' and ')}, in ${where}`;
}

function costSentences(base: JudgedSetting, found: JudgedSetting): string[] {
  const runs = Math.min(base.summaries.length, found.summaries.length);
  const mean = (figure: Figure, { summaries }: JudgedSetting) =>
    meanOf(summaries.slice(0, runs).map((summary) => figure.measure(summary) ?? 0));
  const changed = figureRows
    .filter(({ name }) => costNames.includes(name))
    .map((figure) => ({ figure, was: mean(figure, base), is: mean(figure, found) }))
    .filter(({ figure, was, is }) => figureText(figure, was) !== figureText(figure, is))
    .map(
      ({ figure, was, is }) =>
        `${figure.name} ${figureText(figure, is)} instead of ${figureText(figure, was)}`,
    );
  if (runs === 0) return [];
  return [
    changed.length === 0
      ? 'It costs nothing that is measured here.'
      : `Beside that, against ${visibleText(base.variant.name)}: ${changed.join(', ')}.`,
  ];
}

function meanText(figure: Figure, mean: number | null | undefined): string {
  return mean === null || mean === undefined ? 'never' : figureText(figure, mean);
}
