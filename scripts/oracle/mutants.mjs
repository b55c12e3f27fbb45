// How fast the generated tests catch an image manager with a bug:
// `npm run mutants [-- --release 1.36 --runs 500 --seed 1]`. Each row is one switch of test/sut: the path
// script, random script and property that noticed it first, and how small the script got.
// `npm run mutants -- --faults [--seeds 10]` runs whole sessions of `windlass test` with its own budget instead:
// in how many of them each fault was found.
import { run } from '../run.mjs';
import { scriptOptions } from '../script-options.mjs';

const { values } = scriptOptions(
  {
    options: {
      release: { type: 'string', default: '1.36' },
      runs: { type: 'string', default: '500' },
      seed: { type: 'string', default: '1' },
      faults: { type: 'boolean', default: false },
      seeds: { type: 'string', default: '10' },
    },
  },
  ['runs', 'seed', 'seeds'],
);
const vitest = ['--no-install', 'vitest', 'run', '--reporter=dot'];
if (values.faults) {
  run('npx', [...vitest, 'test/sut/subtle-faults.test.ts'], {
    env: { WINDLASS_FAULT_SEEDS: values.seeds },
    quiet: true,
  });
} else {
  run('npx', [...vitest, 'test/sut/mutants.test.ts', '--testNamePattern=table of mutants'], {
    env: {
      WINDLASS_MUTANTS: values.release,
      WINDLASS_TEST_RUNS: values.runs,
      WINDLASS_TEST_SEED: values.seed,
    },
    quiet: true,
  });
}
