import type { RunOptions } from './run-options.ts';

/** The options that a run depends on, but its seed. */
const aboutRun = ['set', 'imageSize', 'fault', 'link', 'for', 'kubeletVersion', 'runtime', 'runtimeConfig', 'platform'] as const;

/**
 * Returns the command line that makes the same run again, quoted for a POSIX shell: the inputs, the seed, and every option
 * that the run depends on.
 */
export function reproducingCommand(inputs: readonly string[], options: RunOptions, seed: number): string {
  const words = ['windlass', 'run', ...(inputs.some((input) => /^-./.test(input)) ? ['--'] : []), ...inputs];
  const flags = aboutRun.flatMap((name) => flagWords(name, options[name]));
  const head = words.slice(0, 2);
  return [...head, ...flags, '--seed', String(seed), ...words.slice(2)].map(quoted).join(' ');
}

function flagWords(name: string, value: unknown): string[] {
  const flag = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  if (Array.isArray(value)) return value.flatMap((one) => [flag, String(one)]);
  if (name === 'for' && typeof value === 'number') return [flag, durationWord(value)];
  return value === undefined || value === false ? [] : value === true ? [flag] : [flag, String(value)];
}

/** Whole microseconds as the largest unit that shows them whole. */
function durationWord(micros: number): string {
  for (const [unit, size] of [
    ['h', 3_600_000_000],
    ['m', 60_000_000],
    ['s', 1_000_000],
    ['ms', 1000],
  ] as const)
    if (micros % size === 0) return `${micros / size}${unit}`;
  return `${micros}us`;
}

function quoted(text: string): string {
  return /^[\w./:=@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
