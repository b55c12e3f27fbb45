// Records pulls of a real containerd, as test/validation/runs has them:
// `npm run record -- --containerd PATH --out FILE [--experiment e1-order] [--only c17-eq8] [--repetitions 3]`.
// It makes the recorded runs of its next of kin again (1.x those of 1.6.20, 2.x those of 2.4.2): each with a new
// containerd that has an empty store, and a registry on the loopback with the run's limits and faults. Needs root, as
// containerd does. `--list` shows the runs and records none; `--load-max 2` waits before each run until the machine is so
// quiet, in its load of the last minute. Exit code 1 where a run could not be recorded.
import { readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { recordedRuns } from './recorded-runs.mjs';
import { containerdVersion } from './recording/containerd-process.mjs';
import { recordRun } from './recording/record-run.mjs';
import { root } from './run.mjs';
import { endScript, exitWith, scriptOptions } from './script-options.mjs';

const { values } = scriptOptions(
  {
    options: {
      containerd: { type: 'string', default: 'containerd' },
      out: { type: 'string' },
      experiment: { type: 'string', default: '' },
      only: { type: 'string', default: '' },
      repetitions: { type: 'string' },
      'load-max': { type: 'string' },
      list: { type: 'boolean', default: false },
    },
  },
  ['repetitions', 'load-max'],
);
const { containerd, out, experiment, only, repetitions, 'load-max': loadMax } = values;
const modules = await loadModules();
const version = containerdVersion(containerd);
const plan = modules
  .recordingPlan(
    recordedRuns(modules.readRecordedRuns),
    version,
    repetitions === undefined ? undefined : Number(repetitions),
  )
  .filter(({ name }) => name.startsWith(experiment) && name.includes(only));
if (plan.length === 0) exitWith(`containerd ${version} has no run of ${experiment} ${only}`);
if (values.list) {
  for (const { name } of plan) console.log(name);
  endScript(0);
}
if (out === undefined) exitWith('--out FILE is missing');

const texts = [];
let failed = 0;
// Ctrl-C ends containerd too; what it has mounted and written must go before this script does.
let isInterrupted = false;
process.once('SIGINT', () => {
  isInterrupted = true;
});
for (const [place, recording] of plan.entries()) {
  if (isInterrupted) break;
  const { name } = recording;
  while (loadMax !== undefined && !isInterrupted && (loadavg()[0] ?? 0) > Number(loadMax)) await sleep(2_000);
  try {
    texts.push(await recordRun(recording, { containerd, modules }));
    writeFileSync(out, texts.join(''));
    console.error(`${place + 1}/${plan.length} ${name}`);
  } catch (error) {
    failed++;
    console.error(`${place + 1}/${plan.length} ${name}: ${error.stack ?? error}`);
  }
}
if (texts.length > 0) modules.readRecordedRuns(out, readFileSync(out, 'utf8'));
endScript(failed > 0 || isInterrupted ? 1 : 0);

async function loadModules() {
  const names = [
    'tools/recording/recording-plan',
    'tools/recording/containerd-config',
    'tools/recording/recording-registry',
    'tools/recording/recorded-images',
    'tools/recording/recorded-requests',
    'tools/recording/recorded-call',
    'tools/recording/read-containerd-log',
    'tools/recording/write-recorded-run',
    'tools/validation/read-recorded-runs',
    'tools/validation/replay/replay-setup',
    'src/interfaces/registry/registry-server',
    'src/interfaces/cri/connect-image-service',
  ];
  const loaded = await Promise.all(
    names.map((name) => import(pathToFileURL(join(root, 'dist', `${name}.js`)).href)),
  );
  return Object.assign({}, ...loaded);
}
