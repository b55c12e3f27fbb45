import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FigureValues } from '../../what-if/sweep/sweep.ts';
import { readSweepLine } from '../../what-if/sweep/sweep-table.ts';
import type { Variant } from '../../what-if/variants/variant.ts';
import { CommandError, exitCode } from '../command-error.ts';
import type { Terminal } from '../terminal.ts';

/** Runs that an earlier sweep of the same input has made. */
interface KnownRuns {
  readonly count: number;
  readonly of: (point: Variant, seed: number) => FigureValues | undefined;
}

/**
 * Reads the runs in a file that `sweep -o ndjson` wrote, or what it had written when it was ended (`FILE.partial`). They must be of this
 * sweep's input: other figures would be mixed in. A last line that was cut short is left out. Throws a `CommandError`.
 */
export function readKnownRuns(path: string, id: string, { cwd }: Pick<Terminal, 'cwd'>): KnownRuns {
  const [whole, partial] = [resolve(cwd, path), resolve(cwd, `${path}.partial`)];
  const file = existsSync(whole) ? whole : partial;
  // Nothing is known yet: one command line is for the first time and for all others.
  if (!existsSync(file)) return { count: 0, of: () => undefined };
  const lines = readFileSync(file, 'utf8').split('\n');
  // The last line may have been cut short.
  if (readSweepLine(lines.at(-1) ?? '') === undefined) lines.pop();
  return knownRunsOf(
    lines.map((line, index) => [`${path}:${index + 1}`, line]),
    id,
    { noLine: '--resume takes what windlass sweep -o ndjson wrote', otherSweep: 'without --resume the sweep begins anew' },
  );
}

/** Returns the runs of lines, each with its place. Throws a `CommandError` for a line that is none of this sweep. */
export function knownRunsOf(
  lines: readonly (readonly [place: string, line: string])[],
  id: string,
  advice: { readonly noLine: string; readonly otherSweep: string },
): KnownRuns {
  const runs = new Map<string, FigureValues>();
  for (const [place, line] of lines) {
    if (line === '') continue;
    const run = readSweepLine(line);
    if (run === undefined) throw new CommandError(exitCode.input, `${place}: no line of a sweep: ${advice.noLine}`);
    if (run.sweep !== id)
      throw new CommandError(
        exitCode.input,
        `${place}: this run is of another input, request or version of windlass; ${advice.otherSweep}`,
      );
    runs.set(keyOf(run.fields, run.seed), run.values);
  }
  return {
    count: runs.size,
    of: ({ changes }, seed) => runs.get(keyOf(Object.fromEntries(changes.map(({ field, value }) => [field, value])), seed)),
  };
}

/** The order of the fields does not matter. */
function keyOf(fields: Readonly<Record<string, unknown>>, seed: number): string {
  const sorted = Object.keys(fields).sort();
  return JSON.stringify([seed, sorted.map((field) => [field, fields[field]])]);
}
