// The reference of what `import … from 'windlass'` gives, as pages in dist/reference: `npm run reference`.
// With --check nothing is written; an export without a comment fails. Part of `npm run check`.
import { run } from './run.mjs';

const typedoc = [
  'tools/reference/node_modules/typedoc/bin/typedoc',
  '--options',
  'tools/reference/typedoc.json',
];
const isCheck = process.argv.includes('--check');
run('node', [
  ...typedoc,
  ...(isCheck ? ['--emit', 'none', '--logLevel', 'Warn'] : ['--out', 'dist/reference']),
]);
