// Runs the property tests with another seed and more cases: `npm run fuzz -- --seed 7 --runs 10000 [path…]`.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';
import { anotherSeed, exitWith, scriptOptions } from './script-options.mjs';

const { values, positionals } = scriptOptions(
  {
    options: { seed: { type: 'string' }, runs: { type: 'string', default: '1000' } },
    allowPositionals: true,
  },
  ['seed', 'runs'],
);
const seed = values.seed ?? anotherSeed();
const properties = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter(
    (file) =>
      file.endsWith('.test.ts') &&
      /from '(@fast-check\/vitest|fast-check)'/.test(readFileSync(join(root, 'test', file), 'utf8')),
  )
  .map((file) => `test/${file}`)
  .filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part)));
if (properties.length === 0) exitWith('no property test there');
console.log(
  `fuzz: seed ${seed}, ${values.runs} runs of each property in ${properties.length} files; again with: npm run fuzz -- --seed ${seed} --runs ${values.runs}`,
);
run('npx', ['--no-install', 'vitest', 'run', ...properties], {
  env: { WINDLASS_TEST_SEED: seed, WINDLASS_TEST_RUNS: values.runs },
});
