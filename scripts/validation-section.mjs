// The part of docs/fidelity-runtime.md that is measured, not typed: the recorded runs of test/validation, replayed
// and compared.
import { compareSteps } from '../dist/tools/validation/compare-steps.js';
import { knownMisses } from '../dist/tools/validation/known-misses.js';
import { readRecordedRuns } from '../dist/tools/validation/read-recorded-runs.js';
import { validateVariant } from '../dist/tools/validation/validate-variant.js';
import { variantsOf } from '../dist/tools/validation/variants-of.js';
import { verdictRow } from '../dist/tools/validation/verdict-row.js';
import { markdownTable } from './markdown-table.mjs';
import { recordedRuns } from './recorded-runs.mjs';

/**
 * @returns {object} the recorded runs, replayed: a row for each variant, steps, and how many have which
 * verdict
 */
export function validated() {
  const runs = recordedRuns(readRecordedRuns);
  const verdicts = [...variantsOf(runs).values()].map((variant) => validateVariant(variant));
  const rows = verdicts.map(verdictRow);
  const steps = compareSteps(verdicts.flatMap((verdict) => verdict.steps));
  const count = (verdict) => rows.filter((row) => row.verdict === verdict).length;
  return {
    runs: runs.length,
    rows,
    verdicts,
    steps,
    agree: count('agrees'),
    known: count('known miss'),
    differ: count('MISS') + count('FAILED'),
  };
}

/**
 * @returns {string} Markdown: a line per variant, and everything in which the simulator is known to differ.
 */
export function validationSection({ runs, rows, verdicts, steps, agree, known, differ }) {
  const counted = [`${agree} agree`, `${known} are known misses`, `${differ} differ`];
  return `
${runs} runs of ${rows.length} variants: ${counted.join(', ')}.

${markdownTable(
  ['variant', 'runs', 'counts', 'texts', 'order', 'pull: real → ours', 'moment: real → ours', 'verdict'],
  rows.map(({ variant, repetitions, counts, texts, order, time, moment, verdict }) => [
    `\`${variant}\``,
    repetitions,
    counts,
    texts,
    order,
    time,
    moment,
    verdict,
  ]),
)}

Steps, in the median of the runs that show them:

${markdownTable(
  ['runtime', 'step', 'runs', 'real', 'ours', 'verdict'],
  steps.map(({ runtime, step, seen, real, ours, agrees }) => [
    runtime,
    step,
    seen,
    real.toFixed(1),
    ours.toFixed(1),
    agrees ? 'agrees' : 'differs',
  ]),
)}

Known misses:

${
  knownMisses.length === 0
    ? 'none'
    : markdownTable(
        ['variant', 'what', 'why'],
        knownMisses.map(({ variant, what, reason }) => [`\`${variant}\``, what.join(', '), reason]),
      )
}

How far apart the runs of one variant lie, where a time is a known miss, in ms. **Among them**: ours is no farther from the nearest
run than they are from each other. Where there is one run, it has no spread.

${markdownTable(['variant', 'time', 'recorded, each run', 'ours', 'ours is'], verdicts.flatMap(spreadRows))}

`;
}

/**
 * @returns {string[][]} a row for each time of a variant that is known to differ: all that was recorded, and
 * ours
 */
function spreadRows({ name, misses }) {
  return misses.flatMap(({ comparison: { what, realEachMs, oursMs } }) =>
    realEachMs === undefined || what.endsWith('in any order')
      ? []
      : [
          [
            `\`${name}\``,
            what,
            realEachMs.map((ms) => ms.toFixed(0)).join(', '),
            oursMs.toFixed(0),
            placeAmong(realEachMs, oursMs),
          ],
        ],
  );
}

function placeAmong(recorded, ours) {
  if (recorded.length === 1) return 'beside the only one';
  const spread = Math.max(...recorded) - Math.min(...recorded);
  return Math.min(...recorded.map((ms) => Math.abs(ms - ours))) <= spread ? 'among them' : 'beside them';
}
