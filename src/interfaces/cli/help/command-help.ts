import type { Command, Option } from 'commander';
import { padRight, wrapWords } from '../../../reports/text/fitted-text.ts';
import { largest } from '../../../rules/collections/extremes.ts';
import { columnsOf, type Terminal } from '../terminal.ts';

/** What a command's help says below its options. `--help` and the man page are made of it. */
export interface CommandHelp {
  readonly about?: readonly string[];
  readonly lists?: readonly HelpList[];
  /** What somebody wants to know or to do, and the command for it. */
  readonly examples: readonly (readonly [question: string, command: string])[];
  /** Exit codes, where there are more than success and failure. */
  readonly exits?: readonly (readonly [code: number, words: string])[];
}

interface HelpList {
  readonly title: string;
  readonly rows: readonly (readonly [term: string, words: string])[];
}

/** Longer lines are hard to read on any screen. */
const widthMax = 100;

/** Adds the help to a command, fitted to the terminal's width. */
export function addHelp(command: Command, terminal: Terminal, help: CommandHelp): void {
  command.addHelpText('after', () => `\n${helpText(help, Math.min(columnsOf(terminal), widthMax))}`);
}

/**
 * Returns what an option does, the values that it takes, and its default:
 * `what to print: text, json (default: text)`.
 */
export function optionDescription({ description, argChoices, defaultValue }: Option): string {
  const choices = argChoices === undefined ? '' : `: ${argChoices.join(', ')}`;
  const isPlain = ['string', 'number'].includes(typeof defaultValue);
  // A default that stands in the description comes last.
  const [, words = description, own = ''] = /^(.*?)( \(default: .*\))$/.exec(description) ?? [];
  return `${words}${choices}${own}${isPlain && own === '' ? ` (default: ${defaultValue})` : ''}`;
}

function helpText({ about = [], lists = [], examples, exits = [] }: CommandHelp, width: number): string {
  const paragraphs = about.map((text) => wrapWords(text, width).join('\n'));
  const tables = lists.map(({ title, rows }) => [`${title}:`, ...rowLines(rows, width)].join('\n'));
  const lines = examples.flatMap(([question, command]) => [
    ...wrapWords(question, width - 2).map((line) => `  ${line}`),
    `    $ ${command}`,
  ]);
  const codes = exits.map(([code, words]) => [String(code), words] as const);
  const table = codes.length === 0 ? [] : [['Exit codes:', ...rowLines(codes, width)].join('\n')];
  return [...paragraphs, ...tables, ['Examples:', ...lines].join('\n'), ...table].join('\n\n');
}

function rowLines(rows: HelpList['rows'], width: number): string[] {
  const term = largest(rows.map(([name]) => name.length)) + 2;
  return rows.flatMap(([name, words]) =>
    wrapWords(words, width - term - 2).map(
      (line, index) => `  ${padRight(index === 0 ? name : '', term)}${line}`,
    ),
  );
}
