import type { InputError } from '../../input/documents/input-error.ts';
import type { AnswerContent } from '../../report/html/answer-page.ts';
import { type Column, pageTable, type TableMarkup } from '../../report/html/page-table.ts';
import { countText } from '../../report/text/quantity-text.ts';
import type { Upgrade } from '../upgrade/upgrade.ts';
import { upgradeSentences } from '../upgrade/upgrade-document.ts';
import { defaultMoveText, errorText, fateText, findingText, pullGroups } from '../upgrade/upgrade-text.ts';
import { differenceChart, figuresTable } from './comparison-page.ts';

/** Returns what a release changes as a page: images, texts, defaults, bugs, findings, and the figures over the seeds. */
export function upgradePage(upgrade: Upgrade): AnswerContent {
  const { from, to, compared, commands, messages, defaults, bugs, lint } = upgrade;
  const [old, now] = [from.version, to.version];
  const differences = compared?.differences ?? [];
  const text = (side: Upgrade['messages'][number]['before']) => side?.message ?? 'no such text';
  return {
    title: `From ${old} to ${now}`,
    conditions: compared === undefined ? [] : [`${countText(compared.seeds.length, 'seed')}; under each both have the same random draws`],
    sentences: [
      ...upgradeSentences(upgrade),
      ...upgrade.warnings,
      ...(compared === undefined || commands.length === 0 ? [] : ['One run of each:', ...commands.map((command) => `  ${command}`)]),
    ],
    charts: differences.flatMap((difference) => differenceChart(difference) ?? []),
    tables: [
      ...table(`${now} refuses`, [long('error')], upgrade.refused.map(errorRow)),
      ...table(`Only ${old} refuses`, [long('error')], upgrade.accepted.map(errorRow)),
      ...pullGroups(upgrade).flatMap(({ title, pulls }) =>
        table(
          title,
          [name('container'), name('image'), long(old), long(now)],
          pulls.map(({ pod, container, image, before, after }) => [`${pod}/${container}`, image, fateText(before), fateText(after)]),
        ),
      ),
      ...table(
        'Texts that change, by an example',
        [name('reason'), long(old), long(now)],
        messages.map(({ reason, before, after }) => [reason, text(before), text(after)]),
      ),
      ...table(
        'Defaults that change',
        [name('field'), name('before'), name('after'), long('here')],
        defaults.map((one) => [one.field, one.before ?? '–', one.after ?? '–', defaultMoveText(one)]),
      ),
      ...table(
        'Known bugs that come and go',
        [name('bug'), name('here'), long('effect')],
        [...bugs.come.map((one) => ['comes', one] as const), ...bugs.go.map((one) => ['goes', one] as const)].map(([way, { bug, met }]) => [
          bug.id,
          `${way}${met ? ', and this input meets it' : ''}`,
          bug.effect,
        ]),
      ),
      ...table(
        'New findings of windlass lint',
        [long('finding')],
        lint.come.map((finding) => [findingText(finding)]),
      ),
      ...table(
        'Findings that go',
        [long('finding')],
        lint.go.map((finding) => [findingText(finding)]),
      ),
      ...differences.map(figuresTable),
    ],
  };
}

function table(caption: string, columns: readonly Column[], rows: readonly (readonly string[])[]): TableMarkup[] {
  return rows.length === 0 ? [] : [pageTable(caption, columns, rows)];
}

function name(title: string): Column {
  return { title, look: 'text' };
}

function long(title: string): Column {
  return { title, look: 'long' };
}

function errorRow(error: InputError): string[] {
  return [errorText(error)];
}
