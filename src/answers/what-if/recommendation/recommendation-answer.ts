import { type Answer, columnsLike } from '../../../reports/answer/answer.ts';
import type { AnswerChart } from '../../../reports/answer/answer-chart.ts';
import { figureText } from '../../../reports/comparison/figure-rows.ts';
import { type Bound, boundText } from '../figures/figure-bound.ts';
import type { Recommendation } from './recommend.ts';
import { type CommandOf, recommendationSentences, settingCells } from './recommendation-text.ts';

/** More settings than that are in the table only; those that were tried last are nearest to the answer. */
const settingsMax = 30;

/** Returns a recommendation: each run of each setting beside its target, and all settings that were tried. */
export function recommendationAnswer(
  recommendation: Recommendation,
  targets: readonly Bound[],
  commandOf: CommandOf,
): Answer {
  const { tried } = recommendation;
  const fields = tried[0]?.variant.changes.map(({ field }) => field) ?? [];
  const names = [...fields, ...targets.map(({ figure }) => figure.name)];
  const columns = [
    ...names.map((title) => ({ title, look: 'text' as const, isName: true as const })),
    ...columnsLike({ 'keep to it': 'text', verdict: 'text', Pareto: 'text' }).slice(
      0,
      targets.length > 1 ? 3 : 2,
    ),
  ];
  return {
    title: `What meets ${targets.map(boundText).join(' and ')}?`,
    conditions: [],
    sentences: recommendationSentences(recommendation, targets, commandOf),
    charts: () => targets.map((target) => dots(recommendation, target)),
    tables: [
      {
        caption: 'Settings in the order in which they were tried',
        columns,
        rows: tried.map(settingCells(recommendation, targets)),
      },
    ],
  };
}

function dots({ tried }: Recommendation, { figure, limit, operator }: Bound): AnswerChart {
  const settings = tried.slice(-settingsMax).map(({ variant, verdict, summaries }) => ({
    name: variant.name,
    values: summaries.flatMap((summary) => figure.measure(summary) ?? []),
    isGood: verdict === 'meets',
  }));
  const of = tried.length > settingsMax ? `, the last ${settingsMax} settings` : '';
  const says = `Each run as a dot; the line stands at ${figureText(figure, limit)} (${operator}).`;
  return { kind: 'dots', title: `${figure.name} of each run${of}`, says, figure, settings, limit };
}
