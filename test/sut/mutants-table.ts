import type { CaughtMutant } from './hunt-mutant.ts';

export interface MutantRow {
  readonly caught: CaughtMutant;
  /** Calls of the script that shrinking leaves; undefined where no random script shows the mutant. */
  readonly shrunkCalls: number | undefined;
}

/** The table of `npm run mutants`: which scripts noticed each mutant, counted from the first one. */
export function mutantsTable(
  rows: readonly MutantRow[],
  run: { readonly release: string; readonly seed: number; readonly runs: number },
): string {
  const head = ['mutation', 'path script', 'random script', 'shrunk to', 'property'];
  const lines = rows.map(({ caught, shrunkCalls }) => [
    caught.mutation,
    numbered(caught.pathScripts),
    numbered(caught.randomScripts),
    shrunkCalls === undefined ? '-' : `${shrunkCalls} call${shrunkCalls === 1 ? '' : 's'}`,
    caught.property === undefined ? '-' : `${caught.property.name} (script ${caught.property.scripts})`,
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  );
  const text = [head, ...lines].map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const byPath = rows.filter(({ caught }) => caught.pathScripts !== undefined).length;
  const byRandom = rows.filter(({ caught }) => caught.randomScripts !== undefined).length;
  const byProperty = rows.filter(({ caught }) => caught.property !== undefined).length;
  const sum = `${rows.length} mutants of an image manager of ${run.release}: ${byPath} caught by path scripts, ${byRandom} by ${run.runs} random scripts (seed ${run.seed}), ${byProperty} by properties without the model`;
  return [...text, '', sum].join('\n');
}

function numbered(scripts: number | undefined): string {
  return scripts === undefined ? '-' : `no. ${scripts}`;
}
