import type { InputError } from '../../../inputs/documents/input-error.ts';
import { type Answer, type AnswerTable, type Column, columnsLike } from '../../../reports/answer/answer.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import { differenceChart, figuresTable } from '../comparison/comparison-answer.ts';
import type { Upgrade } from './upgrade.ts';
import { upgradeSentences } from './upgrade-document.ts';
import { defaultMoveText, errorText, fateText, findingText, pullGroups } from './upgrade-text.ts';

/**
 * Returns what a release changes as a page: images, texts, defaults, bugs, findings, and the figures over the
 * seeds.
 */
export function upgradeAnswer(upgrade: Upgrade): Answer {
  const { from, to, compared, commands, messages, defaults, bugs, lint } = upgrade;
  const [old, now] = [from.version, to.version];
  const differences = compared?.differences ?? [];
  const text = (side: Upgrade['messages'][number]['before']) => side?.message ?? 'no such text';
  return {
    title: `From ${old} to ${now}`,
    conditions:
      compared === undefined
        ? []
        : [`${countText(compared.seeds.length, 'seed')}; under each both have the same random draws`],
    sentences: [
      ...upgradeSentences(upgrade),
      ...upgrade.warnings,
      ...(compared === undefined || commands.length === 0
        ? []
        : ['One run of each:', ...commands.map((command) => `  ${command}`)]),
    ],
    charts: () => differences.flatMap((difference) => differenceChart(difference) ?? []),
    tables: [
      table(`${now} refuses`, columnsLike({ error: 'long' }), upgrade.refused.map(errorRow)),
      table(`Only ${old} refuses`, columnsLike({ error: 'long' }), upgrade.accepted.map(errorRow)),
      ...pullGroups(upgrade).map(({ title, pulls }) =>
        table(
          title,
          columnsLike({ container: 'text', image: 'text', [old]: 'long', [now]: 'long' }),
          pulls.map(({ pod, container, image, before, after }) => [
            `${pod}/${container}`,
            image,
            fateText(before),
            fateText(after),
          ]),
        ),
      ),
      table(
        'Texts that change, by an example',
        columnsLike({ reason: 'text', [old]: 'long', [now]: 'long' }),
        messages.map(({ reason, before, after }) => [reason, text(before), text(after)]),
      ),
      table(
        'Defaults that change',
        columnsLike({ field: 'text', before: 'text', after: 'text', here: 'long' }),
        defaults.map((one) => [one.field, one.before ?? '–', one.after ?? '–', defaultMoveText(one)]),
      ),
      table(
        'Known bugs that come and go',
        columnsLike({ bug: 'text', here: 'text', effect: 'long' }),
        [
          ...bugs.come.map((one) => ['comes', one] as const),
          ...bugs.go.map((one) => ['goes', one] as const),
        ].map(([way, { bug, met }]) => [
          bug.id,
          `${way}${met ? ', and this input meets it' : ''}`,
          bug.effect,
        ]),
      ),
      table(
        'New findings of windlass lint',
        columnsLike({ finding: 'long' }),
        lint.come.map((finding) => [findingText(finding)]),
      ),
      table(
        'Findings that go',
        columnsLike({ finding: 'long' }),
        lint.go.map((finding) => [findingText(finding)]),
      ),
      ...differences.map(figuresTable),
    ],
  };
}

function table(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): AnswerTable {
  return { caption, columns, rows };
}

function errorRow(error: InputError): string[] {
  return [errorText(error)];
}
