// Pages that show files and folders of the repository as they are: those to which a page links.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../run.mjs';
import { frontMatter, htmlText } from './site-markdown.mjs';
import { isFolder, shownPage } from './site-places.mjs';

/** A longer file is cut: nobody reads on, and a page has to load. */
const linesMax = 1_000;

const languages = { mjs: 'js', mts: 'ts', tsx: 'tsx', ndjson: 'json', yml: 'yaml', txt: 'text', '': 'text' };

/**
 * Returns the pages, by path in the site. A folder lists its files, which then have pages too.
 *
 * @param {Iterable<string>} paths from the top of the repository
 */
export function sourcePages(paths) {
  const pages = new Map();
  const waiting = [...paths].sort();
  for (const path of waiting) {
    const page = shownPage(path);
    if (pages.has(page)) continue;
    if (isFolder(path)) {
      const files = readdirSync(join(root, path))
        .sort()
        .map((name) => posix.join(path, name));
      waiting.push(...files.filter((file) => !isFolder(file)));
      pages.set(
        page,
        folderPage(
          path,
          files.filter((file) => !isFolder(file)),
        ),
      );
    } else pages.set(page, filePage(path));
  }
  return pages;
}

function folderPage(path, files) {
  const items = files.map((file) => `- [${posix.basename(file)}](/${shownPage(file)})`);
  return `${frontMatter({ search: false, title: path })}# ${htmlText(path)}\n\n${items.join('\n')}\n`;
}

function filePage(path) {
  const lines = readFileSync(join(root, path), 'utf8').replace(/\n$/, '').split('\n');
  const ending = posix.extname(path).slice(1);
  const cut = lines.length > linesMax ? `\nThe first ${linesMax} of ${lines.length} lines.\n` : '';
  // A fence longer than any in the file.
  const fence = '`'.repeat(6);
  return `${frontMatter({ search: false, outline: false, title: path })}# ${htmlText(path)}
${cut}
${fence}${languages[ending] ?? ending}
${lines.slice(0, linesMax).join('\n')}
${fence}
`;
}
