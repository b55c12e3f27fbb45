// Bundles the command line into dist/command/, minified: as compiled, `windlass` would open some 900 modules,
// which takes half a second of processor time before anything happens. Part of `npm run build`.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../run.mjs';
import { bundledForNode } from './bundled-for-node.mjs';

// Errors are told by the names of their classes. Those of functions would be 24 kB: who sends an error sends
// its seed.
const names = { function: false, class: true };
const minify = { compress: { keepNames: names }, mangle: { toplevel: true, keepNames: names } };

// What is always loaded together stands in one file: Node takes a third of a millisecond to find and to link
// each. The first row whose modules all load a module at once, and not later, when it is asked for, has it.
const [commands, run] = ['src/interfaces/cli/main', 'src/interfaces/cli/commands/run-command'];
const together = { commands: [commands], run: [run] };
const loads = new Map();

/** The name of a module's file, if it is one of those. */
function loadedTogether(id, graph) {
  return Object.keys(together).find((name) =>
    together[name].every((entry) => loadedBy(entry, graph).has(id)),
  );
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

export async function bundleCommand() {
  const folder = join(root, 'dist/command');
  await build(
    bundledForNode({
      folder,
      minify: 'oxc',
      // All in one folder: a module finds a thread's entry beside it.
      input: {
        windlass: join(root, 'dist/src/interfaces/cli/main.js'),
        'kubectl-windlass': join(root, 'dist/src/interfaces/cli/kubectl/plugin-main.js'),
        'kubectl_complete-windlass': join(root, 'dist/src/interfaces/cli/kubectl/complete-main.js'),
        'run-task': join(root, 'dist/src/interfaces/cli/workers/run-task.js'),
      },
      output: {
        codeSplitting: { groups: [{ name: loadedTogether }], includeDependenciesRecursively: false },
        comments: false,
        minify,
      },
    }),
  );
  for (const program of ['windlass', 'kubectl-windlass', 'kubectl_complete-windlass'])
    chmodSync(join(folder, `${program}.js`), 0o755);
}
