import { blameSentence, type FleetBlame } from '../../../reports/critical-path/blame.ts';
import { linkWords } from '../../../reports/critical-path/link-words.ts';
import type { PathExplanation } from '../../../reports/critical-path/path-explanation.ts';
import { headline, sumText } from '../../../reports/critical-path/path-text.ts';
import { barsChart } from '../../../reports/html/answer-charts.ts';
import type { AnswerContent } from '../../../reports/html/answer-page.ts';
import { columnsLike, pageTable } from '../../../reports/html/page-table.ts';
import { durationText } from '../../../reports/text/quantity-text.ts';
import type { AfterFix } from '../explanation/after-fix.ts';
import type { Counterfactual } from '../explanation/counterfactuals.ts';
import { afterFixSentence, gainText, spreadText } from '../explanation/explanation-text.ts';

const barsMax = 20;

/**
 * Returns the critical path of a container as a page: where its time went, what would have been otherwise,
 * every link.
 */
export function explanationPage(path: PathExplanation, others: readonly Counterfactual[]): AnswerContent {
  const sums = new Map<string, number>();
  for (const { name, tookMs } of path.links)
    sums.set(linkWords(name), (sums.get(linkWords(name)) ?? 0) + tookMs);
  const gains = others.filter(({ earlierMs }) => earlierMs !== null && Math.abs(earlierMs) >= 1);
  return {
    title: `Why ${path.pod}/${path.container} took ${durationText(path.tookMs)}`,
    conditions: [`on ${path.node}, image ${path.image}`],
    sentences: [headline(path), `In all: ${sumText(path.links, path.tookMs)}.`],
    charts: [
      ...(sums.size === 0 ? [] : [timeBars('Where the time went', [...sums])]),
      ...(gains.length === 0
        ? []
        : [
            barsChart(
              {
                title: 'What would have been otherwise: each a run with one change',
                says: gains.map(({ words }) => words).join('; '),
              },
              'earlier',
              gains
                .slice(0, barsMax)
                .map((one) => ({ name: one.words, value: one.earlierMs ?? 0, text: gainText(one) })),
            ),
          ]),
    ],
    tables: [
      pageTable(
        'The path, link by link',
        columnsLike({ at: 'number', took: 'number', what: 'long' }),
        path.links.map(({ fromMs, tookMs, sentence }) => [
          durationText(fromMs),
          durationText(tookMs),
          sentence,
        ]),
      ),
      ...(others.length === 0
        ? []
        : [
            pageTable(
              'Other runs',
              columnsLike({ 'one change': 'name', 'it runs': 'number', command: 'long' }),
              others.map((one) => [one.words, gainText(one), one.command]),
            ),
          ]),
    ],
  };
}

/** Returns where the time of all pods went, as a page. */
export function blamePage(blame: FleetBlame): AnswerContent {
  const tables = [
    ['Causes', blame.causes],
    ['Faults and limits', blame.faults],
    ['Images', blame.images],
    ['Registries', blame.registries],
    ['Nodes', blame.nodes],
  ] as const;
  const filled = tables.filter(([, rows]) => rows.length > 0);
  return {
    title: 'Where the time of all pods went',
    conditions: [],
    sentences: [blameSentence(blame)],
    charts: filled.map(([title, rows]) =>
      timeBars(
        title,
        rows.slice(0, barsMax).map(({ name, tookMs }) => [name, tookMs] as const),
      ),
    ),
    tables: filled.map(([title, rows]) =>
      pageTable(
        title,
        columnsLike({ name: 'name', took: 'number', share: 'number', pods: 'number' }),
        rows.map(({ name, tookMs, percent, pods }) => [
          name,
          durationText(tookMs),
          `${percent.toFixed(1)} %`,
          String(pods),
        ]),
      ),
    ),
  };
}

function timeBars(title: string, times: readonly (readonly [name: string, tookMs: number])[]) {
  const longest = times.toSorted(([, a], [, b]) => b - a);
  const says = longest.map(([name, tookMs]) => `${name}: ${durationText(tookMs)}`).join(', ');
  return barsChart(
    { title, says },
    'time',
    longest.map(([name, value]) => ({ name, value, text: durationText(value) })),
  );
}

/** Returns what happens after a fix as a page: by what people do then, and each pod. */
export function afterFixPage(fixed: AfterFix): AnswerContent {
  const { fixedAtMs, ways } = fixed;
  const [first] = ways;
  const time = (ms: number | null) => (ms === null ? '-' : durationText(ms));
  return {
    title: `After the cause is gone at ${durationText(fixedAtMs)}`,
    conditions: [],
    sentences: [
      afterFixSentence(fixed),
      ...ways.flatMap(({ words, command }) => [`${words}:`, `  ${command}`]),
    ],
    charts: [],
    tables:
      first === undefined || fixed.waiting === 0
        ? []
        : [
            pageTable(
              'By what people do then, for the median and the last pod',
              columnsLike({
                '': 'name',
                'try again after': 'number',
                'run after': 'number',
                'do not run': 'number',
              }),
              ways.map(({ words, triesAgain, runs, notRunning }) => [
                words,
                spreadText(triesAgain),
                spreadText(runs),
                `${notRunning}`,
              ]),
            ),
            pageTable(
              'Each pod, if nobody does anything',
              columnsLike({ pod: 'name', node: 'text', 'tries again': 'number', runs: 'number' }),
              first.pods.map(({ pod, node, triesAgainMs, runsMs }) => [
                pod,
                node,
                time(triesAgainMs),
                time(runsMs),
              ]),
            ),
          ],
  };
}
