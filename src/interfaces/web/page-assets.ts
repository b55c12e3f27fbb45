import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

/** The page's scripts and style sheets by name, `app.js`. Each is served, or written into one file. */
export type PageAssets = ReadonlyMap<string, string>;

const assetName = /^[a-z][a-z-]*\.(js|css)$/;

/**
 * Reads what `npm run build` bundled. Throws if there is nothing, as in a clone that is not built.
 *
 * @param folder a folder of bundles, instead of those that are packed with this module
 */
export async function readPageAssets(folder?: string): Promise<PageAssets> {
  const assets = folder === undefined ? await packedAssets() : await assetsIn(folder);
  if (assets.size === 0)
    throw new Error(`the page is not built: no scripts in ${folder ?? 'dist/'} (npm run build makes them)`);
  return assets;
}

async function assetsIn(folder: string): Promise<PageAssets> {
  const names = existsSync(folder)
    ? (await readdir(folder)).filter((name) => assetName.test(name)).sort()
    : [];
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name), 'utf8')] as const)),
  );
}

/**
 * What is in dist/page.br (scripts/build/build-page.mjs), as seen from dist/command or dist/library, from
 * dist/src/interfaces/web, or from src/interfaces/web.
 */
async function packedAssets(): Promise<PageAssets> {
  const file = ['../page.br', '../../../page.br', '../../../dist/page.br']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find(existsSync);
  if (file === undefined) return new Map();
  const texts = JSON.parse(brotliDecompressSync(await readFile(file)).toString('utf8')) as Readonly<
    Record<string, string>
  >;
  return new Map(Object.entries(texts));
}
