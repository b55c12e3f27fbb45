// Bundles the browser's side into dist/page/: classic scripts and one style sheet for each entry, so that they run from a
// server, from a folder and from inside one HTML file alike. Part of `npm run build`.
import { join } from 'node:path';
import { build } from 'vite';
import { root } from './run.mjs';

export const entries = {
  app: 'src/page/main.tsx',
  worker: 'src/page/worker/worker.ts',
};

/** Writes the bundles into `folder`. */
export async function buildPage(folder = join(root, 'dist/page')) {
  for (const [name, entry] of Object.entries(entries)) {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      define: { 'process.env.NODE_ENV': '"production"' },
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      build: {
        outDir: folder,
        emptyOutDir: false,
        target: 'es2022',
        sourcemap: false,
        cssCodeSplit: false,
        lib: { entry: join(root, entry), formats: ['iife'], name: `windlass_${name}`, fileName: () => `${name}.js`, cssFileName: name },
      },
    });
  }
}
