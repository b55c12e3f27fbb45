// How many small defects our own tests notice:
// `npm run mutation [-- --write] [part…] [--only file,…] [--sample 500 [--seed 1]]`. Ends with 1 where a
// part's score is below what is asked for. Some minutes for each part; --sample judges so many mutants of
// each, drawn by the seed. --write puts the parts that were judged into the table of
// docs/decisions/mutation-score.md; what was not noticed is in reports/mutation/PART.txt.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';
import { exitWith, scriptOptions } from '../script-options.mjs';
import { judgeMutants } from './judge-mutants.mjs';
import { mutationParts } from './mutation-parts.mjs';
import { countMutants, scoreOf, scoreTable } from './mutation-score.mjs';

const scoreMin = 85;
const page = join(root, 'docs/decisions/mutation-score.md');
const reports = join(root, 'reports/mutation');

const { values, positionals } = scriptOptions(
  {
    options: {
      write: { type: 'boolean', default: false },
      only: { type: 'string' },
      sample: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
    allowPositionals: true,
  },
  ['sample', 'seed'],
);
const sample =
  values.sample === undefined ? undefined : { count: Number(values.sample), seed: Number(values.seed) };
const names = Object.keys(mutationParts);
const wrong = positionals.find((name) => !names.includes(name));
if (wrong !== undefined) exitWith(`no part ${wrong}; there are ${names.join(', ')}`);
if (values.write && values.only !== undefined) exitWith('--write needs whole parts');

mkdirSync(reports, { recursive: true });
const counts = new Map();
for (const name of positionals.length > 0 ? positionals : names) {
  console.log(`\nmutation: ${name}`);
  const part = mutationParts[name];
  const mutants = await judgeMutants(
    values.only === undefined ? part : { ...part, mutate: values.only.split(',') },
    sample,
  );
  const left = mutants.filter(({ status }) => status === 'survived' || status === 'uncovered').map(lineOf);
  writeFileSync(join(reports, `${name}.txt`), `${left.join('\n')}\n`);
  counts.set(name, countMutants(mutants));
}
console.log(`\n${scoreTable('', counts, sample)}`);
if (values.write) writeTable();
const low = [...counts].filter(([, count]) => scoreOf(count) < scoreMin).map(([name]) => name);
if (low.length > 0) {
  console.error(`mutation: below ${scoreMin} %: ${low.join(', ')}; what was not noticed is in ${reports}`);
  process.exitCode = 1;
}

function lineOf({ file, line, column, was, becomes, status }) {
  const oneLine = (text) => text.replace(/\s+/g, ' ');
  return `${file}:${line}:${column} ${oneLine(was)} => ${oneLine(becomes)}${status === 'uncovered' ? ' (no test)' : ''}`;
}

function writeTable() {
  const marked = /(?<=<!-- scores -->\n\n)[\s\S]*?(?=\n<!-- \/scores -->)/;
  const before = readFileSync(page, 'utf8');
  writeFileSync(
    page,
    before.replace(marked, (table) => scoreTable(table, counts, sample)),
  );
  console.log(`mutation: wrote ${page}`);
}
