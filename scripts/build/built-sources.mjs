import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../run.mjs';

const folders = ['machines', 'src', 'tools', 'scripts'];
const settings = ['package.json', 'package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];
// Not packed: package.json leaves it out.
const note = join(root, 'dist/.sources');

/** What dist/ is made of, as one sum. */
function sumOfSources() {
  return sumOfFiles([...settings, ...filesUnder(folders, /\.(tsx?|mjs|css|html|json)$/)]);
}

/**
 * The files with such names under these folders, in order.
 *
 * @param {readonly string[]} folders
 * @param {RegExp} name
 */
export function filesUnder(folders, name) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => name.test(path) && !path.includes('node_modules'))
      .map((path) => join(folder, path))
      .sort(),
  );
}

/**
 * Names and contents of these files as one sum.
 *
 * @param {readonly string[]} paths
 */
export function sumOfFiles(paths) {
  const hash = createHash('sha256');
  for (const path of paths)
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)));
  return hash.digest('hex');
}

/** Notes that dist/ is made of the sources as they are. */
export function noteBuilt() {
  writeFileSync(note, sumOfSources());
}

/** Is dist/ made of the sources as they are? */
export function isBuilt() {
  try {
    return readFileSync(note, 'utf8') === sumOfSources();
  } catch {
    return false;
  }
}
