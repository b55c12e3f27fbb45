// Which page of the site each document of the repository becomes.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../run.mjs';

const renamed = {
  'README.md': 'index.md',
  'docs/README.md': 'docs/index.md',
  'docs/machines.md': 'machines/index.md',
  'machines/README.md': 'machines/the-image-pull.md',
  'examples/README.md': 'examples/index.md',
  'CONTRIBUTING.md': 'contributing.md',
  'SECURITY.md': 'security.md',
  'CHANGELOG.md': 'changelog.md',
};

/** The names of the examples that have a folder and a story. */
export const exampleNames = readdirSync(join(root, 'examples')).filter((name) =>
  existsSync(join(root, 'examples', name, 'README.md')),
);

/**
 * The documents that are pages as they are, and where: by path from the top of the repository.
 * docs/machines.md is taken apart, see machine-pages.mjs; examples have pages of their own, see
 * example-pages.mjs.
 *
 * @returns {ReadonlyMap<string, string>}
 */
export function documentPages() {
  const written = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join('docs', name.replaceAll('\\', '/')));
  return new Map([
    ...written.sort().map((path) => /** @type {const} */ ([path, path])),
    ...Object.entries(renamed),
    ...exampleNames.map(
      (name) => /** @type {const} */ ([`examples/${name}/README.md`, `examples/${name}.md`]),
    ),
  ]);
}

/**
 * Returns the page for a file or folder of the repository that a document links to. A document has its page;
 * a folder with a README has that one's; a schema has the page that explains it; any other file or folder
 * gets a page that shows it, and is added to `shown`.
 *
 * @param {string} path from the top of the repository
 * @param {ReadonlyMap<string, string>} pages
 * @param {Set<string>} shown
 */
export function pageOf(path, pages, shown) {
  const page = pages.get(path) ?? pages.get(posix.join(path, 'README.md'));
  if (page !== undefined) return page;
  if (!existsSync(join(root, path))) throw new Error(`there is no ${path}`);
  const schema = /^schemas\/([\w-]+)\.schema\.json$/.exec(path)?.[1];
  if (schema !== undefined) return `schemas/${schema}.md`;
  shown.add(path.replace(/\/$/, ''));
  return shownPage(path);
}

/**
 * The page that shows a file or a folder as it is.
 *
 * @param {string} path
 */
export function shownPage(path) {
  return `source/${path.replace(/\/$/, '')}${isFolder(path) ? '/index' : ''}.md`;
}

/** @param {string} path */
export function isFolder(path) {
  return statSync(join(root, path)).isDirectory();
}
