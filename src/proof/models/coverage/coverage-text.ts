import { largest } from '../../../rules/collections/extremes.ts';
import {
  type CoverageCount,
  type CoverageCounts,
  type CoveredItem,
  coverageCounts,
  guardOutcomes,
  percentText,
} from './coverage-counts.ts';
import type { MachineCoverage } from './machine-coverage.ts';

interface CoverageTextOptions {
  /**
   * The width of lines, at least 60; 80 if absent. Names of items are never cut, they continue in the next
   * line.
   */
  readonly width?: number;
}

const headings = ['MACHINE', 'STATES', 'TRANSITIONS', 'GUARDS BOTH WAYS', 'COVERED'];

/**
 * Returns a table with a line for each machine. Below it are the items that are not covered, and those listed
 * as unreachable with the reasons.
 */
export function coverageText(
  machines: readonly MachineCoverage[],
  { width = 80 }: CoverageTextOptions = {},
): string {
  const rows = machines.map((machine) => rowOf(machine.machine, coverageCounts([machine])));
  const total = machines.length > 1 ? [rowOf('total', coverageCounts(machines))] : [];
  const lists = machines.flatMap((machine) => listsOf(machine, Math.max(60, width)));
  return `${[...table([headings, ...rows, ...total]), ...lists].join('\n')}\n`;
}

function rowOf(
  name: string,
  { states, transitions, guardOutcomes: guards }: CoverageCounts,
): readonly string[] {
  const all = [states, transitions, guards];
  const sum = (pick: (count: CoverageCount) => number) =>
    all.reduce((total, count) => total + pick(count), 0);
  const covered = { covered: sum((count) => count.covered), all: sum((count) => count.all), unreachable: 0 };
  return [name, ...all.map((count) => `${count.covered}/${count.all}`), percentText(covered)];
}

function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = headings.map((_, column) => largest(rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

function listsOf(coverage: MachineCoverage, width: number): readonly string[] {
  const { machine, states, transitions } = coverage;
  const items: readonly CoveredItem[] = [...states, ...transitions, ...guardOutcomes(coverage)];
  const missing = items.filter(({ covered, unreachable }) => !covered && unreachable === undefined);
  const listed = items.filter(({ covered, unreachable }) => !covered && unreachable !== undefined);
  const refuted = items.filter(({ covered, unreachable }) => covered && unreachable !== undefined);
  return [
    ...section(`${machine}: not covered`, missing, width),
    ...section(`${machine}: listed as unreachable`, listed, width),
    ...section(`${machine}: listed as unreachable, but reached`, refuted, width),
  ];
}

function section(title: string, items: readonly CoveredItem[], width: number): readonly string[] {
  if (items.length === 0) return [];
  return [
    '',
    title,
    ...items.flatMap(({ id, unreachable }) => [
      ...wrapped(id, '  ', width),
      ...wrapped(unreachable ?? '', '      ', width),
    ]),
  ];
}

/**
 * Returns the words in lines of at most `width` characters; all but the first are indented further. A word
 * that is too long has a line of its own.
 */
function wrapped(text: string, indent: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter((one) => one !== '')) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(`${lines.length === 0 ? indent : `${indent}  `}${word}`);
  }
  return lines;
}
