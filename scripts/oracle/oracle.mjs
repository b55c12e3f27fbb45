// Plays the checked-in scripts on the real code and compares with the checked-in traces:
// `npm run oracle [-- --release v1.36] [--kind pleg] [--write] [--build-limit SECONDS]`. With --write the
// traces are replaced.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { canonicalJson } from '../../dist/src/proof/conformance/compare-traces.js';
import { scriptKindNamed } from '../../dist/src/proof/conformance/script-kinds.js';
import { HistogramTotals } from '../../dist/src/rules/kubelet/go/go-duration.js';
import { linesOf } from '../conformance-data.mjs';
import { root } from '../run.mjs';
import { endScript, scriptOptions } from '../script-options.mjs';
import { noOracleExitCode, oracleProgram } from './oracle-build.mjs';
import { readRegressions, writeRegression } from './oracle-regressions.mjs';
import { oraclesAsked } from './oracle-releases.mjs';

const { values } = scriptOptions(
  {
    options: {
      release: { type: 'string', multiple: true },
      kind: { type: 'string', multiple: true },
      write: { type: 'boolean', default: false },
      'build-limit': { type: 'string' },
    },
  },
  ['build-limit'],
);
const limitEnds =
  values['build-limit'] === undefined ? undefined : Date.now() / 1_000 + Number(values['build-limit']);
const allRegressions = readRegressions();

let different = 0;
let missing = 0;
for (const oracle of oraclesAsked(values)) {
  const { version, kind, data } = oracle;
  const limit =
    limitEnds === undefined ? {} : { limitSeconds: Math.max(1, Math.round(limitEnds - Date.now() / 1_000)) };
  const built = oracleProgram(oracle, limit);
  if (built.program === undefined) {
    console.error(`oracle: ${version} ${kind} is left out: ${built.missing}`);
    missing += 1;
    continue;
  }
  const scripts = linesOf(data);
  const regressions = allRegressions.filter(({ script }) => (script.kind ?? 'imagemanager') === kind);
  const started = Date.now();
  const traces = play(built.program, [...scripts, ...regressions.map(({ script }) => script)]);
  const traceFile = `${version}/${data}`;
  const file = `test/proof/conformance/${traceFile}`;
  const recorded = existsSync(join(root, file)) ? linesOf(traceFile) : [];
  const asProcess = asOneProcess(kind, version, scripts);
  const changed = scripts.filter(
    (_, index) =>
      !isAsRecorded(kind, recorded[index], traces[index]) &&
      !asProcess(index, recorded[index], traces[index]),
  );
  if (changed.length > 0 || recorded.length !== scripts.length) {
    const names = changed.map(({ name }) => name);
    tell(file, names);
    if (values.write) {
      const lines = traces.slice(0, scripts.length).map((trace) => `${JSON.stringify(trace)}\n`);
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), gzipSync(lines.join(''), { level: 9 }));
    }
  }
  const changedRegressions = regressions.filter((regression, index) =>
    updateRegression(regression, oracle, traces[scripts.length + index]),
  );
  const seconds = ((Date.now() - started) / 1_000).toFixed(1);
  const entries = traces.reduce((sum, { trace }) => sum + trace.length, 0);
  console.log(
    `${version} ${kind}: ${traces.length} scripts, ${entries} entries in ${seconds} s: ${changed.length + changedRegressions.length} differ from what is recorded`,
  );
}
if (different > 0) {
  console.log(
    values.write ? `wrote ${different} files` : 'Read the difference; npm run oracle -- --write records it.',
  );
}
process.exitCode = different > 0 && !values.write ? 5 : missing > 0 ? noOracleExitCode : 0;

/**
 * The harness counts each script alone, and a recorded process went on counting: the last digit of a sum may
 * differ. It is as recorded where the simulator makes the one of the same script alone, and the other as such
 * a process.
 */
function asOneProcess(kind = 'imagemanager', version, scripts) {
  const { run } = scriptKindNamed(kind).runnerOf(version);
  const totals = new HistogramTotals();
  let inTurn;
  return (index, recorded, trace) => {
    inTurn ??= scripts.map((script) => run(script, totals));
    return isAsRecorded(kind, recorded, inTurn[index]) && isAsRecorded(kind, trace, run(scripts[index]));
  };
}

/** Equal; or equal up to a race, after which the real code does now this, now that. */
function isAsRecorded(kind = 'imagemanager', recorded, trace) {
  if (canonicalJson(recorded) === canonicalJson(trace)) return true;
  if (recorded === undefined) return false;
  const { expected, actual, excludedBy } = scriptKindNamed(kind).comparedPart(recorded, trace);
  return excludedBy !== undefined && canonicalJson(expected) === canonicalJson(actual);
}

/** Says, and with --write records, what a release does otherwise than the regression's file has it. */
function updateRegression(regression, { version }, trace) {
  const recorded = regression.recorded.find((line) => line.version === version);
  if (isAsRecorded(regression.script.kind, recorded?.trace, trace)) return false;
  tell(`${regression.file} (${version})`, []);
  regression.recorded = [...regression.recorded.filter((line) => line !== recorded), { version, trace }];
  if (values.write) writeRegression(regression);
  return true;
}

function tell(file, names) {
  different += 1;
  const shown = names.slice(0, 10).join(', ');
  console.log(
    `${file} ${values.write ? 'is written anew' : 'is not what the kubelet does'}${shown === '' ? '' : `: ${shown}`}${names.length > 10 ? ', …' : ''}`,
  );
}

function play(program, list) {
  const input = list.map((script) => `${JSON.stringify(script)}\n`).join('');
  const { stdout, stderr, status } = spawnSync(program, { input, encoding: 'utf8', maxBuffer: 2 ** 30 });
  const traces = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const refused = traces.find(({ trace }) => trace.some(({ type }) => type === 'oracle-error'));
  if (status === 0 && traces.length === list.length && refused === undefined) return traces;
  console.error(stderr);
  console.error(
    refused === undefined
      ? `${relative(root, program)} ended with ${status} after ${traces.length} scripts`
      : JSON.stringify(refused),
  );
  return endScript(1);
}
