// The page as static files, dist/site/: `npm run build:site`, after a build. Any folder of any web host will
// do for them, and windlass.html opens from disk.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { readExampleSources } from '../../dist/src/interfaces/cli/pages/show-page.js';
import { readPageAssets } from '../../dist/src/interfaces/web/page-assets.js';
import { siteFiles } from '../../dist/src/interfaces/web/site-files.js';
import { root } from '../run.mjs';

const folder = join(root, 'dist/site');
mkdirSync(folder, { recursive: true });
for (const [name, text] of siteFiles(await readPageAssets(), { examples: await readExampleSources() })) {
  writeFileSync(join(folder, name), text);
  const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(0)} kB`.padStart(8);
  const bytes = Buffer.from(text);
  console.log(
    `dist/site/${name.padEnd(14)} ${kilobytes(bytes.byteLength)} ${kilobytes(gzipSync(bytes).byteLength)} gzipped`,
  );
}
