// Makes dist/ anew: `npm run build`. What a former build left behind would be packed, so it goes first. With --quiet nothing
// is said unless it fails.
import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildPage } from './build-page.mjs';
import { root, run } from './run.mjs';

rmSync(join(root, 'dist'), { recursive: true, force: true });
// Types are the business of `npm run check`, and nine tenths of a compiler's work.
run('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json', '--noCheck'], { quiet: process.argv.includes('--quiet') });
chmodSync(join(root, 'dist/src/cli/main.js'), 0o755);
await buildPage();
