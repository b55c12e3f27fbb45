/**
 * How the mutants of a part ended; those that only the loading of a module would show, and those inside a machine's literal, are left out.
 *
 * @typedef {{ killed: number, timedOut: number, survived: number, uncovered: number }} MutantCount
 * @param {readonly import('./judge-mutants.mjs').JudgedMutant[]} mutants
 * @returns {MutantCount}
 */
export function countMutants(mutants) {
  const count = (status) => mutants.filter((mutant) => mutant.status === status).length;
  return { killed: count('killed'), timedOut: count('timedOut'), survived: count('survived'), uncovered: count('uncovered') };
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

const head = ['| part | mutants | killed | timed out | survived | no test | score |', '|---|---|---|---|---|---|---|'];

/**
 * The table of Markdown with a row for each part that was counted; the rows of other parts stay as they were.
 *
 * @param {string} before the table, or nothing
 * @param {ReadonlyMap<string, MutantCount>} counts
 */
export function scoreTable(before, counts) {
  const rows = new Map([...before.matchAll(/^\| `(.*?)` .*$/gm)].map(([row, part]) => [part, row]));
  for (const [part, count] of counts) {
    const { killed, timedOut, survived, uncovered } = count;
    rows.set(
      part,
      `| ${[`\`${part}\``, sumOf(count), killed, timedOut, survived, uncovered, `${scoreOf(count).toFixed(1)} %`].join(' | ')} |`,
    );
  }
  return [...head, ...rows.values(), ''].join('\n');
}

function sumOf({ killed, timedOut, survived, uncovered }) {
  return killed + timedOut + survived + uncovered;
}
