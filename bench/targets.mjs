// The table of what was asked for, each figure beside that of 3627a58c on a quiet machine of the same class
// (docs/decisions/speed.md), and XState's engine where both are warm. What is said to be a command is a process
// of its own. With `isLarge` also what takes minutes.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { answerSeconds, pageSeconds, useOf } from './command-use.mjs';
import { cpuSeconds, measure } from './cpu-time.mjs';
import { plainMicros, simpyMicros } from './peers.mjs';
import { downForDays, limitedEgress, oneLayer, severalLayers, workload } from './workload.mjs';

const [nodes, podsPerNode] = [100, 30];

/** CPU seconds of a run with its summary. */
async function summarySeconds({ traceHeader, simulateParts, withoutPauses, RunTotals }, input, engine) {
  const begun = cpuSeconds();
  const totals = new RunTotals(traceHeader(input));
  const end = await simulateParts(input, { engine }, withoutPauses, (part) =>
    totals.begin(traceHeader(part)),
  );
  totals.finish(end);
  if (end.reason !== 'settled') throw new Error('the run did not settle');
  return cpuSeconds() - begun;
}

/** Pods a CPU second whose summary each engine makes: the least time of several turns of both. */
async function warmPods(built) {
  const { input } = built.readInput(
    [{ name: 'bench.yaml', text: workload(nodes, podsPerNode, oneLayer) }],
    {},
  );
  const turn = ['compiled', 'compiled', 'xstate'];
  const least = { compiled: Infinity, xstate: Infinity };
  for (const engine of [...turn, ...turn, 'compiled', 'compiled']) {
    globalThis.gc?.();
    least[engine] = Math.min(least[engine], await summarySeconds(built, input, engine));
  }
  const pods = nodes * podsPerNode;
  return { compiled: pods / least.compiled, xstate: pods / least.xstate };
}

/** Milliseconds of CPU of a run of twelve pods of ten layers, in a process that has made 200 of them. */
async function steadyMillis(built) {
  const { input } = built.readInput([{ name: 'bench.yaml', text: workload(1, 12, severalLayers) }], {});
  const runs = async (count) => {
    const begun = cpuSeconds();
    for (let seed = 0; seed < count; seed++) await summarySeconds(built, { ...input, seed }, 'compiled');
    return ((cpuSeconds() - begun) / count) * 1000;
  };
  await runs(200);
  return Math.min(await runs(50), await runs(50), await runs(50));
}

/**
 * Scripts of an image manager that a processor runs in a minute: the 104 of 41 calls that all releases are
 * held to.
 */
function scriptsPerMinute({ parseScript, runScript, profile }, engine) {
  const lines = gunzipSync(
    readFileSync(new URL('../test/proof/conformance/basic.ndjson.gz', import.meta.url)),
  )
    .toString()
    .trim()
    .split('\n');
  const scripts = lines.map((line) => parseScript(line).script);
  const runAll = () => {
    for (const script of scripts) runScript(script, profile, { engine });
  };
  return (scripts.length / measure(runAll, 3)) * 60;
}

/** Runs a second of wall time that a sweep of so many runs makes on two threads. */
function sweptRuns(seeds) {
  const values = ['--vary', 'maxParallelImagePulls=1..8', '--vary', 'registryPullQPS=5,10,20'];
  const { waited } = useOf(workload(1, 12, severalLayers), {
    command: 'sweep',
    options: [...values, '--seeds', String(seeds), '-o', 'csv', '--workers', '2'],
  });
  return (24 * seeds) / waited;
}

const summary = (...options) => ({ command: 'run', options: ['-o', 'summary', ...options] });
const least = (times, run) => Math.min(...Array.from({ length: times }, run));
const whole = (value) => value.toFixed(0);
const seconds = (value) => `${value.toFixed(value < 10 ? 2 : 0)} s`;
const timeAndMemory = ({ seconds: cpu, mib }) => `${seconds(cpu)}, ${whole(mib)} MiB`;

/** Prints a line for each target. */
export async function printTargets(built, isLarge, print) {
  const row = (name, value, target, before, xstate = '') =>
    print(
      `  ${name.padEnd(54)}${value.padStart(16)}${target.padStart(17)}${before.padStart(18)}${xstate.padStart(9)}`,
    );
  row('what was asked for', 'now', 'asked for', '3627a58c', 'XState');
  const warm = await warmPods(built);
  row(
    '100 nodes of 30 pods, warm: pods a CPU second',
    whole(warm.compiled),
    '3,200',
    '1,719 to 1,949',
    whole(warm.xstate),
  );
  const aPod = (micros) => (micros === undefined ? 'not installed' : `${micros.toFixed(0)} µs a pod`);
  row('  the same timers, messages and records: a plain loop', aPod(plainMicros()), '', '');
  row('  the same by SimPy', aPod(simpyMicros()), '', '');
  row('12 pods of ten layers, warm: a run', `${(await steadyMillis(built)).toFixed(1)} ms`, '9 ms', '15 ms');
  row(
    'scripts of 41 calls a CPU minute',
    whole(scriptsPerMinute(built, 'compiled')),
    '60,000',
    '39,500',
    whole(scriptsPerMinute(built, 'xstate')),
  );
  const few = workload(1, 12, severalLayers);
  row(
    'a command of 12 pods: CPU to the answer',
    seconds(least(5, () => answerSeconds(few))),
    '0.4 s',
    '0.78 s',
  );
  const limited = (count) => useOf(workload(count, 5, limitedEgress), summary('--workers', '1'));
  row('300 nodes on one limited registry, a command: CPU', timeAndMemory(limited(300)), '4 s', '9 to 11.5 s');
  row('1,000 nodes on one limited registry', timeAndMemory(limited(1_000)), '20 s', '');
  row('a sweep on two threads: runs a second', whole(sweptRuns(isLarge ? 150 : 20)), '90', '32');
  row('page, first view of 3,000 pods, CPU of its worker', seconds(pageSeconds(100, 30)), '3 s', '6 s');
  if (!isLarge) return;
  row(
    '100 pods, registry down for 71 h, a command: CPU',
    timeAndMemory(useOf(downForDays, summary('--workers', '1'))),
    '60 s, 250 MB',
    '129 s, 1,660 MB',
  );
  const large = useOf(workload(5_000, podsPerNode, oneLayer), summary('--workers', 'auto'));
  row(
    '150,000 pods on 5,000 nodes, two threads: wall',
    timeAndMemory({ ...large, seconds: large.waited }),
    '40 s, 1 GiB',
    '60 s, 0.9 GiB',
  );
  const grown = (5_000 * podsPerNode) / large.seconds;
  row('its pods a CPU second, against 3,000 warm', (grown / warm.compiled).toFixed(2), '0.85', '');
}
