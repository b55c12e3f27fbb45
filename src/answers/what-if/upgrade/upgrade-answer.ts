import { type Answer, type AnswerTable, columnsLike } from '../../../reports/answer/answer.ts';
import { countText } from '../../../reports/text/quantity-text.ts';
import type { ListedBug } from '../../known-bugs/node-bugs.ts';
import { differenceChart, differenceTables } from '../comparison/comparison-answer.ts';
import { differenceSentences } from '../comparison/comparison-text.ts';
import type { Upgrade } from './upgrade.ts';
import { upgradeSentences } from './upgrade-document.ts';
import { defaultMoveText, errorText, fateText, findingText, pullGroups, whose } from './upgrade-text.ts';

/** The most pulls, texts, bugs and findings that a terminal shows. */
const onScreen = 8;

/**
 * Returns what a release changes: images, texts, defaults, bugs, findings, and the figures over the seeds.
 */
export function upgradeAnswer(upgrade: Upgrade): Answer {
  const { from, to, compared, commands, defaults } = upgrade;
  const [old, now] = [from.version, to.version];
  const { differences = [], seeds = [] } = compared ?? {};
  const sides = { [old]: 'long', [now]: 'long' } as const;
  return {
    title: `From ${old} to ${now}`,
    conditions: [],
    sentences: upgradeSentences(upgrade),
    charts: () => differences.flatMap((difference) => differenceChart(difference) ?? []),
    tables: [
      listTable(`${now} refuses`, upgrade.refused.map(errorText)),
      listTable(`Only ${old} refuses`, upgrade.accepted.map(errorText)),
      listTable(`Warnings of ${now}`, upgrade.warnings),
      ...pullGroups(upgrade).map(({ title, pulls }) => ({
        caption: title,
        columns: columnsLike({ container: 'name', image: 'text', ...sides }),
        rows: pulls.map(({ pod, container, image, before, after }) => [
          `${pod}/${container}`,
          image,
          fateText(before),
          fateText(after),
        ]),
        onScreen,
      })),
      {
        caption: 'Texts that change, by an example',
        columns: columnsLike({ reason: 'name', where: 'text', ...sides }),
        rows: upgrade.messages.map((text) => [
          text.reason,
          `${text.kind === 'event' ? 'event' : 'waiting state'} of ${whose(text)}`,
          text.before?.message ?? 'no such text',
          text.after?.message ?? 'no such text',
        ]),
        onScreen,
      },
      {
        caption: 'Defaults that change',
        columns: columnsLike({ field: 'name', change: 'text', here: 'long' }),
        rows: defaults.map((one) => [
          one.field,
          `${one.before ?? '–'} → ${one.after ?? '–'}`,
          defaultMoveText(one),
        ]),
      },
      namesTable('Defaults of pulls that stay', upgrade.sameDefaults),
      bugsTable(upgrade),
      listTable('New findings of windlass lint', upgrade.lint.come.map(findingText)),
      listTable('Findings that go', upgrade.lint.go.map(findingText)),
      namesTable('New fields', upgrade.newFields),
      ...differences.flatMap((difference) => [
        {
          caption: `Figures of ${countText(seeds.length, 'seed')}; under each both have the same random draws`,
          columns: columnsLike({ figures: 'long' }),
          rows: differenceSentences(difference, seeds.length).map((sentence) => [sentence]),
        },
        ...differenceTables(difference),
      ]),
    ],
    again:
      compared === undefined || commands.length === 0
        ? []
        : ['One run of each, which the examples are from:', ...commands.map((command) => `  ${command}`)],
  };
}

function listTable(caption: string, texts: readonly string[]): AnswerTable {
  return { caption, columns: columnsLike({ text: 'long' }), rows: texts.map((text) => [text]), onScreen };
}

function namesTable(caption: string, names: readonly string[]): AnswerTable {
  return listTable(caption, names.length === 0 ? [] : [names.join(', ')]);
}

/** Returns what must be on for a bug: `featureGates.ImageVolume`. */
function neededBy(bug: ListedBug): string {
  if ('program' in bug) return '';
  const { gate, setting } = bug;
  return [gate === undefined ? undefined : `featureGates.${gate}`, setting]
    .filter((name) => name !== undefined)
    .join(' and ');
}

/** Those that the input meets come first, and last those of which it has off what they need. */
function bugsTable({ bugs: { come, go } }: Upgrade): AnswerTable {
  const rows = [
    ...come.map((one) => ({ ...one, way: one.isOff ? `comes, needs ${neededBy(one.bug)}` : 'comes' })),
    ...go.map((one) => ({ ...one, isOff: false, way: 'goes' })),
  ].sort((a, b) => Number(a.isOff) - Number(b.isOff));
  return {
    caption: 'Known bugs that come and go',
    columns: columnsLike({ bug: 'name', here: 'text', effect: 'long', avoid: 'long' }),
    rows: [...rows.filter(({ met }) => met), ...rows.filter(({ met }) => !met)].map(({ bug, way, met }) => [
      bug.id,
      `${way}${met ? ', and this input meets it' : ''}`,
      bug.effect,
      bug.avoid ?? '',
    ]),
    onScreen,
  };
}
