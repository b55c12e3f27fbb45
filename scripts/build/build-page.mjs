// Bundles the browser's side into dist/page/: classic scripts and one style sheet for each entry, so that
// they run from a server, from a folder and from inside one HTML file alike. Part of `npm run build`. What is
// packed is all of them in one compressed file, dist/page.br: they have much code in common, and apart they
// take half as much room again.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'vite';
import { root } from '../run.mjs';
import { chartLayouts } from './chart-layouts.mjs';

const entries = {
  app: 'src/interfaces/page/main.tsx',
  worker: 'src/interfaces/page/worker/worker.ts',
  replay: 'src/interfaces/page/replay/replay-main.tsx',
  // What is loaded when it is needed: src/interfaces/page/part.ts.
  'part-charts': 'src/interfaces/page/statechart/charts-part.ts',
  'part-editor': 'src/interfaces/page/editor/editor-part.ts',
};

// zod makes its checks faster with code from text, which the page's content security policy forbids: it must
// not even try.
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
      // What packages have for developers stays out, whatever NODE_ENV this runs under: the tests have the
      // page that users have.
      resolve: {
        conditions: ['module', 'browser', 'production'],
        alias: { 'virtual:scenario-schema': join(root, 'schemas/scenario.schema.json') },
      },
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
        lib: {
          entry: join(root, entry),
          formats: ['iife'],
          name: `windlass_${name.replace('part-', '')}`,
          fileName: () => `${name}.js`,
          cssFileName: name,
        },
      },
    });
  }
}

/** Writes the texts of dist/page/ by name, as JSON, compressed as one: the window has to hold all of them. */
export async function packPage() {
  const folder = join(root, 'dist/page');
  const texts = readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  };
  writeFileSync(
    join(root, 'dist/page.br'),
    await promisify(brotliCompress)(JSON.stringify(Object.fromEntries(texts)), { params }),
  );
}
