// How whole runs grow with their pods: `npm run bench:growth`, maybe with numbers of nodes of 30 pods. Each
// is a command of its own, as users run it, start-up included: CPU time and peak memory on one thread, and
// how long one waits where threads share it. With `--picture` it also draws docs/pictures/growth.svg.
import { writeFileSync } from 'node:fs';
import { scriptOptions } from '../scripts/script-options.mjs';
import { useOf } from './command-use.mjs';
import { growthPicture } from './growth-picture.mjs';
import { oneLayer, workload } from './workload.mjs';

const podsPerNode = 30;
const { values, positionals } = scriptOptions({
  allowPositionals: true,
  options: { picture: { type: 'boolean', default: false } },
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [20, 100, 200, 400];
const points = [];

console.log('pods    output   CPU s  pods a CPU second  peak MiB  on threads: s  peak MiB');
for (const nodes of sizes) {
  const input = workload(nodes, podsPerNode, oneLayer);
  for (const output of ['summary', 'trace']) {
    const alone = useOf(input, { command: 'run', options: ['-o', output, '--workers', '1'] });
    const shared = useOf(input, { command: 'run', options: ['-o', output, '--workers', 'auto'] });
    const pods = nodes * podsPerNode;
    points.push({ pods, series: `${output}, one thread`, ...alone });
    if (output === 'summary') points.push({ pods, series: `${output}, on threads`, ...shared });
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
if (values.picture)
  writeFileSync(new URL('../docs/pictures/growth.svg', import.meta.url), growthPicture(points));
