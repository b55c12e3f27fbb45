/**
 * How the mutants of a part ended; those that only the loading of a module would show, and those inside a
 * machine's literal, are left out.
 *
 * @typedef {{ killed: number, timedOut: number, survived: number, uncovered: number, notDrawn: number }}
 *   MutantCount
 * @param {readonly import('./judge-mutants.mjs').JudgedMutant[]} mutants
 * @returns {MutantCount}
 */
export function countMutants(mutants) {
  const count = (status) => mutants.filter((mutant) => mutant.status === status).length;
  return {
    killed: count('killed'),
    timedOut: count('timedOut'),
    survived: count('survived'),
    uncovered: count('uncovered'),
    notDrawn: count('notDrawn'),
  };
}

/**
 * The share of mutants that a test noticed, in percent; 100 where there are none.
 *
 * @param {MutantCount} count
 */
export function scoreOf(count) {
  const all = sumOf(count);
  return all === 0 ? 100 : (100 * (count.killed + count.timedOut)) / all;
}

const head = [
  '| part | which mutants | judged | killed | timed out | survived | no test | score |',
  '|---|---|---|---|---|---|---|---|',
];

/**
 * The table of Markdown with a row for each part that was counted; the rows of other parts stay as they were.
 *
 * @param {string} before the table, or nothing
 * @param {ReadonlyMap<string, MutantCount>} counts
 * @param {{ seed: number } | undefined} sample
 */
export function scoreTable(before, counts, sample) {
  const rows = new Map([...before.matchAll(/^\| `(.*?)` .*$/gm)].map(([row, part]) => [part, row]));
  for (const [part, count] of counts) {
    const { killed, timedOut, survived, uncovered, notDrawn } = count;
    const which = sample === undefined ? 'all' : `a sample, seed ${sample.seed}; ${notDrawn} not drawn`;
    const score = `${scoreOf(count).toFixed(1)} %${sample === undefined ? '' : ` ± ${spreadOf(count).toFixed(1)}`}`;
    rows.set(
      part,
      `| ${[`\`${part}\``, which, sumOf(count), killed, timedOut, survived, uncovered, score].join(' | ')} |`,
    );
  }
  return [...head, ...rows.values(), ''].join('\n');
}

/** How far off the score of a sample may be, to either side, with 95 % probability. */
function spreadOf(count) {
  const share = scoreOf(count) / 100;
  return 196 * Math.sqrt((share * (1 - share)) / Math.max(sumOf(count), 1));
}

function sumOf({ killed, timedOut, survived, uncovered }) {
  return killed + timedOut + survived + uncovered;
}
