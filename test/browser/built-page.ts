import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildPage } from '../../scripts/build-page.mjs';
import { root } from '../tidy/sources.ts';

/** Returns the folder of the browser's side, built from the sources as they are: once for each state of them. */
export async function builtPage(): Promise<string> {
  const hash = createHash('sha256');
  for (const folder of ['machines', 'src', 'scripts', 'examples']) {
    for (const path of readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).sort()) {
      if (/\.(tsx?|mjs|css|html|yaml|md)$/.test(path))
        hash
          .update(path)
          .update('\0')
          .update(readFileSync(join(root, folder, path)));
    }
  }
  const folder = join(root, 'node_modules/.cache/windlass-page', hash.digest('hex').slice(0, 16));
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  await buildPage(draft);
  try {
    renameSync(draft, folder);
  } catch {
    // Another process was faster with the same page.
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}
