import fc from 'fast-check';
import { parseHTML } from 'linkedom';
import { expect, test } from 'vitest';
import { escaped, html } from '../../../src/reports/html/markup.ts';
import { visibleOutput } from '../../../src/reports/text/visible-text.ts';

test('texts are escaped, markup is not, lists are joined, nothing is nothing', () => {
  const item = html`<li>${'<b>'}</li>`;
  expect(html`<ul title="${'"\'&'}">${[item, item]}${undefined}${7}</ul>`.text).toBe(
    '<ul title="&quot;&#39;&amp;"><li>&lt;b&gt;</li><li>&lt;b&gt;</li>7</ul>',
  );
});

test('characters that no document may hold are spelled out', () => {
  expect(escaped('a\u0000b\u001bc\ud800d\uffffe\t\n😀')).toBe('a\\u0000b\\u001bc\\ud800d\\uffffe\t\n😀');
});

test('whatever a text is, a reader gets it back from an element and from an attribute', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-composite' }), (text) => {
      const { document } = parseHTML(
        html`<!doctype html><html><body><p title="${text}">${text}</p></body></html>`.text,
      );
      const paragraph = document.querySelector('p');
      const readable = visibleOutput(text);
      expect(paragraph?.textContent).toBe(readable);
      expect(paragraph?.getAttribute('title')).toBe(readable);
    }),
    { seed: 7, numRuns: 200 },
  );
});
