// Measures the simulator's inner loop: `npm run bench`. CPU time, not wall time; a plain loop calibrated in
// the same run makes figures of different machines comparable. Never part of the tests. `--dist <folder>`:
// another build; `--targets`: only the table of what was asked for; `--large`: 5,000 nodes in it; `--page`: only
// what the page takes in a browser; `--by-actor`:
// only what a pod costs by actor, `--by-event` by kind of event too, of ten nodes of 30 pods or of `--input
// <file>`; `--cold`: of the first run in this process; `--explore`: only how fast an exploration goes.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { Actor } from 'xstate';
import { endScript, scriptOptions } from '../scripts/script-options.mjs';
import { printByActor } from './by-actor.mjs';
import { measure, plainLoop, thousand } from './cpu-time.mjs';
import { printExploration } from './exploration.mjs';
import { printFlows } from './flows.mjs';
import { printPage } from './page.mjs';
import { printTargets } from './targets.mjs';
import { fourLayers, oneLayer, workload } from './workload.mjs';

const no = { type: 'boolean', default: false };
const { values } = scriptOptions({
  options: {
    dist: { type: 'string', default: 'dist' },
    input: { type: 'string' },
    targets: no,
    large: no,
    cold: no,
    explore: no,
    page: no,
    'by-actor': no,
    'by-event': no,
  },
});
const built = (path) => import(new URL(path, `${pathToFileURL(values.dist)}/`).href);
const { readInput } = await built('src/inputs/read-input.js');
const { simulate, simulateParts, withoutPauses } = await built('src/run/simulation/simulate.js');

const print = (line) => console.log(line);
const { traceHeader } = await built('src/run/simulation/trace-header.js');
const { RunTotals } = await built('src/reports/summary/run-totals.js');
const { parseScript } = await built('src/proof/conformance/parse-script.js');
const { runScript } = await built('src/proof/conformance/imagemanager/run-script.js');
const { unpackingSource } = await built('src/rules/runtime/network/capacities.js');
const { v1_36: profile } = await built('src/rules/kubelet/profiles/profiles.js');
if (values['by-actor'] || values['by-event']) {
  const { CompiledActor } = await built('src/run/engine/compiled/compiled-actor.js');
  const { TraceRecorder } = await built('src/run/simulation/trace-recorder.js');
  const { Kernel } = await built('src/run/simulation/kernel.js');
  await printByActor(
    { simulateParts, withoutPauses, RunTotals, traceHeader, CompiledActor, TraceRecorder, Kernel },
    values.input === undefined ? inputOf(10, 30, oneLayer) : inputFrom(readFileSync(values.input, 'utf8')),
    { isByEvent: values['by-event'], isCold: values.cold },
    print,
  );
  endScript(0);
}
const exploring = {
  readInput,
  ...(await built('src/proof/exploration/exploration.js')),
  ...(await built('src/proof/exploration/progress.js')),
  ...(await built('src/run/invariants/invariants.js')),
};
if (values.page) {
  await printPage(print);
  endScript(0);
}
if (values.explore) {
  printExploration(exploring, print);
  endScript(0);
}
await printTargets(
  { readInput, traceHeader, simulateParts, withoutPauses, RunTotals, parseScript, runScript, profile },
  values.large,
  print,
);
if (values.targets) endScript(0);
await printPage(print);
printExploration(exploring, print);

function inputOf(nodes, pods, kind) {
  return inputFrom(workload(nodes, pods, kind));
}

function inputFrom(text) {
  const result = readInput([{ name: 'bench.yaml', text }], {});
  if (!result.ok) throw new Error(JSON.stringify(result.errors[0]));
  return result.input;
}

/**
 * What an event costs of the sharing of processors and disk: unpacking that works alone would have a timer
 * instead of a request to the network, which then has one.
 */
function sharingSteps(machine, { type, registry }) {
  if (machine === 'disk') return 1;
  return machine === 'network' && type === 'FLOW.REQUESTED' && registry === unpackingSource ? 2 : 0;
}

