// Lets fast-check write scripts, and runs them on the simulator and on the real image managers:
// `npm run oracle:fuzz -- --runs 2000 --seed N [--release v1.36] [--path P] [--name NAME] [--build-limit SECONDS]`.
// A divergence is shrunk, told with the line that replays it, and kept as test/conformance/regressions/NAME.ndjson.
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { processUnderTest } from '../dist/src/cli/process-under-test.js';
import { fuzz } from '../dist/src/conformance/fuzz.js';
import { simulatedKubelet } from '../dist/src/conformance/simulated-kubelet.js';
import { selectProfile } from '../dist/src/kubelet/profiles/select-profile.js';
import { buildOracle } from './oracle-build.mjs';
import { writeRegression } from './oracle-regressions.mjs';
import { oracleReleasesAsked } from './oracle-releases.mjs';
import { root } from './run.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '500' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    release: { type: 'string', multiple: true },
    path: { type: 'string' },
    name: { type: 'string' },
    'build-limit': { type: 'string' },
  },
});
for (const option of ['runs', 'seed', 'build-limit']) {
  if (values[option] === undefined || /^\d+$/.test(values[option])) continue;
  console.error(`oracle:fuzz: --${option} takes a whole number, not ${values[option]}`);
  process.exit(2);
}
const runs = Number(values.runs);
const seed = Number(values.seed);
const limit = values['build-limit'] === undefined ? {} : { limitSeconds: Number(values['build-limit']) };

console.log(`oracle:fuzz: seed ${seed}, ${runs} scripts for each release`);
const kubelets = oracleReleasesAsked(values.release).map((oracle) => ({
  ...oracle,
  real: processUnderTest({ command: `'${buildOracle(oracle, limit)}'`, name: `kubelet ${oracle.version}`, cwd: root, env: process.env }),
}));
let diverged = 0;
for (const { release, version, real } of kubelets) {
  const simulated = simulatedKubelet(selectProfile(version).profile);
  const started = Date.now();
  const told = progressOf(version);
  const report = await fuzz({
    left: real,
    right: simulated,
    runs,
    seed,
    ...(values.path === undefined ? {} : { path: values.path }),
    onProgress: told.progress,
  });
  told.end();
  const { finding } = report;
  if (finding === undefined) {
    console.log(
      `${version}: ${report.runs} scripts, ${report.entriesAgreeing} entries agree in ${((Date.now() - started) / 1_000).toFixed(0)} s; ${report.scriptsExcluded} scripts compared up to a race`,
    );
    continue;
  }
  diverged += 1;
  console.log(`${version}: ${finding.breakdown ?? `entry ${finding.divergence.index} differs`} (script ${report.runs}, shrunk)`);
  if (finding.divergence !== undefined) {
    console.log(`  kubelet   ${JSON.stringify(finding.divergence.expected)}\n  simulator ${JSON.stringify(finding.divergence.actual)}`);
  }
  console.log(`  script    ${JSON.stringify(finding.script)}`);
  console.log(`  again:    npm run oracle:fuzz -- --release ${release} --runs ${runs} --seed ${seed} --path ${report.path}`);
  if (finding.expected !== undefined) console.log(`  kept as   ${await keep(finding, release, report)}`);
}
await Promise.all(kubelets.map(({ real }) => real.close()));
process.exit(diverged > 0 ? 5 : 0);

/** Saves the script with what each release at hand does with it. */
async function keep({ script }, release, { path }) {
  const name = values.name ?? `${release}-seed-${seed}-run-${path.split(':')[0]}`;
  const named = { ...script, name };
  const recorded = [];
  for (const { version, real } of kubelets) recorded.push({ version, trace: await real.run(named) });
  const found = `npm run oracle:fuzz -- --release ${release} --runs ${runs} --seed ${seed} --path ${path}`;
  return relative(root, writeRegression({ name, found, script: named, recorded }));
}

function progressOf(version) {
  if (!process.stderr.isTTY) return { progress: () => undefined, end: () => undefined };
  let shown = 0;
  return {
    progress: ({ scripts, calls, isShrinking }) => {
      if (Date.now() - shown < 200) return;
      shown = Date.now();
      process.stderr.write(`\r${version}: ${scripts} scripts, ${calls} calls${isShrinking ? ', shrinking' : ''}\x1b[K`);
    },
    end: () => process.stderr.write('\r\x1b[K'),
  };
}
