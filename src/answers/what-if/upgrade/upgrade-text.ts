import type { InputError } from '../../../inputs/documents/input-error.ts';
import { columnsOf, foldedCommand, wrapWords } from '../../../reports/text/fitted-text.ts';
import { kubectlTable } from '../../../reports/text/tab-writer.ts';
import { coloursFor, type TextOptions } from '../../../reports/text/text-options.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { differenceLines } from '../comparison/comparison-text.ts';
import type { ImageFate } from './image-fate.ts';
import type { ChangedText } from './told-texts.ts';
import type { ChangedPull, Upgrade } from './upgrade.ts';
import { upgradeSentences } from './upgrade-document.ts';

/** The most pulls, texts, bugs and findings that are shown; -o json has all. */
const shownMax = 8;

const pullTitles = {
  asksAnew: 'Ask the registry now, and did not before',
  fails: 'No longer have their image',
  asksNoMore: 'No longer ask the registry',
  failsNoMore: 'Have their image now, and did not before',
} as const;

const moveWords = {
  pulls: 'moves pulls here',
  figures: 'moves figures here',
  messages: 'changes texts here',
  nothing: 'moves nothing here',
} as const;

/** Returns the answer for people, ending in a line feed: sentences first, then what they stand on. */
export function upgradeText(upgrade: Upgrade, options: TextOptions): string {
  const { bold } = coloursFor(options);
  const wrapped = (text: string, indent = 0) =>
    wrapWords(visibleText(text), options.width - indent).map((line) => ' '.repeat(indent) + line);
  const [old, now] = [upgrade.from.version, upgrade.to.version];
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', bold(title), ...lines];
  const few = <T>(items: readonly T[], lines: (item: T) => readonly string[]) => [
    ...items.slice(0, shownMax).flatMap(lines),
    ...(items.length > shownMax ? [`  and ${items.length - shownMax} more: -o json has all of them`] : []),
  ];
  const sides = (before: string, after: string) => [...hanging(old, before), ...hanging(now, after)];
  const hanging = (name: string, text: string) => {
    const pad = Math.max(old.length, now.length) + 2;
    return wrapped(text, pad + 4).map((line, index) =>
      index === 0 ? `    ${`${name}:`.padEnd(pad)}${line.trimStart()}` : line,
    );
  };
  const pulls = ({ title, pulls: changed }: ReturnType<typeof pullGroups>[number]) =>
    section(
      title,
      few(changed, ({ pod, container, image, before, after }) => [
        ...wrapped(`${pod}/${container} (${image})`, 2),
        ...sides(fateText(before), fateText(after)),
      ]),
    );
  const { come, go } = upgrade.bugs;
  const bugLines = (bugs: typeof come, words: string) => [
    ...bugs
      .filter(({ met }) => met)
      .flatMap(({ bug }) =>
        wrapped(
          `${bug.id} ${words}, and this input meets it: ${bug.effect}${bug.avoid === undefined ? '' : `. Avoid: ${bug.avoid}`}.`,
          2,
        ),
      ),
    ...listLines(
      `  Others that ${words === 'comes' ? 'come' : 'go'}: `,
      bugs.filter(({ met }) => !met).map(({ bug }) => bug.id),
      options.width,
    ),
  ];
  const [times] = upgrade.compared?.differences ?? [];
  const lines = [
    ...upgradeSentences(upgrade).flatMap((text) => wrapped(text)),
    ...section(
      `${now} refuses`,
      few(upgrade.refused, (error) => wrapped(errorText(error), 2)),
    ),
    ...section(
      `Only ${old} refuses`,
      few(upgrade.accepted, (error) => wrapped(errorText(error), 2)),
    ),
    ...section(
      `Warnings of ${now}`,
      few(upgrade.warnings, (text) => wrapped(text, 2)),
    ),
    ...pullGroups(upgrade).flatMap(pulls),
    ...section(
      'Texts that change, by an example',
      few(upgrade.messages, (text) => [
        ...wrapped(
          `${text.reason} (${text.kind === 'event' ? 'event' : 'waiting state'} of ${whose(text)})`,
          2,
        ),
        ...sides(text.before?.message ?? 'no such text', text.after?.message ?? 'no such text'),
      ]),
    ),
    ...section('Defaults that change', defaultLines(upgrade, wrapped, options.width)),
    ...listLines('Defaults of pulls that stay: ', upgrade.sameDefaults, options.width, true),
    ...section('Known bugs', [...bugLines(come, 'comes'), ...bugLines(go, 'goes')]),
    ...section(
      `New findings of windlass lint`,
      few(upgrade.lint.come, (finding) => wrapped(`${findingText(finding)}`, 2)),
    ),
    ...section(
      `Findings that go`,
      few(upgrade.lint.go, (finding) => wrapped(findingText(finding), 2)),
    ),
    ...listLines('New fields: ', upgrade.newFields, options.width, true),
    ...(times === undefined
      ? []
      : ['', ...differenceLines(times, upgrade.compared?.seeds.length ?? 0, options.width, bold)]),
    ...(upgrade.compared === undefined
      ? []
      : [
          '',
          'One run of each, which the examples are from:',
          ...upgrade.commands.flatMap((command) => foldedCommand(visibleText(command), options.width, '  ')),
        ]),
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** A container stands in one list only: that it has no image weighs more than that it asks. */
function firstChange({ changes }: ChangedPull): keyof typeof pullTitles | undefined {
  return (['asksAnew', 'fails', 'asksNoMore', 'failsNoMore'] as const).find((change) =>
    changes.includes(change),
  );
}

/** Returns what became of an image in a run. */
export function fateText(fate: ImageFate | null): string {
  if (fate === null) return 'nothing asks for it';
  const { asked, failed, got, verified, error } = fate;
  const why = verified ? ' (the image was there, but the pod must have credentials for it)' : '';
  const failure = error === undefined ? '' : `: ${error}`;
  if (asked === 0) return got ? 'used the image that was there' : `never got it${why}${failure}`;
  const times = asked === 1 ? 'asked the registry once' : `asked the registry ${asked} times`;
  if (failed === 0) return `${times}${why}`;
  return got
    ? `${times}${why}, ${failed} of them failed${failure}`
    : `${times}${why}, and never got it${failure}`;
}

/** Returns what a new default does to the input. */
export function defaultMoveText({ isSet, moves, restoredBy }: Upgrade['defaults'][number]): string {
  if (isSet) return 'set by the input';
  if (moves !== null) return moveWords[moves];
  return restoredBy === undefined ? 'no setting takes it back' : 'not tried';
}

/**
 * Returns the containers whose images are treated otherwise, by what changes for them: one that has no image
 * any more stands there only.
 */
export function pullGroups({
  pulls,
}: Upgrade): readonly { readonly title: string; readonly pulls: readonly ChangedPull[] }[] {
  return (['asksAnew', 'fails', 'asksNoMore', 'failsNoMore'] as const)
    .map((change) => ({
      title: pullTitles[change],
      pulls: pulls.filter((pull) => firstChange(pull) === change),
    }))
    .filter((group) => group.pulls.length > 0);
}

/** A table that is wider than the screen is read as a list. */
function defaultLines(
  { defaults }: Upgrade,
  wrapped: (text: string, indent: number) => string[],
  width: number,
): string[] {
  if (defaults.length === 0) return [];
  const rows = defaults.map((one) => [one.field, one.before ?? '–', one.after ?? '–', defaultMoveText(one)]);
  const table = kubectlTable(['FIELD', 'BEFORE', 'AFTER', ''], rows).map((line) => `  ${line.trimEnd()}`);
  if (table.every((line) => columnsOf(line) <= width)) return table;
  return rows.flatMap(([field, before, after, what]) =>
    wrapped(`${field}: ${before} → ${after}, ${what}`, 2),
  );
}

function listLines(title: string, names: readonly string[], width: number, isSection = false): string[] {
  if (names.length === 0) return [];
  const indent = title.startsWith(' ') ? '    ' : '  ';
  const [first = '', ...rest] = wrapWords(`${title.trim()} ${names.join(', ')}`, width - indent.length);
  const start = title.startsWith(' ') ? '  ' : '';
  return [...(isSection ? [''] : []), `${start}${first}`, ...rest.map((line) => `${indent}${line}`)];
}

/** Returns an error with its place, in one line. */
export function errorText({ file, line, column, message }: InputError): string {
  return `${[file, line, column].filter((part) => part !== undefined).join(':')}: ${message}`;
}

/** Returns a finding with its place and its fix, in one line. */
export function findingText({
  file,
  line,
  column,
  level,
  message,
  fix,
  rule,
}: Upgrade['lint']['come'][number]): string {
  const place = [file ?? 'default', line, column].filter((part) => part !== undefined).join(':');
  return `${place}: ${level}: ${message} [${rule}]. Fix: ${fix}.`;
}

/** Returns the pod or container of a text's example; both where the releases have none in common. */
function whose({ before, after }: ChangedText): string {
  return [...new Set([before, after].flatMap((told) => told?.of ?? []))].join(', then of ');
}
