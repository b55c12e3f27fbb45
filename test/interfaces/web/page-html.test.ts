import { createHash } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { parseHTML } from 'linkedom';
import { describe, expect, test } from 'vitest';
import { bootElementId, partElementId, workerElementId } from '../../../src/interfaces/page/boot.ts';
import { pageHtml } from '../../../src/interfaces/web/page-html.ts';

const hostile = [
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '</SCRIPT >',
  '\u2028\u2029',
  '&lt;/script&gt; "quoted" \\u003c',
  '\0 \r\n \ud83d\ude00',
  '__proto__',
];
const boot = {
  examples: hostile.map((text) => ({ name: text, title: text, sources: [{ name: text, text }] })),
};
const code = `globalThis.said = [${hostile
  .slice(0, 4)
  .map((text) => JSON.stringify(text))
  .join()}, /<\\/script>/.source, 1 < 2];`;
const assets = new Map([
  ['app.js', code],
  ['app.css', 'main::after { content: "</style><p>" }'],
  ['worker.js', `${code}\npostMessage(said)`],
  ['replay.js', 'replay()'],
  ['part-charts.js', 'draw()'],
  ['part-editor.js', `${code}\r\nedit(said)`],
]);

/**
 * The text of each element of a kind, as a browser's tokenizer ends it: at the first end tag, whatever stands
 * in it.
 */
function rawElements(html: string, name: string): { readonly attributes: string; readonly text: string }[] {
  const found = html.matchAll(new RegExp(`<${name}\\b([^>]*)>([\\s\\S]*?)</${name}[\\s/>]`, 'gi'));
  return [...found].map(([, attributes = '', text = '']) => ({ attributes, text }));
}

function hashesIn(html: string, directive: string): string[] {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
  const sources = policy.split('; ').find((part) => part.startsWith(`${directive} `)) ?? '';
  return [...sources.matchAll(/'sha256-([^']+)'/g)].map(([, hash = '']) => hash);
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');

describe('the page as HTML', () => {
  test('served: scripts and styles beside it, nothing that runs in it, no policy of its own', () => {
    const html = pageHtml({ title: 'web', entry: 'app', boot: {}, mode: 'served', assets });
    expect(rawElements(html, 'script')).toEqual([
      { attributes: ` type="application/json" id="${bootElementId}"`, text: '{}' },
      { attributes: ' src="app.js"', text: '' },
    ]);
    expect(html).toContain('<link rel="stylesheet" href="app.css">');
    expect(html).not.toMatch(/Content-Security-Policy|<style|style=|onload|(src|href)="(\/|https?:)/);
    expect(pageHtml({ title: 'web', entry: 'replay', boot: {}, mode: 'served', assets })).not.toContain(
      'stylesheet',
    );
  });

  test('static: the same with the policy in the page, without what only a header may say', () => {
    const html = pageHtml({ title: 'web', entry: 'app', boot: {}, mode: 'static', assets });
    expect(html).toMatch(
      /http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self';/,
    );
    expect(html).not.toContain('frame-ancestors');
    expect(html.indexOf('Content-Security-Policy')).toBeLessThan(html.indexOf('<title>'));
  });

  test.each(['served', 'static', 'single'] as const)(
    '%s: hostile boot data stays data, and comes out as it went in',
    (mode) => {
      const html = pageHtml({ title: '</title><script>', entry: 'app', boot, mode, assets });
      const [data] = rawElements(html, 'script');
      expect(JSON.parse(data?.text ?? '')).toEqual(boot);
      expect(data?.text).not.toMatch(/[<>\u2028\u2029]/);
      expect(rawElements(html, 'title')).toEqual([
        { attributes: '', text: '&#60;/title&#62;&#60;script&#62;' },
      ]);
      const { document } = parseHTML(html);
      expect(document.querySelectorAll('script')).toHaveLength(mode === 'single' ? 5 : 2);
      expect(JSON.parse(document.getElementById(bootElementId)?.textContent ?? '')).toEqual(boot);
    },
  );

  test('single: nothing is loaded, and the policy allows these scripts and styles only', () => {
    const html = pageHtml({ title: 'web', entry: 'app', boot, mode: 'single', assets });
    expect(html).not.toMatch(/<script[^>]* src=|<link[^>]*stylesheet|https?:\/\/(?!www\.w3\.org)/);
    const [, , charts, editor, script] = rawElements(html, 'script');
    // The page makes scripts of the texts of its parts when they are needed.
    const texts = [script?.text ?? '', ...[charts, editor].map((part) => JSON.parse(part?.text ?? ''))];
    expect(hashesIn(html, 'script-src')).toEqual(texts.map(sha256));
    expect(hashesIn(html, 'style-src')).toEqual([sha256(rawElements(html, 'style')[0]?.text ?? '')]);
    expect(html).toContain('worker-src blob:');
  });

  test('single: code says the same after its escapes, and the worker and the parts are whole', () => {
    const html = pageHtml({ title: 'web', entry: 'app', boot: {}, mode: 'single', assets });
    const [, worker, , editor, script] = rawElements(html, 'script');
    const said = [...hostile.slice(0, 4), '<\\/script>', true];
    const context: { said?: unknown[] } = {};
    runInNewContext(script?.text ?? '', context);
    expect([...(context.said ?? [])]).toEqual(said);
    expect(worker?.attributes).toContain(`id="${workerElementId}"`);
    expect(JSON.parse(worker?.text ?? '')).toBe(assets.get('worker.js'));
    expect(editor?.attributes).toContain(`id="${partElementId('editor')}"`);
    // A browser takes each end of a line for a line feed, and the policy has the sum of that.
    expect(JSON.parse(editor?.text ?? '')).toBe(assets.get('part-editor.js')?.replaceAll('\r\n', '\n'));
  });

  test('what has no worker carries none; what is not built is named', () => {
    expect(pageHtml({ title: 'web', entry: 'replay', boot: {}, mode: 'single', assets })).not.toContain(
      workerElementId,
    );
    expect(() =>
      pageHtml({ title: 'web', entry: 'replay', boot: {}, mode: 'served', assets: new Map() }),
    ).toThrow('the page has no replay.js');
  });
});
