// The documentation as a site, dist/site/, after a build: `npm run build:site`. It needs no network, and any
// web host will do. `--base /windlass/` where it is not at the top of its host. dist/site/page/ is the page
// alone, for any folder of any host; dist/site/page/windlass.html opens from disk. With --if-stale nothing is
// done where dist/site/ is made of the documents and the program as they are.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readExampleSources } from '../../dist/src/interfaces/cli/pages/show-page.js';
import { readPageAssets } from '../../dist/src/interfaces/web/page-assets.js';
import { siteFiles } from '../../dist/src/interfaces/web/site-files.js';
import { filesUnder, sumOfFiles } from '../build/built-sources.mjs';
import { root, run } from '../run.mjs';
import { endScript, exitWith, scriptOptions } from '../script-options.mjs';
import { brokenLinks } from './check-links.mjs';
import { addPolicies } from './content-policies.mjs';
import { documentWords } from './document-words.mjs';
import { documentPages } from './site-places.mjs';
import { writtenPages } from './written-pages.mjs';

const { values } = scriptOptions({
  options: { base: { type: 'string', default: '/' }, 'if-stale': { type: 'boolean' } },
});
const { base } = values;
if (!/^\/(?:[\w.~-]+\/)*$/.test(base)) exitWith(`--base takes a path with a slash at both ends, not ${base}`);

const site = join(root, 'dist/site');
const written = join(root, 'dist/site-source');
const note = join(site, '.sources');
const sources = sumOfFiles([
  ...filesUnder(
    ['docs', 'examples', 'machines', 'schemas', 'src', 'scripts', 'tools/site'],
    /\.(md|yaml|[mc]?[jt]sx?|json|css|svg|png)$/,
  ),
  ...['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md', 'package-lock.json'],
]);
const made = `${base} ${sources}`;
if (values['if-stale'] && existsSync(note) && readFileSync(note, 'utf8') === made) endScript(0);
const examples = await readExampleSources();

rmSync(site, { recursive: true, force: true });
rmSync(written, { recursive: true, force: true });
for (const [name, text] of await writtenPages(examples, base)) write(join(written, name), text);
cpSync(join(root, 'docs/pictures'), join(written, 'docs/pictures'), { recursive: true });
run('npx', ['--no-install', 'vitepress', 'build', 'tools/site', '--base', base]);
cpSync(join(root, 'schemas'), join(site, 'schemas'), { recursive: true });
run('node', ['scripts/reference.mjs', '--out', 'dist/site/reference', '--home', base]);
for (const [name, text] of siteFiles(await readPageAssets(), { examples })) {
  write(join(site, 'page', name), text);
  console.log(`dist/site/page/${name.padEnd(14)} ${sizes(Buffer.from(text))}`);
}
addPolicies(site);

const words = documentWords(documentPages().keys());
const sum = (/** @type {'prose' | 'tables' | 'made'} */ name) =>
  words.reduce((all, each) => all + each[name], 0);
const together = { path: 'together', prose: sum('prose'), tables: sum('tables'), made: sum('made') };
console.log(`${'words of'.padEnd(50)}   prose  tables  made by scripts`);
for (const { path, prose, tables, made: byScripts } of [...words, together])
  console.log(
    path.padEnd(50) + [prose, tables, byScripts].map((count) => String(count).padStart(8)).join(''),
  );

const broken = brokenLinks(site, base);
if (broken.length > 0) {
  console.error(`build-site: links that do not hold:\n${broken.join('\n')}`);
  endScript(1);
}
writeFileSync(note, made);

/** Writes a file, and the folders around it. */
function write(file, text) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function sizes(bytes) {
  const kilobytes = (/** @type {number} */ size) => `${(size / 1000).toFixed(0)} kB`.padStart(8);
  return `${kilobytes(bytes.byteLength)} ${kilobytes(gzipSync(bytes).byteLength)} gzipped`;
}
