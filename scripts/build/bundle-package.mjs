// Bundles what is packed into dist/bundle/: the command line and the library with their code in common, and the library's types. As
// compiled, `windlass` would open some 900 modules, which takes half a second of processor time before anything happens. Part of
// `npm run build`.
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { build } from 'vite';
import { root } from '../run.mjs';
import { libraryParts, writeLazyLibrary } from './lazy-library.mjs';

// These stay packages of their own, which npm installs beside ours: users of the machines have XState themselves, tinypool and open start
// programs that stand beside them, and the others are large and seldom loaded. package.json names them, and zod for its types;
// bullmq and ioredis are there only for who installs them.
const apart = [
  'xstate',
  'tinypool',
  'open',
  'fast-check',
  'prom-client',
  'tinyglobby',
  'commander',
  'hyparquet-writer',
  'bullmq',
  'ioredis',
];

// Errors are told by the names of their classes. Those of functions would be 24 kB of what is packed: who sends an error sends its seed.
const names = { function: false, class: true };
const minify = { compress: { keepNames: names }, mangle: { toplevel: true, keepNames: names } };

// What is always loaded together stands in one file: Node takes a third of a millisecond to find and to link each. The first row whose
// modules all load a module at once, and not later, when it is asked for, has it.
const [commands, machines, library, run] = ['src/cli/main', 'machines/index', 'src/index', 'src/cli/commands/run-command'];
const together = {
  values: ['part-values'],
  texts: [commands, library],
  commands: [commands],
  machines: [machines],
  simulation: [library, run],
  run: [run],
};
const loads = new Map();

/** The name of a module's file, if it is one of those. */
function loadedTogether(id, graph) {
  // The list of machines is an entry that the library loads too.
  if (id === join(root, `dist/${machines}.js`)) return 'machines';
  return Object.keys(together).find((name) => together[name].every((entry) => loadedBy(entry, graph).has(id)));
}

function loadedBy(entry, graph) {
  if (loads.has(entry)) return loads.get(entry);
  const found = new Set();
  const add = (id) => {
    if (found.has(id)) return;
    found.add(id);
    graph.getModuleInfo(id)?.importedIds.forEach(add);
  };
  const id = join(root, `dist/${entry}.js`);
  add(id);
  found.delete(id); // An entry may wait for what the others load.
  loads.set(entry, found);
  return found;
}

export async function bundlePackage() {
  const folder = join(root, 'dist/bundle/node');
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // The build of yaml in modules, of which only what is used is packed; its other one is a tree of functions that all run at the start.
    resolve: { alias: { yaml: join(root, 'node_modules/yaml/browser/dist/index.js') } },
    ssr: { noExternal: true, external: [...apart, 'xstate/graph'] },
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20',
      minify: 'oxc',
      license: { fileName: 'licenses.md' },
      reportCompressedSize: false,
      rolldownOptions: {
        input: {
          windlass: join(root, 'dist/src/cli/main.js'),
          'run-task': join(root, 'dist/src/cli/workers/run-task.js'),
          index: join(root, 'dist/src/index.js'),
          machines: join(root, 'dist/machines/index.js'),
          ...(await libraryParts()),
        },
        // All in one folder: a module finds a thread's entry beside it, and the page two folders above.
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          codeSplitting: { groups: [{ name: loadedTogether }], includeDependenciesRecursively: false },
          comments: false,
          minify,
        },
        checks: { pluginTimings: false },
      },
    },
  });
  chmodSync(join(folder, 'windlass.js'), 0o755);
  await writeLazyLibrary(folder);
  await bundleTypes(join(root, 'dist/bundle/types'));
}

/** Joins the declarations that the compiler made to one file for each list of exports, and one for what both say. */
async function bundleTypes(folder) {
  const bundle = await rolldown({
    cwd: root,
    input: { index: 'dist/src/index.d.ts', machines: 'dist/machines/index.d.ts' },
    external: /^[^./]/,
    plugins: [dts({ dtsInput: true, tsconfig: false })],
    checks: { pluginTimings: false },
  });
  await bundle.write({ dir: folder, entryFileNames: '[name].ts', chunkFileNames: 'shared.d.ts' });
  await bundle.close();
  // Half of the machines' types would be comments on what is within them; docs/machines.md says what they mean.
  const file = join(folder, 'machines.d.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^ *\/\*\*[\s\S]*?\*\/\n/gm, ''));
  for (const [name, source] of Object.entries({ index: 'src/index', machines: 'machines/index' }))
    await keepValuesThatRun(join(folder, `${name}.d.ts`), source);
}

/** Marks as types what a list exports as types only: joined with `export type *`, functions became values that no module has. */
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
