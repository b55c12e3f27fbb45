// A document of the repository as a page of the site: the same text, with links to pages.
import { posix } from 'node:path';
import { withDiagramTables } from './diagram-table.mjs';
import { pageOf } from './site-places.mjs';

/**
 * Returns the text with each link to a file of the repository turned into one to its page. Code stays as it
 * is. Throws with place and target where a link leads to nothing.
 *
 * @param {string} text
 * @param {object} of
 * @param {string} of.path the document, from the top of the repository
 * @param {ReadonlyMap<string, string>} of.pages
 * @param {Set<string>} of.shown takes the files and folders that get a page because something links to them
 * @param {(anchor: string) => string | undefined} of.machineAt the page of a machine by its anchor in
 *   docs/machines.md
 */
export function siteMarkdown(text, { path, pages, shown, machineAt }) {
  let fence;
  return withDiagramTables(text)
    .split('\n')
    .map((line, index) => {
      const mark = /^\s*(```+|~~~+)/.exec(line)?.[1];
      if (mark !== undefined && (fence === undefined || line.trim() === fence))
        fence = fence === undefined ? mark : undefined;
      if (fence !== undefined || mark !== undefined) return line;
      return outsideCode(line, (words) =>
        withoutTags(words).replace(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (whole, image, label, target) => {
          if (/^(?:[a-z]+:|#)/i.test(target)) return whole;
          try {
            return `${image}[${label}](${linkTo(target, image === '!')})`;
          } catch (error) {
            throw new Error(`${path}:${index + 1}: the link ${target}: ${error.message}`);
          }
        }),
      );
    })
    .join('\n');

  function linkTo(target, isImage) {
    const [file, anchor] = target.split('#');
    const to = posix.normalize(posix.join(posix.dirname(path), file));
    if (isImage) return `/${to}`;
    const machine = to === 'docs/machines.md' && anchor !== undefined ? machineAt(anchor) : undefined;
    if (machine !== undefined) return `/${machine}`;
    return `/${pageOf(to, pages, shown)}${anchor === undefined ? '' : `#${anchor}`}`;
  }
}

/**
 * Returns a text of Markdown in which what only looks like a tag or a placeholder is text, as in
 * `<the name>`.
 *
 * @param {string} text
 */
export function plainMarkdown(text) {
  return text
    .split('\n')
    .map((line) => outsideCode(line, withoutTags))
    .join('\n');
}

function withoutTags(words) {
  return words
    .replace(/<(?!\/?(?:br|b|i|kbd|sub|sup|details|summary)\b|!--|https?:)/g, '&lt;')
    .replaceAll('{{', '&#123;&#123;');
}

/** Changes what is not in backticks. A link's label may hold code. */
function outsideCode(line, change) {
  const codes = [];
  const kept = line.replace(/(`+)(?:(?!\1).)+\1/g, (code) => `\u0000${codes.push(code) - 1}\u0000`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a character that no document has
  return change(kept).replace(/\u0000(\d+)\u0000/g, (_, index) => codes[Number(index)]);
}

/**
 * The front matter of a page.
 *
 * @param {Readonly<Record<string, unknown>>} fields
 */
export function frontMatter(fields) {
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `---\n${lines.join('\n')}\n---\n\n`;
}

/**
 * A text as HTML, for what stands in a page beside its Markdown.
 *
 * @param {string} text
 */
export function htmlText(text) {
  return text.replace(/[&<>"{}]/g, (character) => `&#${character.charCodeAt(0)};`);
}
