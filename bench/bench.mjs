// Measures the simulator's inner loop: `npm run bench`. CPU time, not wall time; a plain loop calibrated in the same run
// makes figures of different machines comparable. Never part of the tests.
import { Actor } from 'xstate';
import { readInput } from '../dist/src/input/read-input.js';
import { simulate } from '../dist/src/simulation/simulate.js';

const cpuSeconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** CPU seconds of `run`: the least of five, after one that warms up; whatever else the machine does can only add. */
function measure(run) {
  run();
  const times = [0, 1, 2, 3, 4].map(() => {
    const start = cpuSeconds();
    run();
    return cpuSeconds() - start;
  });
  return Math.min(...times);
}

/** A heap of timers that re-arm each other, each step making one small object: what a run could cost at the least. */
function plainLoop(steps) {
  const heap = [];
  const swap = (a, b) => ([heap[a], heap[b]] = [heap[b], heap[a]]);
  const push = (entry) => {
    let index = heap.push(entry) - 1;
    for (; index > 0 && heap[(index - 1) >> 1].at > heap[index].at; index = (index - 1) >> 1) swap(index, (index - 1) >> 1);
  };
  const pop = () => {
    const top = heap[0];
    const last = heap.pop();
    if (heap.length > 0) {
      heap[0] = last;
      for (let index = 0; ; ) {
        let least = index;
        for (const child of [2 * index + 1, 2 * index + 2]) if (child < heap.length && heap[child].at < heap[least].at) least = child;
        if (least === index) break;
        swap(index, least);
        index = least;
      }
    }
    return top;
  };
  for (let index = 0; index < 1000; index++) push({ at: (index * 7919) % 1000, state: 'idle' });
  for (let step = 0; step < steps; step++) {
    const { at, state } = pop();
    push({ at: at + 1 + ((step * 7919) % 1000), state: state === 'idle' ? 'busy' : 'idle' });
  }
  return heap.length;
}

/** Nodes of pods that pull an image of one layer each, no image twice on a node. */
function workload(nodes, podsPerNode) {
  const images = Array.from(
    { length: podsPerNode },
    (_, index) => `    - { name: 'bench.local/app-${index}:1', layers: [{ size: 20MB }] }`,
  );
  const pods = Array.from(
    { length: podsPerNode },
    (_, index) => `
apiVersion: apps/v1
kind: DaemonSet
metadata: { name: app-${index} }
spec:
  selector: { matchLabels: { app: 'app-${index}' } }
  template:
    metadata: { labels: { app: 'app-${index}' } }
    spec: { containers: [{ name: app, image: 'bench.local/app-${index}:1' }] }`,
  );
  const text = `apiVersion: windlass.dev/v1alpha1
kind: Scenario
nodes: { count: ${nodes} }
images:
${images.join('\n')}
---
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
serializeImagePulls: false
registryPullQPS: 0
maxPods: ${Math.max(110, podsPerNode)}
---${pods.join('\n---')}
`;
  const result = readInput([{ name: 'bench.yaml', text }], {});
  if (!result.ok) throw new Error(JSON.stringify(result.errors[0]));
  return result.input;
}

/** How many events the machines of a run process: counted in a run of its own, as counting costs time. */
function machineSteps(input) {
  const original = Actor.prototype._process;
  let steps = 0;
  Actor.prototype._process = function process(event) {
    steps++;
    return original.call(this, event);
  };
  try {
    simulate(input, { keepRecords: false });
  } finally {
    Actor.prototype._process = original;
  }
  return steps;
}

const thousand = (value) => `${(value / 1000).toFixed(1)} k`;
const loopSteps = 2_000_000;
const loopPerSecond = loopSteps / measure(() => plainLoop(loopSteps));
console.log(`plain loop (calibration)            ${thousand(loopPerSecond)} steps a CPU second`);

const podsPerSecond = {};
for (const [name, nodes, pods] of [
  ['1 node of 110 pods', 1, 110],
  ['4 nodes of 30 pods', 4, 30],
  ['100 nodes of 30 pods', 100, 30],
]) {
  const input = workload(nodes, pods);
  const steps = machineSteps(input);
  const { records, end } = simulate(input);
  if (end.reason !== 'settled') throw new Error(`${name}: the run did not settle`);
  globalThis.gc?.();
  const seconds = measure(() => simulate(input, { keepRecords: false }));
  podsPerSecond[name] = (nodes * pods) / seconds;
  console.log(`${name}`);
  console.log(
    `  pods (one pull of one layer)      ${podsPerSecond[name].toFixed(0)} a CPU second (${((podsPerSecond[name] / loopPerSecond) * 1e6).toFixed(0)} per million plain steps)`,
  );
  console.log(
    `  machine steps                     ${thousand(steps / seconds)} a CPU second, ${(steps / nodes / pods).toFixed(1)} a pod (1 : ${(loopPerSecond / (steps / seconds)).toFixed(0)} plain steps)`,
  );
  console.log(
    `  trace records                     ${thousand(records.length / seconds)} a CPU second, ${(records.length / nodes / pods).toFixed(1)} a pod`,
  );
  console.log(
    `  heap after the run                ${(process.memoryUsage().heapUsed / 2 ** 20).toFixed(0)} MiB with its trace of ${records.length} records`,
  );
}
const linear = podsPerSecond['100 nodes of 30 pods'] / podsPerSecond['4 nodes of 30 pods'];
console.log(`100 nodes against 4 nodes           ${linear.toFixed(2)} of the speed per pod (1.00 is linear)`);
