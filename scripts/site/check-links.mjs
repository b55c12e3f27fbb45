// Every link and frame of the built pages leads to a file that is there, at an anchor that it has, and
// nothing is loaded from another host.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';

/**
 * Returns what is wrong, a line for each: `docs/guides/why.html: ../trace.html#record: no such anchor`.
 *
 * @param {string} folder where the site was built
 * @param {string} base the path below which it is served, with a slash at its end
 */
export function brokenLinks(folder, base) {
  const pages = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => name.replaceAll('\\', '/'))
      .filter((name) => name.endsWith('.html'))
      .sort()
      .map((name) => [name, parts(readFileSync(join(folder, name), 'utf8'))]),
  );
  return [...pages].flatMap(([page, { links, loads }]) => [
    ...links.flatMap((link) => problem(page, link)),
    ...loads.filter(isElsewhere).map((link) => `${page}: loads ${link} from another host`),
  ]);

  function problem(page, link) {
    if (isElsewhere(link) || /^(?:data|mailto|blob):/.test(link)) return [];
    const [path = '', fragment] = link.split('#');
    const name = path.replace(/\?.*$/, '');
    const inside = name.startsWith(base) ? `/${name.slice(base.length)}` : name;
    if (name.startsWith('/') && !name.startsWith(base)) return [`${page}: ${link}: not below ${base}`];
    const at = name === '' ? page : posix.join(inside.startsWith('/') ? '' : posix.dirname(page), inside);
    const file = fileOf(decodeURI(at).replace(/^\//, ''));
    if (file === undefined) return [`${page}: ${link}: no such file`];
    // What stands there in our own page is not an anchor, but what it shows.
    if (fragment === undefined || fragment === '' || fragment.includes('=')) return [];
    const ids = pages.get(file)?.ids;
    return ids === undefined || ids.has(decodeURIComponent(fragment))
      ? []
      : [`${page}: ${link}: no such anchor`];
  }

  function fileOf(name) {
    const file = [name, `${name}.html`, posix.join(name, 'index.html')].find(
      (each) => existsSync(join(folder, each)) && statSync(join(folder, each)).isFile(),
    );
    return file;
  }
}

function parts(html) {
  const text = html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, (script) =>
    script.slice(0, script.indexOf('>') + 1),
  );
  const tags = [...text.matchAll(/<([a-z][a-z0-9-]*)\b([^>]*)>/g)];
  const attribute = (attributes, name) => new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1];
  const links = [];
  const loads = [];
  const ids = new Set();
  for (const [, tag, attributes] of tags) {
    const id = attribute(attributes, 'id');
    if (id !== undefined) ids.add(plain(id));
    const href = attribute(attributes, 'href');
    if (href !== undefined && tag !== 'use') links.push(plain(href));
    const source = attribute(attributes, 'src') ?? (tag === 'link' ? href : undefined);
    if (source !== undefined) loads.push(plain(source));
    if (source !== undefined && tag !== 'link') links.push(plain(source));
  }
  return { links, loads, ids };
}

function isElsewhere(link) {
  return /^(?:https?:)?\/\//.test(link);
}

function plain(text) {
  return text
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
