// The reference of what `import … from 'windlass'` gives, as pages in dist/reference (or in `--out FOLDER`):
// `npm run reference`. `--home URL` is where its title leads. With --check nothing is written; an export without
// a comment fails. Part of `npm run check`.
import { run } from './run.mjs';
import { scriptOptions } from './script-options.mjs';

const typedoc = [
  'tools/reference/node_modules/typedoc/bin/typedoc',
  '--options',
  'tools/reference/typedoc.json',
];
const { values } = scriptOptions({
  options: {
    check: { type: 'boolean' },
    out: { type: 'string', default: 'dist/reference' },
    home: { type: 'string' },
  },
});
run('node', [
  ...typedoc,
  ...(values.home === undefined ? [] : ['--titleLink', values.home]),
  ...(values.check ? ['--emit', 'none', '--logLevel', 'Warn'] : ['--out', values.out]),
]);
