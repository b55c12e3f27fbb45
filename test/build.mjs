import { run } from '../scripts/run.mjs';

/**
 * Before the tests of what is built: dist/ made of the sources as they are, once for all of them. Node loads
 * this without test/loader.mjs.
 */
export function setup() {
  run(process.execPath, ['scripts/build/build.mjs', '--quiet', '--if-stale'], { quiet: true });
}
