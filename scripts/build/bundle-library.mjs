// Bundles the library into dist/library/, to be read: names and comments stay, and its types have their
// documentation. Part of `npm run build`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { build } from 'vite';
import { root } from '../run.mjs';
import { bundledForNode } from './bundled-for-node.mjs';

const entries = { index: 'src/index', machines: 'machines/index', testing: 'src/testing' };

// What the machines need is in a file that all entries load; a second one is what the simulation needs
// besides, which the tests have too.
const groups = [
  { name: 'shared', test: /\/dist\/(machines|src\/rules)\//, priority: 2 },
  { name: 'simulation', test: /\/dist\/src\/(trace|run|charts|inputs|reports|answers)\//, priority: 1 },
];

export async function bundleLibrary() {
  const folder = join(root, 'dist/library');
  // An entry of its own has nothing but the names that it exports.
  const input = {};
  for (const [name, source] of Object.entries(entries)) {
    input[name] = join(root, `dist/${name}-entry.js`);
    writeFileSync(input[name], `export * from './${source}.js';\n`);
  }
  const output = {
    codeSplitting: { groups },
    chunkFileNames: '[name].js',
    // Names that modules give each other stay as they are, too.
    minifyInternalExports: false,
  };
  await build(bundledForNode({ folder, minify: false, input, output }));
  await bundleTypes(folder);
}

/**
 * Joins the declarations that the compiler made to one file for each list of exports, and one for what both
 * say.
 */
async function bundleTypes(folder) {
  const bundle = await rolldown({
    cwd: root,
    input: Object.fromEntries(Object.entries(entries).map(([name, source]) => [name, `dist/${source}.d.ts`])),
    external: /^[^./]/,
    plugins: [dts({ dtsInput: true, tsconfig: false })],
    checks: { pluginTimings: false },
  });
  await bundle.write({ dir: folder, entryFileNames: '[name].ts', chunkFileNames: 'shared.d.ts' });
  await bundle.close();
  for (const [name, source] of Object.entries(entries))
    await keepValuesThatRun(join(folder, `${name}.d.ts`), source);
}

/**
 * Marks as types what a list exports as types only: joined with `export type *`, functions became values that
 * no module has.
 */
async function keepValuesThatRun(file, source) {
  const values = Object.keys(await import(pathToFileURL(join(root, `dist/${source}.js`)).href));
  const marked = (item) => {
    const name = item.split(' ').at(-1);
    return item === '' || item.startsWith('type ') || values.includes(name) ? item : `type ${item}`;
  };
  const text = readFileSync(file, 'utf8').replace(/^export \{([^}]*)\};$/gm, (_, items) => {
    const all = items.split(',').map((item) => marked(item.trim()));
    return `export { ${all.join(', ')} };`;
  });
  writeFileSync(file, text);
}
