// Runs random whole nodes and keeps the first that breaks something, shrunk:
// `npm run fuzz:scenarios -- --runs 2000 --seed 7`.
import { run } from './run.mjs';
import { anotherSeed, scriptOptions } from './script-options.mjs';

const { values } = scriptOptions(
  { options: { seed: { type: 'string' }, runs: { type: 'string', default: '1000' } } },
  ['seed', 'runs'],
);
const seed = values.seed ?? anotherSeed();
console.log(
  `fuzz:scenarios: seed ${seed}; again with: npm run fuzz:scenarios -- --seed ${seed} --runs ${values.runs}`,
);
run(
  'npx',
  [
    '--no-install',
    'vitest',
    'run',
    'test/whole-node/whole-node.test.ts',
    'test/whole-node/residue.test.ts',
    '--testTimeout',
    '0',
  ],
  {
    env: {
      WINDLASS_TEST_SEED: seed,
      WINDLASS_TEST_RUNS: values.runs,
      WINDLASS_KEEP_REGRESSIONS: 'test/whole-node/regressions',
    },
  },
);
