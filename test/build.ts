import { execFileSync } from 'node:child_process';
import { root } from './tidy/sources.ts';

/** Before the tests of what is built: dist/ made of the sources as they are, once for all of them. */
export function setup(): void {
  execFileSync(process.execPath, ['scripts/build/build.mjs', '--quiet', '--if-stale'], { cwd: root, stdio: 'inherit' });
}
