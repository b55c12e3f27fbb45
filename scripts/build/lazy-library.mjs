// What Node loads for `import 'windlass'` and `import 'windlass/machines'`. The whole library takes half a second of processor time to
// load, of which most programs use little. So a function or a class of it is a name at first, and what is behind it, a part for each
// folder of the sources, is loaded when it is called. `require` does that at once, where `import()` would take a promise. Bundlers and
// other runtimes get the lists of exports as they are (see "exports" in package.json).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../run.mjs';

const load = `import { createRequire } from 'node:module';\nconst load = createRequire(import.meta.url);\n`;

// A class that is not loaded yet can be extended, constructed and asked with instanceof.
const lazyClass = `const lazyClass = (get) => {
  const lazy = new Proxy(function () {}, {
    construct: (_, args, target) => Reflect.construct(get(), args, target === lazy ? get() : target),
    get: (_, key) => Reflect.get(get(), key),
    has: (_, key) => Reflect.has(get(), key),
  });
  return lazy;
};\n`;

/**
 * Writes the modules from which the bundle's parts are made, beside the compiled sources, and returns these by the names of the parts:
 * one for each folder, and one with what is there from the start, which are values and classes of errors.
 */
export async function libraryParts() {
  const parts = new Map();
  for (const { name, module, kind } of await libraryExports()) {
    const part = kind === 'value' ? 'part-values' : partOf(module);
    parts.set(part, `${parts.get(part) ?? ''}export { ${name} } from './src/${module}';\n`);
  }
  for (const [part, text] of parts) writeFileSync(join(root, `dist/${part}.js`), text);
  return Object.fromEntries([...parts.keys()].map((part) => [part, join(root, `dist/${part}.js`)]));
}

/** Writes what Node loads into the folder of the bundle: `index-node.js` and `machines-node.js`. */
export async function writeLazyLibrary(folder) {
  const all = await libraryExports();
  const line = {
    value: () => '',
    function: (name, part) => `export function ${name}(...args) { return load('./${part}.js').${name}(...args); }\n`,
    class: (name, part) => `export const ${name} = lazyClass(() => load('./${part}.js').${name});\n`,
  };
  const lines = all.map(({ name, module, kind }) => line[kind](name, partOf(module)));
  writeFileSync(join(folder, 'index-node.js'), `${load}${lazyClass}export * from './part-values.js';\n${lines.join('')}`);
  // All of it, but by the same way: Node cannot load at once what it has begun to load step by step.
  const machines = Object.keys(await import(pathToFileURL(join(root, 'dist/machines/index.js'))));
  writeFileSync(join(folder, 'machines-node.js'), `${load}export const { ${machines.join(', ')} } = load('./machines.js');\n`);
}

/** The exports of src/index.ts that are more than types, with the module of each. */
async function libraryExports() {
  const library = await import(pathToFileURL(join(root, 'dist/src/index.js')));
  const text = readFileSync(join(root, 'dist/src/index.js'), 'utf8');
  const found = [...text.matchAll(/^export \{([^}]*)\} from '\.\/([^']+)';$/gm)].flatMap(([, names = '', module]) =>
    names.match(/\w+/g).map((name) => ({ name, module, kind: kindOf(library[name]) })),
  );
  const missing = Object.keys(library).filter((name) => !found.some((one) => one.name === name));
  if (missing.length > 0) throw new Error(`src/index.ts: not found where it is exported: ${missing.join(', ')}`);
  return found;
}

function kindOf(value) {
  if (typeof value !== 'function' || value.prototype instanceof Error) return 'value';
  return /^class\b/.test(String(value)) ? 'class' : 'function';
}

function partOf(module) {
  return `part-${module.split('/').slice(0, -1).join('-')}`;
}
