import type { InputError } from '../../../inputs/documents/input-error.ts';
import { columnsOf, foldedCommand, wrapWords } from '../../../reports/text/fitted-text.ts';
import { kubectlTable } from '../../../reports/text/tab-writer.ts';
import { coloursFor, type TextOptions } from '../../../reports/text/text-options.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import type { LintFinding } from '../../lint/lint.ts';
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
  const text = new UpgradeWriter(upgrade, options);
  const lines = [
    ...upgradeSentences(upgrade).flatMap((sentence) => text.wrapped(sentence)),
    ...text.refusals(),
    ...text.pulls(),
    ...text.messages(),
    ...text.section('Defaults that change', defaultLines(upgrade, text.wrapped, options.width)),
    ...listLines('Defaults of pulls that stay: ', upgrade.sameDefaults, options.width, true),
    ...text.section('Known bugs', [...text.bugs('comes'), ...text.bugs('goes')]),
    ...text.findings(),
    ...listLines('New fields: ', upgrade.newFields, options.width, true),
    ...text.figures(),
  ];
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** Writes the sections of an upgrade in lines of one width. */
class UpgradeWriter {
  readonly #upgrade: Upgrade;
  readonly #width: number;
  readonly #bold: (text: string) => string;

  constructor(upgrade: Upgrade, options: TextOptions) {
    this.#upgrade = upgrade;
    this.#width = options.width;
    this.#bold = coloursFor(options).bold;
  }

  readonly wrapped = (text: string, indent = 0): string[] =>
    wrapWords(visibleText(text), this.#width - indent).map((line) => ' '.repeat(indent) + line);

  section(title: string, lines: readonly string[]): readonly string[] {
    return lines.length === 0 ? [] : ['', this.#bold(title), ...lines];
  }

  refusals(): string[] {
    const { from, to, refused, accepted, warnings } = this.#upgrade;
    const errorLines = (error: InputError) => this.wrapped(errorText(error), 2);
    return [
      ...this.section(`${to.version} refuses`, few(refused, errorLines)),
      ...this.section(`Only ${from.version} refuses`, few(accepted, errorLines)),
      ...this.section(
        `Warnings of ${to.version}`,
        few(warnings, (warning) => this.wrapped(warning, 2)),
      ),
    ];
  }

  pulls(): string[] {
    return pullGroups(this.#upgrade).flatMap(({ title, pulls }) =>
      this.section(
        title,
        few(pulls, ({ pod, container, image, before, after }) => [
          ...this.wrapped(`${pod}/${container} (${image})`, 2),
          ...this.#sides(fateText(before), fateText(after)),
        ]),
      ),
    );
  }

  messages(): readonly string[] {
    return this.section(
      'Texts that change, by an example',
      few(this.#upgrade.messages, (text) => [
        ...this.wrapped(
          `${text.reason} (${text.kind === 'event' ? 'event' : 'waiting state'} of ${whose(text)})`,
          2,
        ),
        ...this.#sides(text.before?.message ?? 'no such text', text.after?.message ?? 'no such text'),
      ]),
    );
  }

  /** Those that the input meets have their effect; of the others only names are shown. */
  bugs(which: 'comes' | 'goes'): string[] {
    const { come, go } = this.#upgrade.bugs;
    const bugs = which === 'comes' ? come : go;
    return [
      ...bugs
        .filter(({ met }) => met)
        .flatMap(({ bug: { id, effect, avoid } }) => {
          const advice = avoid === undefined ? '' : `. Avoid: ${avoid}`;
          return this.wrapped(`${id} ${which}, and this input meets it: ${effect}${advice}.`, 2);
        }),
      ...listLines(
        `  Others that ${which === 'comes' ? 'come' : 'go'}: `,
        bugs.filter(({ met }) => !met).map(({ bug }) => bug.id),
        this.#width,
      ),
    ];
  }

  findings(): string[] {
    const { come, go } = this.#upgrade.lint;
    const findingLines = (finding: LintFinding) => this.wrapped(findingText(finding), 2);
    return [
      ...this.section('New findings of windlass lint', few(come, findingLines)),
      ...this.section('Findings that go', few(go, findingLines)),
    ];
  }

  /** Returns the figures of many seeds, and the commands of the two runs from which the examples are. */
  figures(): string[] {
    const { compared, commands } = this.#upgrade;
    if (compared === undefined) return [];
    const [times] = compared.differences;
    return [
      ...(times === undefined
        ? []
        : ['', ...differenceLines(times, compared.seeds.length, this.#width, this.#bold)]),
      '',
      'One run of each, which the examples are from:',
      ...commands.flatMap((command) => foldedCommand(visibleText(command), this.#width, '  ')),
    ];
  }

  #sides(before: string, after: string): string[] {
    const [old, now] = [this.#upgrade.from.version, this.#upgrade.to.version];
    const pad = Math.max(old.length, now.length) + 2;
    const hanging = (name: string, text: string) =>
      this.wrapped(text, pad + 4).map((line, index) =>
        index === 0 ? `    ${`${name}:`.padEnd(pad)}${line.trimStart()}` : line,
      );
    return [...hanging(old, before), ...hanging(now, after)];
  }
}

function few<T>(items: readonly T[], lines: (item: T) => readonly string[]): string[] {
  return [
    ...items.slice(0, shownMax).flatMap(lines),
    ...(items.length > shownMax ? [`  and ${items.length - shownMax} more: -o json has all of them`] : []),
  ];
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
