// The table of what was asked for (issue 16): beside each figure of the compiled engine that of XState's. What is said to be a command is a
// process of its own. With `isLarge` also 5,000 nodes.
import fc from 'fast-check';
import { pageSeconds, useOf } from './command-use.mjs';
import { measure } from './cpu-time.mjs';
import { hubLimit, oneLayer, workload } from './workload.mjs';

/** Scripts of an image manager that a processor runs in a minute. */
function scriptsPerMinute({ kind, runScript, profile }, engine) {
  const scripts = fc.sample(kind.random(), { seed: 7, numRuns: 104 });
  const runAll = () => {
    for (const script of scripts) runScript(script, profile, { engine });
  };
  return (scripts.length / measure(runAll, 3)) * 60;
}

const least = (times, run) => Math.min(...Array.from({ length: times }, run));
const whole = (value) => value.toFixed(0);
const seconds = (value) => `${value.toFixed(value < 10 ? 2 : 0)} s`;

/** Prints a line for each target. `warm` is the speed of 3,000 pods by each engine, which has been measured already. */
export function printTargets(warm, conformance, isLarge, print) {
  const row = (name, target, value, reference = '') =>
    print(`  ${name.padEnd(52)}${value.padStart(14)}${reference.padStart(14)}  ${target}`);
  print('what was asked for                                          compiled        xstate  target');
  row('100 nodes of 30 pods, warm: pods a CPU second', '4,000, 15 × xstate', whole(warm.compiled), whole(warm.xstate));
  const one = workload(1, 110, oneLayer);
  const cold = (...options) => 110 / least(3, () => useOf(one, '-o', 'summary', '--workers', '1', ...options).seconds);
  row('one node of 110 pods, a command: pods a CPU second', '1,200', whole(cold()), whole(cold('--engine', 'xstate')));
  const perMinute = ['compiled', 'xstate'].map((engine) => scriptsPerMinute(conformance, engine));
  row('conformance scripts a CPU minute', '10 × 6,100', ...perMinute.map(whole));
  row('page, first view of 110 pods, CPU', '0.3 s for 100', seconds(least(3, () => pageSeconds(1, 110))));
  row('page, first view of 3,000 pods, CPU', '3 s', seconds(pageSeconds(100, 30)));
  row(
    '200 nodes of 30 pods, Docker Hub’s limit, CPU',
    '30 s',
    seconds(useOf(workload(200, 30, hubLimit), '-o', 'summary', '--workers', '1').seconds),
  );
  if (!isLarge) return;
  const { waited, mib } = useOf(workload(5_000, 30, oneLayer), '-o', 'summary', '--workers', 'auto');
  row('5,000 nodes of 30 pods', '40 s, 2 GiB', `${seconds(waited)}, ${whole(mib)} MiB`);
}
