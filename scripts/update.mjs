// Rewrites what is derived: `npm run update`. Expected outputs of scenario files, documents and examples in
// TypeScript, docs/defaults.md, docs/fidelity*.md, docs/machines.md, schemas/, the model of image sizes, the written traces of 1.14. The
// difference is for a person to read before it is committed.
import { run } from './run.mjs';

const rewritten = [
  'test/scenarios',
  'test/docs',
  'test/trace',
  'test/proof/conformance/v1.14',
  'test/examples/typescript-examples',
];

run('node', ['scripts/build/build.mjs', '--quiet']);
// What names say of sizes comes first: documents show it.
run('node', ['scripts/image-sizes/image-sizes.mjs']);
run('node', ['scripts/build/build.mjs', '--quiet']);
run('node', ['scripts/generate.mjs']);
run('node', ['scripts/policies/policies-document.mjs']);
run('npx', ['--no-install', 'vitest', 'run', ...rewritten, '--update'], { env: { WINDLASS_UPDATE: '1' } });
