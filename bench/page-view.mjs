// A process of its own that stands for the page's worker: it loads the worker's bundle and makes the first
// run of so many nodes of so many pods, with all that the page shows first. Says on stdout which processor
// time that took, start-up included.
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { runInThisContext } from 'node:vm';
import { oneLayer, workload } from './workload.mjs';

const [nodes, pods] = process.argv.slice(2).map(Number);
const answers = [];
let receive;
globalThis.addEventListener = (_, listener) => {
  receive = listener;
};
// An answer is copied on its way to the page.
globalThis.postMessage = (answer) => answers.push(structuredClone(answer));
runInThisContext(readFileSync(fileURLToPath(new URL('../dist/page/worker.js', import.meta.url)), 'utf8'));
const sources = [{ name: 'bench.yaml', text: workload(nodes, pods, oneLayer) }];
await receive({
  data: { type: 'RUN.REQUESTED', id: 1, request: { kind: 'simulate', sources, settings: {} } },
});
const answer = answers.at(-1);
if (answer?.type !== 'RUN.FINISHED')
  throw new Error(`the worker has made no run: ${JSON.stringify(answer).slice(0, 500)}`);
const { user, system } = process.cpuUsage();
console.log((user + system) / 1e6);
