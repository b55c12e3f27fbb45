// Runs random whole nodes and keeps the first that breaks something, shrunk: `npm run fuzz:scenarios -- --runs 2000 --seed 7`.
import { parseArgs } from 'node:util';
import { run } from './run.mjs';

const { values } = parseArgs({ options: { seed: { type: 'string' }, runs: { type: 'string', default: '1000' } } });
const seed = values.seed ?? String(Date.now() % 2 ** 31);
for (const [name, value] of Object.entries({ seed, runs: values.runs })) {
  if (/^\d+$/.test(value)) continue;
  console.error(`fuzz:scenarios: --${name} takes a whole number, not ${value}`);
  process.exit(2);
}
console.log(`fuzz:scenarios: seed ${seed}; again with: npm run fuzz:scenarios -- --seed ${seed} --runs ${values.runs}`);
run('npx', ['--no-install', 'vitest', 'run', 'test/whole-node/whole-node.test.ts', '--testTimeout', '0'], {
  env: { WINDLASS_TEST_SEED: seed, WINDLASS_TEST_RUNS: values.runs, WINDLASS_KEEP_REGRESSIONS: 'test/whole-node/regressions' },
});
