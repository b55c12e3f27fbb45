import { dirname } from 'node:path';

/**
 * The mutants of each file of a report, by how they ended. Those that only the loading of a module would show, and those
 * inside a machine's literal, are left out.
 *
 * @typedef {{ file: string, killed: number, timedOut: number, survived: number, uncovered: number }} MutantCount
 * @param {{ files: Record<string, { mutants: readonly { status: string }[] }> }} report of Stryker, as JSON
 * @returns {MutantCount[]}
 */
export function countMutants(report) {
  return Object.entries(report.files).map(([file, { mutants }]) => {
    const count = (status) => mutants.filter((mutant) => mutant.status === status).length;
    return { file, killed: count('Killed'), timedOut: count('Timeout'), survived: count('Survived'), uncovered: count('NoCoverage') };
  });
}

/**
 * The share of mutants that a test noticed, in percent; 100 where there are none.
 *
 * @param {readonly MutantCount[]} counts
 */
export function scoreOf(counts) {
  const noticed = sum(counts, 'killed') + sum(counts, 'timedOut');
  const all = noticed + sum(counts, 'survived') + sum(counts, 'uncovered');
  return all === 0 ? 100 : (100 * noticed) / all;
}

/**
 * The counts by folder as a table of Markdown, with the sum below.
 *
 * @param {readonly MutantCount[]} counts
 */
export function scoreTable(counts) {
  const folders = [...new Set(counts.map(({ file }) => dirname(file)))].sort();
  const rows = folders.map((folder) =>
    row(
      `\`${folder}\``,
      counts.filter(({ file }) => dirname(file) === folder),
    ),
  );
  return [
    '| folder | mutants | killed | timed out | survived | no test | score |',
    '|---|---|---|---|---|---|---|',
    ...rows,
    row('all', counts),
    '',
  ].join('\n');
}

function row(name, counts) {
  const ends = ['killed', 'timedOut', 'survived', 'uncovered'].map((end) => sum(counts, end));
  const all = ends.reduce((total, count) => total + count, 0);
  return `| ${[name, all, ...ends, `${scoreOf(counts).toFixed(1)} %`].join(' | ')} |`;
}

function sum(counts, end) {
  return counts.reduce((total, count) => total + count[end], 0);
}
