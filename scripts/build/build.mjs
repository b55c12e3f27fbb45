// Makes dist/ anew: `npm run build`. What a former build left behind would be packed, so it goes first. With
// --quiet nothing is said unless it fails; with --if-stale nothing is done where dist/ is made of the sources
// as they are.
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../run.mjs';
import { buildPage, packPage } from './build-page.mjs';
import { isBuilt, noteBuilt } from './built-sources.mjs';
import { bundleCommand } from './bundle-command.mjs';
import { bundleLibrary } from './bundle-library.mjs';

if (!process.argv.includes('--if-stale') || !isBuilt()) {
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  // Types are the business of `npm run check`, and most of a compiler's work. On its own a thread does it
  // with half the processor's time of several, which would each read all of the sources.
  run('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json', '--noCheck', '--singleThreaded'], {
    quiet: process.argv.includes('--quiet'),
  });
  chmodSync(join(root, 'dist/src/interfaces/cli/main.js'), 0o755);
  await buildPage();
  await Promise.all([packPage(), bundleCommand(), bundleLibrary()]);
  noteBuilt();
}
