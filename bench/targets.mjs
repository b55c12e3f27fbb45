// The table of what was asked for: beside each figure of the compiled engine that of XState's, made in the
// same run. What is said to be a command is a process of its own. With `isLarge` also 5,000 nodes.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { pageSeconds, useOf } from './command-use.mjs';
import { cpuSeconds, measure } from './cpu-time.mjs';
import { hubLimit, oneLayer, workload } from './workload.mjs';

const [nodes, podsPerNode] = [100, 30];

/**
 * Pods a CPU second whose summary each engine makes: the least time of several turns of both, once they are
 * warm.
 */
async function warmPods({ readInput, traceHeader, simulateParts, withoutPauses, RunTotals }) {
  const { input } = readInput([{ name: 'bench.yaml', text: workload(nodes, podsPerNode, oneLayer) }], {});
  const least = { compiled: Infinity, xstate: Infinity };
  for (const engine of [
    'compiled',
    'compiled',
    'xstate',
    'compiled',
    'compiled',
    'xstate',
    'compiled',
    'compiled',
  ]) {
    globalThis.gc?.();
    const totals = new RunTotals(traceHeader(input));
    const begun = cpuSeconds();
    const end = await simulateParts(input, { engine }, withoutPauses, (part) =>
      totals.begin(traceHeader(part)),
    );
    if (end.reason !== 'settled') throw new Error('the run did not settle');
    least[engine] = Math.min(least[engine], cpuSeconds() - begun);
  }
  const pods = nodes * podsPerNode;
  return { compiled: pods / least.compiled, xstate: pods / least.xstate };
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

const least = (times, run) => Math.min(...Array.from({ length: times }, run));
const whole = (value) => value.toFixed(0);
const seconds = (value) => `${value.toFixed(value < 10 ? 2 : 0)} s`;

/** Prints a line for each target. */
export async function printTargets(built, isLarge, print) {
  const row = (name, target, value, reference = '', ratio = '') =>
    print(`  ${name.padEnd(51)}${value.padStart(15)}${reference.padStart(9)}${ratio.padStart(8)}  ${target}`);
  const rates = (name, target, { compiled, xstate }) =>
    row(name, target, whole(compiled), whole(xstate), (compiled / xstate).toFixed(1));
  print('what was asked for                                          compiled   xstate   ratio  target');
  const warm = await warmPods(built);
  rates('100 nodes of 30 pods, warm: pods a CPU second', '4,000, ratio 15', warm);
  const one = workload(1, 110, oneLayer);
  const cold = (engine) =>
    110 / least(3, () => useOf(one, '-o', 'summary', '--workers', '1', '--engine', engine).seconds);
  rates('a node of 110 pods, a command: pods a CPU second', '1,200', {
    compiled: cold('compiled'),
    xstate: cold('xstate'),
  });
  const scripts = (engine) => scriptsPerMinute(built, engine);
  rates('scripts of 41 calls a CPU minute', '61,000', {
    compiled: scripts('compiled'),
    xstate: scripts('xstate'),
  });
  row(
    'page, first view of 100 pods, CPU of its worker',
    '0.3 s',
    seconds(least(3, () => pageSeconds(1, 100))),
  );
  row('page, first view of 3,000 pods', '3 s', seconds(pageSeconds(100, 30)));
  const limited = useOf(workload(200, 30, hubLimit), '-o', 'summary', '--workers', '1');
  row('6,000 pods, Docker Hub’s limit, a command: CPU', '30 s', seconds(limited.seconds));
  if (!isLarge) return;
  const large = useOf(workload(5_000, podsPerNode, oneLayer), '-o', 'summary', '--workers', 'auto');
  row(
    '5,000 nodes of 30 pods, a command: time and memory',
    '40 s, 2,048 MiB',
    `${seconds(large.waited)}, ${whole(large.mib)} MiB`,
  );
  const grown = (5_000 * podsPerNode) / large.seconds;
  row(
    'its pods a CPU second, against 3,000 warm',
    '0.8',
    whole(grown),
    '',
    (grown / warm.compiled).toFixed(2),
  );
}
