// Replays the recorded runs of test/validation/runs in the simulator and compares:
// `npm run validate -- [--only e6-fail] [--runs FILE] [-v] [--json] [--dist DIR]`; --runs takes another recording
// (npm run record) instead; -v shows everything that was compared,
// and both sequences of each run side by side. `--rules` breaks one rule of the model after another instead,
// and writes into docs/fidelity-runtime.md how many variants notice. Exit code 1 where something differs that is not
// declared in tools/validation/known-misses.ts (never with `--rules`), 2 where it was called wrongly.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { recordedRuns } from './recorded-runs.mjs';
import { root } from './run.mjs';
import { endScript, exitWith, scriptOptions } from './script-options.mjs';
import { writeRulesTable } from './validation-rules.mjs';

const { values } = scriptOptions({
  options: {
    dist: { type: 'string', default: join(root, 'dist') },
    only: { type: 'string', default: '' },
    runs: { type: 'string' },
    verbose: { type: 'boolean', short: 'v', default: false },
    json: { type: 'boolean', default: false },
    rules: { type: 'boolean', default: false },
  },
});
if (!existsSync(join(resolve(values.dist), 'tools/validation')))
  exitWith(`${values.dist} holds no build: npm run build makes one`);
const load = (name) =>
  import(pathToFileURL(join(resolve(values.dist), 'tools/validation', `${name}.js`)).href);
const [{ readRecordedRuns }, { variantsOf }, { validateVariant }, { verdictRow }] = await Promise.all(
  ['read-recorded-runs', 'variants-of', 'validate-variant', 'verdict-row'].map(load),
);
const [{ compareSteps }, { modelRules }, { ruleWorth }] = await Promise.all(
  ['compare-steps', 'model-rules', 'rule-worth'].map(load),
);
const [{ observeRecorded }, { observeReplay }, { replayRun }, { sequenceOf }] = await Promise.all(
  ['observe-recorded', 'replay/observe-replay', 'replay/replay-run', 'sequence-of'].map(load),
);

const runs =
  values.runs === undefined
    ? recordedRuns(readRecordedRuns)
    : readRecordedRuns(values.runs, readFileSync(values.runs, 'utf8'));
const chosen = [...variantsOf(runs)].filter(([name]) => name.includes(values.only));
if (chosen.length === 0) exitWith(`no variant has ${values.only} in its name`);
const verdicts = chosen.map(([, variant]) => validateVariant(variant, { isQuick: values.rules }));
const steps = compareSteps(verdicts.flatMap((verdict) => verdict.steps));
if (values.rules) {
  const variants = chosen.map(([, variant]) => variant);
  writeRulesTable(modelRules, (rule) => ruleWorth(rule, variants, verdicts), console.log);
  // Each variant was replayed once only, which tells who notices a rule and not whether all runs agree.
  endScript(0);
} else if (values.json) console.log(JSON.stringify({ verdicts, steps }, undefined, 2));
else printTable(verdicts);
const isFine = verdicts.every((verdict) => ['agrees', 'known miss'].includes(verdictRow(verdict).verdict));
process.exitCode = isFine && steps.every(({ agrees }) => agrees) ? 0 : 1;

function printTable(all) {
  const rows = all.map(verdictRow);
  const header = {
    variant: 'variant',
    repetitions: 'runs',
    counts: 'counts',
    texts: 'texts',
    order: 'order',
    time: 'pull, real → ours',
    moment: 'moment, real → ours',
    verdict: 'verdict',
  };
  const names = Object.keys(header);
  const width = Object.fromEntries(
    names.map((name) => [name, Math.max(...[header, ...rows].map((row) => String(row[name]).length))]),
  );
  const line = (row) =>
    names
      .map((name) => String(row[name]).padEnd(width[name]))
      .join('  ')
      .trimEnd();
  console.log(line(header));
  for (const [index, row] of rows.entries()) {
    console.log(line(row));
    if (values.verbose || row.verdict !== 'agrees') printMisses(all[index]);
    if (values.verbose) for (const run of chosen[index][1]) printSideBySide(run);
  }
  const count = (verdict) => rows.filter((row) => row.verdict === verdict).length;
  const runs = all.reduce((sum, { repetitions }) => sum + repetitions, 0);
  console.log(
    `\n${rows.length} variants, ${runs} runs: ${count('agrees')} agree, ${count('known miss')} known misses, ${count('MISS')} misses, ${count('FAILED')} could not be replayed`,
  );
  console.log(`\n${steps.filter(({ agrees }) => agrees).length} of ${steps.length} steps agree`);
  for (const { runtime, step, seen, real, ours, agrees } of steps) {
    if (values.verbose || !agrees)
      console.log(
        `  ${agrees ? '=' : '≠'} ${runtime} ${step} (${seen} runs): ${real.toFixed(1)} → ${ours.toFixed(1)}`,
      );
  }
}

function printMisses({ failure, comparisons, misses, staleMisses }) {
  if (failure !== undefined) console.log(`    could not be replayed: ${failure}`);
  if (values.verbose)
    for (const comparison of comparisons)
      console.log(`    ${comparison.agrees ? '=' : '≠'} ${shown(comparison)}`);
  else
    for (const { comparison, known } of misses)
      if (known === undefined) console.log(`    ${shown(comparison)}`);
  for (const reason of new Set(misses.flatMap(({ known }) => known?.reason ?? [])))
    console.log(`    known: ${reason}`);
  for (const what of staleMisses)
    console.log(`    declared in tools/validation/known-misses.ts, and not so: ${what}`);
}

/** What happened in a recorded run and in its replay. */
function printSideBySide(run) {
  const real = sequenceOf(observeRecorded(run));
  const ours = sequenceOf(observeReplay(replayRun(run)));
  const width = Math.max(...real.map((line) => line.length));
  console.log(`    ${run.header.run}: real, ours`);
  for (let line = 0; line < Math.max(real.length, ours.length); line++) {
    console.log(`      ${(real[line] ?? '').padEnd(width)}  ${ours[line] ?? ''}`.trimEnd());
  }
}

function shown({ about, what, real, ours }) {
  const between = real.length + ours.length > 100 ? '\n      ' : ', ';
  return `${about}: ${what}: real ${oneLine(real)}${between}ours ${oneLine(ours)}`;
}

function oneLine(text) {
  return text.replaceAll('\n', '⏎');
}
