// How whole runs grow with their pods: `npm run bench:growth`, maybe with numbers of nodes of 30 pods. Each is a command of its
// own, as users run it, start-up included: CPU time and peak memory on one thread, and how long one waits where threads share it.
import { useOf } from './command-use.mjs';
import { oneLayer, workload } from './workload.mjs';

const podsPerNode = 30;
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [20, 100, 200, 400];

console.log('pods    output   CPU s  pods a CPU second  peak MiB  on threads: s  peak MiB');
for (const nodes of sizes) {
  const input = workload(nodes, podsPerNode, oneLayer);
  for (const output of ['summary', 'trace']) {
    const alone = useOf(input, '-o', output, '--workers', '1');
    const shared = useOf(input, '-o', output, '--workers', 'auto');
    const pods = nodes * podsPerNode;
    const cells = [
      String(pods).padEnd(7),
      output.padEnd(8),
      alone.seconds.toFixed(1).padStart(5),
      (pods / alone.seconds).toFixed(0).padStart(18),
      alone.mib.toFixed(0).padStart(9),
      shared.waited.toFixed(1).padStart(14),
      shared.mib.toFixed(0).padStart(9),
    ];
    console.log(cells.join(' '));
  }
}
