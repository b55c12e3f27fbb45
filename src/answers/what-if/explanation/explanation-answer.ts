import { type Answer, columnsLike } from '../../../reports/answer/answer.ts';
import type { AnswerChart } from '../../../reports/answer/answer-chart.ts';
import { blameSentence, type FleetBlame } from '../../../reports/critical-path/blame.ts';
import { linkWords } from '../../../reports/critical-path/link-words.ts';
import type { PathExplanation } from '../../../reports/critical-path/path-explanation.ts';
import { headline, sumText } from '../../../reports/critical-path/path-text.ts';
import { durationText } from '../../../reports/text/quantity-text.ts';
import type { AfterFix } from './after-fix.ts';
import type { Counterfactual } from './counterfactuals.ts';
import type { PathSizes } from './drawn-paths.ts';
import { afterFixSentence, gainText, overSizesText, spreadText } from './explanation-text.ts';

const barsMax = 20;

/**
 * Returns the critical path of a container as a page: where its time went, what would have been otherwise,
 * every link.
 */
export function explanationAnswer(
  path: PathExplanation,
  others: readonly Counterfactual[],
  sizes?: PathSizes,
): Answer {
  const sums = new Map<string, number>();
  for (const { name, tookMs } of path.links)
    sums.set(linkWords(name), (sums.get(linkWords(name)) ?? 0) + tookMs);
  const gains = others.filter(({ earlierMs }) => earlierMs !== null && Math.abs(earlierMs) >= 1);
  return {
    title: `Why ${path.pod}/${path.container} took ${durationText(path.tookMs)}`,
    conditions: [`on ${path.node}, image ${path.image}`],
    sentences: [
      headline(path),
      `In all: ${sumText(path.links, path.tookMs)}.`,
      ...(sizes === undefined ? [] : [sizes.sentence]),
    ],
    charts: () => [
      ...(sums.size === 0 ? [] : [timeBars('Where the time went', [...sums])]),
      ...(gains.length === 0 ? [] : [gainBars(gains)]),
    ],
    tables: [
      {
        caption: 'The path, link by link',
        columns: columnsLike({ at: 'number', took: 'number', what: 'long' }),
        rows: path.links.map(({ fromMs, tookMs, sentence }) => [
          durationText(fromMs),
          durationText(tookMs),
          sentence,
        ]),
      },
      {
        caption: 'Other runs',
        columns: columnsLike({ 'one change': 'name', 'it runs': 'number', command: 'long' }),
        rows: others.map((one) => [`${one.words}${overSizesText(one)}`, gainText(one), one.command]),
      },
    ],
  };
}

function gainBars(gains: readonly Counterfactual[]): AnswerChart {
  const bars = gains
    .slice(0, barsMax)
    .map((one) => ({ name: one.words, value: one.earlierMs ?? 0, text: gainText(one) }));
  const says = gains.map(({ words }) => words).join('; ');
  return {
    kind: 'bars',
    title: 'What would have been otherwise: each a run with one change',
    says,
    label: 'earlier',
    bars,
  };
}

/** Returns where the time of all pods went. */
export function blameAnswer(blame: FleetBlame): Answer {
  const tables = [
    ['Causes', 'cause', blame.causes],
    ['Faults and limits', 'fault', blame.faults],
    ['Images', 'image', blame.images],
    ['Registries', 'registry', blame.registries],
    ['Nodes', 'node', blame.nodes],
  ] as const;
  const filled = tables.filter(([, , rows]) => rows.length > 0);
  return {
    title: 'Where the time of all pods went',
    conditions: [],
    sentences: [blameSentence(blame), ...(blame.sizes === undefined ? [] : [blame.sizes.sentence])],
    charts: () =>
      filled.map(([title, , rows]) =>
        timeBars(
          title,
          rows.slice(0, barsMax).map(({ name, tookMs }) => [name, tookMs] as const),
        ),
      ),
    tables: filled.map(([caption, title, rows]) => ({
      caption,
      columns: columnsLike({ [title]: 'name', took: 'number', share: 'number', pods: 'number' }),
      rows: rows.map(({ name, tookMs, percent, pods }) => [
        name,
        durationText(tookMs),
        `${percent.toFixed(1)} %`,
        String(pods),
      ]),
      onScreen: 10,
    })),
  };
}

function timeBars(title: string, times: readonly (readonly [name: string, tookMs: number])[]): AnswerChart {
  const longest = times.toSorted(([, a], [, b]) => b - a);
  const says = longest.map(([name, tookMs]) => `${name}: ${durationText(tookMs)}`).join(', ');
  const bars = longest.map(([name, value]) => ({ name, value, text: durationText(value) }));
  return { kind: 'bars', title, says, label: 'time', bars };
}

/** Returns what happens after a fix: by what people do then, and each pod. */
export function afterFixAnswer(fixed: AfterFix): Answer {
  const { fixedAtMs, ways } = fixed;
  const [first] = ways;
  const time = (ms: number | null) => (ms === null ? '-' : durationText(ms));
  return {
    title: `After the cause is gone at ${durationText(fixedAtMs)}`,
    conditions: [],
    sentences: [afterFixSentence(fixed), ...(fixed.sizes === undefined ? [] : [fixed.sizes.sentence])],
    charts: () => [],
    tables:
      first === undefined || fixed.waiting === 0
        ? []
        : [
            {
              caption: 'By what people do then, for the median and the last pod',
              columns: columnsLike({
                '': 'name',
                'try again after': 'number',
                'run after': 'number',
                'do not run': 'number',
              }),
              rows: ways.map(({ words, triesAgain, runs, notRunning }) => [
                words,
                spreadText(triesAgain),
                spreadText(runs),
                `${notRunning}`,
              ]),
            },
            {
              caption: 'Each pod, if nobody does anything',
              columns: columnsLike({ pod: 'name', node: 'text', 'tries again': 'number', runs: 'number' }),
              rows: first.pods.map(({ pod, node, triesAgainMs, runsMs }) => [
                pod,
                node,
                time(triesAgainMs),
                time(runsMs),
              ]),
              onScreen: 20,
            },
          ],
    again: fixed.waiting === 0 ? [] : ways.flatMap(({ words, command }) => [`${words}:`, `  ${command}`]),
  };
}
