// Bundles the browser's side into dist/page/: classic scripts and one style sheet for each entry, so that they run from a
// server, from a folder and from inside one HTML file alike. Part of `npm run build`.
import { join } from 'node:path';
import { build } from 'vite';
import { root } from '../run.mjs';
import { chartLayouts } from './chart-layouts.mjs';

const entries = {
  app: 'src/page/main.tsx',
  worker: 'src/page/worker/worker.ts',
  replay: 'src/page/replay/replay-main.tsx',
};

// zod makes its checks faster with code from text, which the page's content security policy forbids: it must not even try.
const banner = 'globalThis.__zod_globalConfig={...globalThis.__zod_globalConfig,jitless:true};';

export async function buildPage() {
  const plugins = [chartLayouts()];
  for (const [name, entry] of Object.entries(entries)) {
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      publicDir: false,
      plugins,
      // What packages have for developers stays out, whatever NODE_ENV this runs under: the tests have the page that users have.
      resolve: { conditions: ['module', 'browser', 'production'] },
      define: { 'process.env.NODE_ENV': '"production"' },
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
      build: {
        outDir: join(root, 'dist/page'),
        emptyOutDir: false,
        target: 'es2022',
        sourcemap: false,
        cssCodeSplit: false,
        // Its table of sizes would be one per bundle; scripts/build/build-site.mjs prints all of them.
        reportCompressedSize: false,
        rolldownOptions: { output: { banner }, checks: { pluginTimings: false } },
        lib: { entry: join(root, entry), formats: ['iife'], name: `windlass_${name}`, fileName: () => `${name}.js`, cssFileName: name },
      },
    });
  }
}
