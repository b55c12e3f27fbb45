// Bundles the command line into dist/bundle/cli/: `windlass` would otherwise open and compile some 900 modules, which takes half a second
// of processor time before anything happens. Part of `npm run build`.
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../run.mjs';

// These two start programs that stand beside them in their own packages.
const apart = ['tinypool', 'open'];

export async function bundleCli() {
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ssr: { noExternal: true, external: apart },
    build: {
      ssr: true,
      outDir: join(root, 'dist/bundle/cli'),
      target: 'node20',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { windlass: join(root, 'dist/src/cli/main.js'), 'run-task': join(root, 'dist/src/cli/workers/run-task.js') },
        // All in one folder: a module finds a thread's entry beside it, and the page two folders above.
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        checks: { pluginTimings: false },
      },
    },
  });
  chmodSync(join(root, 'dist/bundle/cli/windlass.js'), 0o755);
}
