// Lets fast-check write scripts of each kind, and runs them on the simulator and on the real code:
// `npm run oracle:fuzz -- --runs 2000 --seed N [--kind pleg] [--release v1.36] [--path P] [--name NAME] [--build-limit SECONDS]`.
// A divergence is shrunk, told with the line that replays it, and kept as
// test/proof/conformance/regressions/KIND/NAME.ndjson.
import { relative } from 'node:path';
import { processUnderTest } from '../../dist/src/interfaces/cli/systems/process-under-test.js';
import { fuzz } from '../../dist/src/proof/conformance/fuzz.js';
import { scriptKindNamed } from '../../dist/src/proof/conformance/script-kinds.js';
import { simulatedSystem } from '../../dist/src/proof/conformance/system-under-test.js';
import { root } from '../run.mjs';
import { anotherSeed, scriptOptions } from '../script-options.mjs';
import { buildOracle } from './oracle-build.mjs';
import { writeRegression } from './oracle-regressions.mjs';
import { oraclesAsked } from './oracle-releases.mjs';

const { values } = scriptOptions(
  {
    options: {
      runs: { type: 'string', default: '500' },
      seed: { type: 'string', default: anotherSeed() },
      kind: { type: 'string', multiple: true },
      release: { type: 'string', multiple: true },
      path: { type: 'string' },
      name: { type: 'string' },
      'build-limit': { type: 'string' },
    },
  },
  ['runs', 'seed', 'build-limit'],
);
const runs = Number(values.runs);
const seed = Number(values.seed);
const limitEnds =
  values['build-limit'] === undefined ? undefined : Date.now() / 1_000 + Number(values['build-limit']);

console.log(`oracle:fuzz: seed ${seed}, ${runs} scripts for each kind and release`);
const systems = oraclesAsked(values).flatMap((oracle) => {
  const kind = scriptKindNamed(oracle.kind);
  const runner = kind?.runnerOf(oracle.version);
  if (runner === undefined || 'error' in runner) {
    console.log(`${oracle.version} ${oracle.kind}: Windlass does not run such scripts`);
    return [];
  }
  const limit =
    limitEnds === undefined ? {} : { limitSeconds: Math.max(1, Math.round(limitEnds - Date.now() / 1_000)) };
  const command = `'${buildOracle(oracle, limit)}'`;
  const real = processUnderTest({
    command,
    name: `the real code of ${oracle.version}`,
    cwd: root,
    env: process.env,
  });
  return [{ ...oracle, kind, real, simulated: simulatedSystem(runner) }];
});
let diverged = 0;
for (const { release, version, kind, real, simulated } of systems) {
  const name = `${version} ${kind.kind}`;
  const started = Date.now();
  const told = progressOf(name, kind);
  const path = values.path === undefined ? {} : { path: values.path };
  const report = await fuzz({
    kind,
    left: real,
    right: simulated,
    runs,
    seed,
    ...path,
    onProgress: told.progress,
  });
  told.end();
  const { finding } = report;
  if (finding === undefined) {
    console.log(
      `${name}: ${report.runs} scripts, ${report.entriesAgreeing} entries agree in ${((Date.now() - started) / 1_000).toFixed(0)} s; ${report.scriptsExcluded} scripts compared up to a race`,
    );
    continue;
  }
  diverged += 1;
  console.log(
    `${name}: ${finding.breakdown ?? `entry ${finding.divergence.index} differs`} (script ${report.runs}, shrunk)`,
  );
  if (finding.divergence !== undefined) {
    console.log(
      `  real      ${JSON.stringify(finding.divergence.expected)}\n  simulator ${JSON.stringify(finding.divergence.actual)}`,
    );
  }
  console.log(`  script    ${JSON.stringify(finding.script)}`);
  console.log(`  again:    ${commandFor(kind, release, report)}`);
  if (finding.expected !== undefined)
    console.log(`  kept as   ${await keep(finding, kind, release, report)}`);
}
await Promise.all(systems.map(({ real }) => real.close()));
process.exitCode = diverged > 0 ? 5 : 0;

function commandFor({ kind }, release, { path }) {
  return `npm run oracle:fuzz -- --kind ${kind} --release ${release} --runs ${runs} --seed ${seed} --path ${path}`;
}

/** Saves the script with what each release at hand does with it. */
async function keep({ script }, kind, release, report) {
  const name = values.name ?? `${release}-seed-${seed}-run-${report.path.split(':')[0]}`;
  const named = { ...script, name };
  const recorded = [];
  for (const other of systems.filter((system) => system.kind === kind))
    recorded.push({ version: other.version, trace: await other.real.run(named) });
  return relative(
    root,
    writeRegression({ name, found: commandFor(kind, release, report), script: named, recorded }),
  );
}

function progressOf(name, { unit }) {
  if (!process.stderr.isTTY) return { progress: () => undefined, end: () => undefined };
  let shown = 0;
  return {
    progress: ({ scripts, size, isShrinking }) => {
      if (Date.now() - shown < 200) return;
      shown = Date.now();
      process.stderr.write(
        `\r${name}: ${scripts} scripts, ${size} ${unit}s${isShrinking ? ', shrinking' : ''}\x1b[K`,
      );
    },
    end: () => process.stderr.write('\r\x1b[K'),
  };
}
