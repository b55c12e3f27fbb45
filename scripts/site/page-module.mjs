import { join } from 'node:path';
import { runnerImport } from 'vite';
import { root } from '../run.mjs';

/**
 * Returns what a module of our own page exports. The build leaves these modules out of dist/src: only bundles
 * are made of them.
 *
 * @param {string} path in src/interfaces/page
 */
export async function pageModule(path) {
  const jsx = { runtime: 'automatic', importSource: 'preact', development: false };
  const file = join(root, 'src/interfaces/page', path);
  return (await runnerImport(file, { root, configFile: false, logLevel: 'error', oxc: { jsx } })).module;
}