/**
 * A run with its trace, how many events its machines process, and how many of them are what the sharing of
 * processors and disk costs.
 */
function counted(input) {
  const original = Actor.prototype._process;
  let steps = 0;
  let shared = 0;
  Actor.prototype._process = function process(event) {
    steps++;
    shared += sharingSteps(this.logic.id, event);
    return original.call(this, event);
  };
  try {
    const { records, end } = simulate(input, { engine: 'xstate' });
    return { records, end, steps, shared };
  } finally {
    Actor.prototype._process = original;
  }
}

const loopSteps = 2_000_000;
const loopPerSecond = loopSteps / measure(() => plainLoop(loopSteps));
console.log(`plain loop (calibration)            ${thousand(loopPerSecond)} steps a CPU second`);

const podsPerSecond = {};
for (const [name, nodes, pods, kind] of [
  ['1 node of 110 pods', 1, 110, oneLayer],
  ['4 nodes of 30 pods', 4, 30, oneLayer],
  ['100 nodes of 30 pods', 100, 30, oneLayer],
  ['4 nodes of 30 pods, four layers, limited egress', 4, 30, fourLayers],
  ['100 nodes of 30 pods, four layers, limited egress', 100, 30, fourLayers],
]) {
  const input = inputOf(nodes, pods, kind);
  let run;
  // A long run is warm in itself, and what counting costs is lost in it.
  const long = measure(() => {
    run = counted(input);
  }, 1);
  const { records, end, steps, shared } = run;
  if (end.reason !== 'settled') throw new Error(`${name}: the run did not settle`);
  globalThis.gc?.();
  const seconds =
    nodes === 100 ? long : measure(() => simulate(input, { engine: 'xstate', keepRecords: false }));
  const compiledSeconds = measure(
    () => simulate(input, { engine: 'compiled', keepRecords: nodes === 100 }),
    nodes === 100 ? 1 : undefined,
  );
  const flows = records.filter(({ type, state }) => type === 'fetch' && state === 'started').length;
  podsPerSecond[name] = (nodes * pods) / seconds;
  const perMillion = ((podsPerSecond[name] / loopPerSecond) * 1e6).toFixed(0);
  console.log(name);
  console.log(
    `  pods                              ${podsPerSecond[name].toFixed(0)} a CPU second (${perMillion} per million plain steps)`,
  );
  console.log(
    `  by the compiled engine            ${((nodes * pods) / compiledSeconds).toFixed(0)} a CPU second, ${(seconds / compiledSeconds).toFixed(1)} times as fast`,
  );
  console.log(
    `  bodies on the wires               ${(flows / seconds).toFixed(0)} a CPU second, ${(flows / nodes / pods).toFixed(1)} a pod`,
  );
  console.log(
    `  machine steps                     ${thousand(steps / seconds)} a CPU second, ${(steps / nodes / pods).toFixed(1)} a pod (1 : ${(loopPerSecond / (steps / seconds)).toFixed(0)} plain steps)`,
  );
  console.log(
    `  sharing of processors and disk    ${(shared / nodes / pods).toFixed(1)} steps a pod, ${((shared / steps) * 100).toFixed(1)} % (${((steps - shared) / nodes / pods).toFixed(1)} without)`,
  );
  console.log(
    `  trace records                     ${thousand(records.length / seconds)} a CPU second, ${(records.length / nodes / pods).toFixed(1)} a pod`,
  );
  console.log(
    `  heap after the run                ${(process.memoryUsage().heapUsed / 2 ** 20).toFixed(0)} MiB with its trace of ${records.length} records`,
  );
}
for (const kind of ['', ', four layers, limited egress']) {
  const linear = podsPerSecond[`100 nodes of 30 pods${kind}`] / podsPerSecond[`4 nodes of 30 pods${kind}`];
  console.log(
    `100 nodes against 4${(kind || ', one layer').padEnd(33)} ${linear.toFixed(2)} of the speed per pod (1.00 is linear)`,
  );
}
printFlows(await built('src/rules/runtime/network/flow-table.js'), print);
