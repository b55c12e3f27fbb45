import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { FigureValues } from '../../../answers/what-if/sweep/sweep.ts';
import { readSweepLine } from '../../../answers/what-if/sweep/sweep-table.ts';
import type { Variant } from '../../../answers/what-if/variants/variant.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { streamLines } from '../run/stream-lines.ts';
import type { Terminal } from '../terminal.ts';

/** Runs that an earlier sweep of the same input has made. */
export interface KnownRuns {
  readonly count: number;
  readonly of: (point: Variant, seed: number) => FigureValues | undefined;
}

/**
 * Reads the runs in a file that `sweep -o ndjson` wrote, or what it had written when it was ended
 * (`FILE.partial`). They must be of this sweep's input: other figures would be mixed in. A last line that was
 * cut short is left out. Throws a `CommandError`.
 */
export async function readKnownRuns(path: string, id: string, terminal: Terminal): Promise<KnownRuns> {
  const [whole, partial] = [resolve(terminal.cwd, path), resolve(terminal.cwd, `${path}.partial`)];
  const file = existsSync(whole) ? whole : partial;
  // Nothing is known yet: one command line is for the first time and for all others.
  if (!existsSync(file)) return { count: 0, of: () => undefined };
  return knownRunsOf(wholeLines(file, path, terminal), id, {
    noLine: '--resume takes what windlass sweep -o ndjson wrote',
    otherSweep: 'without --resume the sweep begins anew',
  });
}

/** The lines of a file with their places, without a last one that was cut short. */
async function* wholeLines(file: string, path: string, terminal: Terminal): AsyncGenerator<PlacedLine> {
  let last: PlacedLine | undefined;
  for await (const { number, text } of streamLines(file, terminal)) {
    if (last !== undefined) yield last;
    last = [`${path}:${number}`, text];
  }
  if (last !== undefined && readSweepLine(last[1]) !== undefined) yield last;
}

/** A line, and where it is. */
export type PlacedLine = readonly [place: string, line: string];

/** Returns the runs of lines. Throws a `CommandError` for a line that is none of this sweep. */
export async function knownRunsOf(
  lines: AsyncIterable<PlacedLine>,
  id: string,
  advice: { readonly noLine: string; readonly otherSweep: string },
): Promise<KnownRuns> {
  const runs = new Map<string, FigureValues>();
  for await (const [place, line] of lines) {
    if (line === '') continue;
    const run = readSweepLine(line);
    if (run === undefined)
      throw new CommandError(exitCode.input, `${place}: no line of a sweep: ${advice.noLine}`);
    if (run.sweep !== id)
      throw new CommandError(
        exitCode.input,
        `${place}: this run is of another input, request or version of windlass; ${advice.otherSweep}`,
      );
    runs.set(keyOf(run.fields, run.seed), run.values);
  }
  return {
    count: runs.size,
    of: ({ changes }, seed) =>
      runs.get(keyOf(Object.fromEntries(changes.map(({ field, value }) => [field, value])), seed)),
  };
}

/** The order of the fields does not matter. */
function keyOf(fields: Readonly<Record<string, unknown>>, seed: number): string {
  const sorted = Object.keys(fields).sort();
  return JSON.stringify([seed, sorted.map((field) => [field, fields[field]])]);
}
