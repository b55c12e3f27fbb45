import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The page's scripts and style sheets by name, `app.js`. Each is served, or written into one file. */
export type PageAssets = ReadonlyMap<string, string>;

const assetName = /^[a-z][a-z-]*\.(js|css)$/;

/**
 * Reads what `npm run build` bundled. Throws if there is nothing, as in a clone that is not built.
 *
 * @param folder the folder of the bundles, if they are not beside this module
 */
export async function readPageAssets(folder = pageFolder()): Promise<PageAssets> {
  const names = existsSync(folder) ? (await readdir(folder)).filter((name) => assetName.test(name)).sort() : [];
  if (names.length === 0) throw new Error(`the page is not built: no scripts in ${folder} (npm run build makes them)`);
  return new Map(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)));
}

/** Returns dist/page, as seen from dist/src/web, from the bundle in dist/bundle/cli, or from src/web. */
function pageFolder(): string {
  const besideBuild = fileURLToPath(new URL('../../page/', import.meta.url));
  return existsSync(besideBuild) ? besideBuild : fileURLToPath(new URL('../../dist/page/', import.meta.url));
}
