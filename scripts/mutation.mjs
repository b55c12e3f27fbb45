// How many small defects our own tests notice: `npm run mutation [-- --write] [part…] [--only file,…]`.
// Ends with 1 where the score is below what is asked for. Takes the better part of an hour the first time; later runs
// look again only at what changed. --write puts the table into docs/decisions/mutation-score.md.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mutationParts } from './mutation-parts.mjs';
import { countMutants, scoreOf, scoreTable } from './mutation-score.mjs';
import { root } from './run.mjs';

const scoreMin = 85;
const page = join(root, 'docs/decisions/mutation-score.md');

const { values, positionals } = parseArgs({
  options: { write: { type: 'boolean', default: false }, only: { type: 'string' } },
  allowPositionals: true,
});
const names = Object.keys(mutationParts);
const wrong = positionals.find((name) => !names.includes(name));
if (wrong !== undefined) {
  console.error(`mutation: no part ${wrong}; there are ${names.join(', ')}`);
  process.exit(2);
}
const asked = positionals.length > 0 ? positionals : names;
if (values.write && (asked.length < names.length || values.only !== undefined)) {
  console.error('mutation: --write needs all parts');
  process.exit(2);
}
for (const name of asked) runStryker(name);

const counts = asked.flatMap((name) => countMutants(JSON.parse(readFileSync(join(root, `reports/mutation/${name}.json`), 'utf8'))));
const table = scoreTable(counts);
console.log(`\n${table}`);
if (values.write) writeTable(table);
const score = scoreOf(counts);
if (score < scoreMin) {
  console.error(`mutation: ${score.toFixed(1)} % is below ${scoreMin} %; the survivors are in reports/mutation/`);
  process.exit(1);
}

function runStryker(name) {
  console.log(`\nmutation: ${name}`);
  const only = values.only === undefined ? [] : ['--mutate', values.only];
  const done = spawnSync('npx', ['--no-install', 'stryker', 'run', ...only], {
    cwd: root,
    stdio: 'inherit',
    // Fewer cases of each property: a defect that only the hundredth finds would be found by luck.
    env: { WINDLASS_TEST_RUNS: '30', ...process.env, WINDLASS_MUTATION_PART: name },
    shell: process.platform === 'win32',
  });
  if (done.error) throw done.error;
  if (done.status !== 0) process.exit(done.status ?? 1);
}

function writeTable(text) {
  const before = readFileSync(page, 'utf8');
  writeFileSync(page, before.replace(/(<!-- scores -->\n)[\s\S]*?(<!-- \/scores -->)/, `$1\n${text}\n$2`));
  console.log(`mutation: wrote ${page}`);
}
