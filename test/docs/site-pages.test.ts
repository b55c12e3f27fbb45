import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { brokenLinks } from '../../scripts/site/check-links.mjs';
import { siteMarkdown } from '../../scripts/site/site-markdown.mjs';
import { documentPages } from '../../scripts/site/site-places.mjs';
import { root } from '../tidy/sources.ts';

describe('a document as a page of the site', () => {
  const pages = documentPages();
  const asPage = (text: string, path = 'docs/guides/why.md', shown = new Set<string>()) =>
    siteMarkdown(text, { path, pages, shown, machineAt: (anchor) => `machines/${anchor}.md` });

  test('links to documents, folders with a README, schemas and machines become links to their pages', () => {
    const text = [
      '[trace](../trace.md#records)',
      '[stuck](../../examples/stuck-pull/)',
      '[schema](../../schemas/scenario.schema.json)',
      '[chart](../machines.md#gc)',
      '[here](#there)',
      '[web](https://example.com/a.md)',
    ].join('\n');
    expect(asPage(text).split('\n')).toEqual([
      '[trace](/docs/trace.md#records)',
      '[stuck](/examples/stuck-pull.md)',
      '[schema](/schemas/scenario.md)',
      '[chart](/machines/gc.md)',
      '[here](#there)',
      '[web](https://example.com/a.md)',
    ]);
  });

  test('a file that is no document gets a page that shows it', () => {
    const shown = new Set<string>();
    expect(asPage('[pods](../../examples/web-rollout.yaml)', undefined, shown)).toBe(
      '[pods](/source/examples/web-rollout.yaml.md)',
    );
    expect([...shown]).toEqual(['examples/web-rollout.yaml']);
  });

  test('code stays as it is, in a line and in a block', () => {
    const text = 'Write `[a](b.md)` or:\n```md\n[a](b.md)\n```\n';
    expect(asPage(text)).toBe(text);
  });

  test('a link to nothing is told with its place', () => {
    expect(() => asPage('One.\n[a](b.md)')).toThrow(
      'docs/guides/why.md:2: the link b.md: there is no docs/guides/b.md',
    );
  });

  // docs/machines.md is taken apart: its machines have pages of their own.
  test.each([...pages.keys()].filter((path) => path !== 'docs/machines.md'))(
    '%s has links to what is there',
    (path) => {
      expect(asPage(readFileSync(join(root, path), 'utf8'), path)).not.toBe('');
    },
  );
});

describe('links of built pages', () => {
  const folder = mkdtempSync(join(tmpdir(), 'windlass-links-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('a missing page, a missing anchor, a link out of the site and what is loaded from elsewhere are told', () => {
    const write = (name: string, text: string): void => {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    };
    write('a/b.html', '<h1 id="top">B</h1><a href="../index.html#here">up</a>');
    write(
      'index.html',
      [
        '<p id="here"><a href="a/b.html#top">good</a><a href="/base/a/b">good</a><a href="https://example.com/">good</a>',
        '<a href="a/c.html">no page</a><a href="a/b.html#bottom">no anchor</a><a href="/elsewhere">outside</a>',
        '<iframe src="a/b.html#example=x&amp;at=1"></iframe><img src="gone.png"><script src="https://example.com/x.js"></script>',
      ].join(''),
    );
    expect(brokenLinks(folder, '/base/')).toEqual([
      'index.html: a/c.html: no such file',
      'index.html: a/b.html#bottom: no such anchor',
      'index.html: /elsewhere: not below /base/',
      'index.html: gone.png: no such file',
      'index.html: loads https://example.com/x.js from another host',
    ]);
  });
});
