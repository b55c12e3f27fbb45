// The one gate, here and in CI: `npm run check`. With --static everything but the tests.
import { run } from './run.mjs';

run('npx', ['--no-install', 'tsc', '-p', '.']);
run('npx', ['--no-install', 'tsc', '-p', 'tsconfig.browser.json']);
run('npx', ['--no-install', 'biome', 'check', '--error-on-warnings']);
run('node', ['scripts/build/build.mjs', '--quiet']);
run('node', ['scripts/generate.mjs', '--check']);
run('node', ['scripts/image-sizes/image-sizes.mjs', '--check']);
run('node', ['scripts/reference.mjs', '--check']);
if (!process.argv.includes('--static')) run('npm', ['test']);
console.log('\ncheck: all steps passed');
