import { describe, expect, it } from 'vitest';
import { splitWords } from '../../../src/interfaces/cli/files/examples.ts';
import { columnsOf } from '../../../src/reports/text/fitted-text.ts';
import { runInProcess } from './run-in-process.ts';

const web = 'examples/web-rollout.yaml';
const runs = 'test/answers/verification/runs';

/**
 * Every command that answers in words and tables of its own; those that print what kubectl prints are as wide
 * as that.
 */
const lines = [
  `run ${web}`,
  `run ${web} --seeds 3`,
  `compare ${web} --a maxParallelImagePulls=1 --b maxParallelImagePulls=5`,
  `compare ${web} --vary maxParallelImagePulls=1,2,5 --seeds 3`,
  `compare ${web} --vary maxParallelImagePulls=1,5 --vary registryPullQPS=5,10 --seeds 5`,
  `sweep ${web} --vary maxParallelImagePulls=1..3 --vary registryPullQPS=5,10 --seeds 2`,
  `recommend ${web} --vary maxParallelImagePulls=1..3 --target 'p99 timeToRunning <= 68s'`,
  `explain ${web}`,
  `explain ${web} --fleet`,
  `explain ${web} --fixed-at 15s`,
  `worst ${web} --budget 10`,
  `upgrade ${web} --from 1.31 --to 1.36 --seeds 5`,
  `upgrade ${web} --from 1.28 --to 1.37 --seeds 5 --set maxParallelImagePulls=3 --node-profile edge`,
  `lint ${web}`,
  `assumptions ${web}`,
  `images ${web}`,
  'bugs',
  'calibrate --log examples/calibrate/containerd.log -o table',
  'calibrate --events examples/calibrate/events.json -o table',
  'calibrate --metrics examples/calibrate/kubelet.prom -o table',
  `verify ${runs}/d.ndjson ${runs}/d.yaml`,
  `verify ${runs}/c.ndjson ${runs}/d.yaml`,
];

describe('no line is wider than a terminal of 80 columns', () => {
  it.each(lines)('%s', async (line) => {
    const { stdout, stderr } = await runInProcess(splitWords(line), { env: { COLUMNS: '80' } });
    expect(stdout, stderr).not.toBe('');
    expect(stdout.split('\n').filter((text) => columnsOf(text) > 80)).toEqual([]);
  });
});
