import { Command, type Option } from 'commander';
import type { CommandRow, RunCommandLine } from '../commands/add-command.ts';
import type { Terminal } from '../terminal.ts';
import { anyFile, type Candidate, type Candidates, optionValues, type Values } from './option-values.ts';

/** The program whose line is completed: its commands, and what runs one. */
interface CompletedProgram {
  readonly commands: readonly CommandRow[];
  readonly run: RunCommandLine;
}

/** Placeholders of options that stand for a file. */
const fileWords = /^<?\[?(?:file|folder|traces|trace|inputs)\b/;

/**
 * Returns what may stand at the end of a shell's line, `windlass run web.yaml --set ser`. It comes from the
 * same commands and rows as the help. Only candidates that begin with what is typed are returned.
 */
export async function complete(
  line: string,
  terminal: Terminal,
  program: CompletedProgram,
): Promise<Candidates> {
  const { before, current } = typedWords(line);
  const start = before.findIndex((word) => /(?:^|[\\/])windlass(?:\.js|\.cmd)?$/.test(word));
  const [name, ...words] = before.slice(start + 1);
  const { values, files } = await candidatesFor(name, words, current, terminal, program);
  const fitting = values.filter(({ value }) => value.startsWith(current));
  return { values: fitting, ...(files === undefined ? {} : { files }) };
}

async function candidatesFor(
  name: string | undefined,
  words: readonly string[],
  current: string,
  terminal: Terminal,
  { commands, run }: CompletedProgram,
): Promise<Candidates> {
  const shown = commands.filter(({ isHidden }) => isHidden !== true);
  const all = [
    ...shown.map(({ name: value, description }) => ({ value, words: description })),
    { value: 'help', words: 'show help' },
  ];
  if (name === undefined || name === 'help')
    return {
      values: current.startsWith('-')
        ? [{ value: '--help' }, { value: '--version' }]
        : words.length > 0
          ? []
          : all,
    };
  const row = shown.find((known) => known.name === name);
  if (row === undefined) return { values: [] };
  const command = new Command(name);
  (await row.load()).add(command, terminal, () => {}, run);
  return candidatesOf(command, words, current, terminal);
}

/**
 * Returns what may stand after these words of a command, whatever of it is typed. `further`: values by option
 * (`--namespace`), or by command and argument (`why pods`), beside those that `windlass` has.
 */
export async function candidatesOf(
  command: Command,
  words: readonly string[],
  current: string,
  terminal: Terminal,
  further: Readonly<Record<string, Values>> = {},
): Promise<Candidates> {
  const { open, positional } = placeOf(command, words);
  const valuesFor = (key: string, takes: string, typed: string) =>
    valuesOf(further[key] ?? optionValues[key], takes, { typed, inputs: positional, terminal });
  if (open !== undefined && !(open.variadic && current.startsWith('-'))) {
    return open.argChoices !== undefined
      ? { values: open.argChoices.map((value) => ({ value })) }
      : valuesFor(open.long ?? '', open.flags, current);
  }
  const [, flag = '', typed = ''] = /^(--[\w-]+=)(.*)$/s.exec(current) ?? [];
  const joined = flag === '' ? undefined : optionOf(command, flag.slice(0, -1));
  if (joined !== undefined) {
    const { values } = await valuesFor(joined.long ?? '', joined.flags, typed);
    const known = joined.argChoices?.map((value): Candidate => ({ value })) ?? values;
    return { values: known.map((candidate) => ({ ...candidate, value: `${flag}${candidate.value}` })) };
  }
  if (current.startsWith('-'))
    return {
      values: [
        ...command.options.map(({ long, flags, description }) => ({
          value: long ?? flags,
          words: description,
        })),
        { value: '--help', words: 'show help' },
      ],
    };
  const argument =
    command.registeredArguments.at(positional.length) ??
    command.registeredArguments.findLast(({ variadic }) => variadic);
  if (argument === undefined) return { values: [] };
  if (argument.argChoices !== undefined) return { values: argument.argChoices.map((value) => ({ value })) };
  return valuesFor(`${command.name()} ${argument.name()}`, argument.name(), current);
}

/** Returns the option that waits for its value, and the words that belong to no option. */
function placeOf(
  command: Command,
  words: readonly string[],
): { readonly open?: Option; readonly positional: readonly string[] } {
  const positional: string[] = [];
  let open: Option | undefined;
  for (const word of words) {
    if (word.startsWith('-') && word !== '-') {
      const option = word.includes('=') ? undefined : optionOf(command, word);
      open = option?.required === true || option?.variadic === true ? option : undefined;
    } else if (open === undefined) positional.push(word);
    else if (!open.variadic) open = undefined;
  }
  return { positional, ...(open === undefined ? {} : { open }) };
}

function optionOf(command: Command, flag: string): Option | undefined {
  return command.options.find(({ long, short }) => long === flag || short === flag);
}

async function valuesOf(
  values: Values | undefined,
  takes: string,
  context: Parameters<Values>[0],
): Promise<Candidates> {
  if (values !== undefined) return values(context);
  return fileWords.test(takes.replace(/^.* /, '')) ? anyFile : { values: [] };
}

/** The words of a command line that is being typed. */
interface TypedWords {
  /** The words that are complete, without their quotes, from the program on. */
  readonly before: readonly string[];
  /** The word at the cursor, without its quotes; empty after a blank. */
  readonly current: string;
}

/** What begins another command: what stands before it has no part in the completion. */
const separators = new Set(['|', ';', '&', '(']);

/**
 * Returns the words of a shell's line up to the cursor. A quote may still be open. In PowerShell, too, quotes
 * keep blanks together.
 */
export function typedWords(line: string): TypedWords {
  let words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (const letter of line) {
    if (quote !== undefined) {
      if (letter === quote) quote = undefined;
      else word += letter;
    } else if (letter === "'" || letter === '"') {
      quote = letter;
      word ??= '';
    } else if (separators.has(letter)) {
      words = [];
      word = undefined;
    } else if (/\s/.test(letter)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? '') + letter;
  }
  return { before: words, current: word ?? '' };
}
