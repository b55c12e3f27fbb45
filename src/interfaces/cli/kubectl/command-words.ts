import type { Option } from 'commander';
import { appendAll } from '../../../rules/collections/append-all.ts';
import { isForKubectl } from './kubectl-options.ts';

/**
 * Returns the words of a command line that are options of the ordinary command, with their values, as they
 * were given. Names of objects and options for kubectl are left out. The command line is one that commander
 * has taken, so that each option is one of `options`.
 */
export function ordinaryWords(words: readonly string[], options: readonly Option[]): readonly string[] {
  const ordinary: string[] = [];
  const pending = [...words];
  for (let word = pending.shift(); word !== undefined && word !== '--'; word = pending.shift()) {
    if (!word.startsWith('-')) continue;
    const { option, rest } = optionOf(word, options);
    if (option === undefined) continue;
    const taken = [word];
    if (rest !== undefined && !option.required && !option.optional) {
      // `-Ao json` are two options.
      taken[0] = word.slice(0, 2);
      pending.unshift(`-${rest}`);
    } else if (rest === undefined && takesNext(option, pending[0])) taken.push(pending.shift() ?? '');
    if (!isForKubectl(option)) appendAll(ordinary, taken);
  }
  return ordinary;
}

/** The option of a word, and what follows its letter there; the value after = is no such rest. */
function optionOf(
  word: string,
  options: readonly Option[],
): { readonly option: Option | undefined; readonly rest?: string } {
  if (!word.startsWith('--')) {
    const option = options.find(({ short }) => short === word.slice(0, 2));
    return word.length > 2 ? { option, rest: word.slice(2) } : { option };
  }
  const [flag] = word.split('=');
  const option = options.find(({ long }) => long === flag);
  // A value that is there already: no next word is its own.
  return word.includes('=') && option !== undefined && !option.isBoolean()
    ? { option, rest: '' }
    : { option };
}

function takesNext(option: Option, next: string | undefined): boolean {
  if (next === undefined) return false;
  return option.required || (option.optional && !next.startsWith('-'));
}
