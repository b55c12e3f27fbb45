import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { argv } from 'node:process';
import { parseArgs } from 'node:util';

/**
 * Returns the options of this script and what else it was given, as `parseArgs` does, with each option of
 * `whole` a whole number. Where they are wrong, the script says so in a line and ends; `--help` shows the
 * comment that it begins with.
 *
 * @template {import('node:util').ParseArgsConfig} T
 * @param {T} config
 * @param {readonly string[]} [whole]
 */
export function scriptOptions(config, whole = []) {
  const parsed = parsedOptions({
    ...config,
    options: { ...config.options, help: { type: 'boolean', short: 'h' } },
  });
  if (parsed.values.help) exitWithHelp();
  for (const name of whole) {
    const value = parsed.values[name];
    if (value !== undefined && !/^\d+$/.test(value)) exitWith(`--${name} takes a whole number, not ${value}`);
  }
  return parsed;
}

function parsedOptions(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    return exitWith(error.message);
  }
}

function exitWithHelp() {
  const [opening = ''] = /^(?:\/\/.*\n)+/.exec(readFileSync(argv[1] ?? '', 'utf8')) ?? [];
  console.log(opening.replaceAll(/^\/\/ ?/gm, '').trimEnd());
  endScript(0);
}

/** Ends the script as one that was called wrongly. */
export function exitWith(message) {
  console.error(`${basename(argv[1] ?? '', '.mjs')}: ${message}`);
  endScript(2);
}

/** Thrown to end a script early; the reason has been printed before. */
class ScriptEnd extends Error {}

/**
 * Ends this script with an exit code. What it has printed is still written to a slow reader: `process.exit`
 * would cut off what a pipe has not taken yet. Timers, workers and child processes that are left keep the
 * script alive, so whoever starts some ends them before.
 *
 * @param {number} exitCode
 * @returns {never}
 */
export function endScript(exitCode) {
  process.exitCode = exitCode;
  process.once('uncaughtException', (error) => {
    if (!(error instanceof ScriptEnd)) throw error;
  });
  throw new ScriptEnd(`the script ends with ${exitCode}`);
}

/** Returns a seed of a search that is given none: another one each time, which the script tells. */
export function anotherSeed() {
  return String(Date.now() % 2 ** 31);
}
