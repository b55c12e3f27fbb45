// Breaks the compiled engine at each corner in which it could differ from XState's, one at a time, and says
// which breaks the tests of corners do not notice: `npm run mutation:engine`, maybe with words of the names.
// Nothing on disk is changed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startVitest } from 'vitest/node';
import { root } from '../run.mjs';
import { broken, engineBreaks } from './engine-breaks.mjs';

const tests = 'test/run/engine/compiled-engine.test.ts';
const folder = join(root, 'src/run/engine/compiled');
const wanted = process.argv.slice(2);

async function isNoticed({ file: name, replacements }) {
  const path = join(folder, name);
  const code = broken(readFileSync(path, 'utf8'), replacements);
  const plugin = {
    name: 'break',
    enforce: 'pre',
    load: (id) => (id.split('?')[0] === path ? code : undefined),
  };
  // A configuration of its own: plugins do not reach the projects of the other.
  const options = {
    root,
    config: false,
    include: [tests],
    setupFiles: ['test/setup.ts'],
    watch: false,
    reporters: [{}],
    bail: 1,
  };
  const vitest = await startVitest('test', [], options, { plugins: [plugin] });
  const [file] = vitest.state.getFiles();
  if (file?.tasks.length === 0)
    throw new Error(`no tests ran of ${tests}: ${file.result?.errors?.[0]?.message}`);
  const isFailed = file?.result?.state === 'fail';
  await vitest.close();
  process.exitCode = 0;
  return isFailed;
}

const breaks = engineBreaks.filter(({ corner }) => wanted.every((word) => corner.includes(word)));
const survivors = [];
for (const one of breaks) {
  const isCaught = await isNoticed(one);
  console.log(`${isCaught ? 'noticed ' : 'SURVIVED'}  ${one.corner}`);
  if (!isCaught) survivors.push(one.corner);
}
console.log(`${breaks.length - survivors.length} of ${breaks.length} breaks are noticed`);
process.exitCode = survivors.length === 0 ? 0 : 1;
