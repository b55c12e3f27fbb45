// How fast the generated tests catch an image manager with a bug:
// `npm run mutants [-- --release 1.36 --runs 500 --seed 1]`. Each row is one switch of test/sut: the path
// script, random script and property that noticed it first, and how small the script got.
import { run } from '../run.mjs';
import { scriptOptions } from '../script-options.mjs';

const { values } = scriptOptions(
  {
    options: {
      release: { type: 'string', default: '1.36' },
      runs: { type: 'string', default: '500' },
      seed: { type: 'string', default: '1' },
    },
  },
  ['runs', 'seed'],
);
const vitest = ['--no-install', 'vitest', 'run', 'test/sut/mutants.test.ts', '--reporter=dot'];
run('npx', [...vitest, '--testNamePattern=table of mutants'], {
  env: { WINDLASS_MUTANTS: values.release, WINDLASS_TEST_RUNS: values.runs, WINDLASS_TEST_SEED: values.seed },
  quiet: true,
});
