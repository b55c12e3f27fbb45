import { describe, expect, test } from 'vitest';
import { coverageHtml } from '../../../src/proof/models/coverage/coverage-html.ts';
import { doorCoverage, gateCoverage } from './sample-coverage.ts';

const page = coverageHtml([doorCoverage, gateCoverage], { subject: '7 paths <all-transitions>' });

describe('the coverage as a page', () => {
  test('needs nothing else: no script, nothing from elsewhere', () => {
    expect(page).not.toMatch(/<script|<link|<img|@import|url\(|https?:|\bon\w+=/);
    expect(page.startsWith('<!doctype html>\n')).toBe(true);
  });

  test('is readable by night', () => {
    expect(page).toContain('@media (prefers-color-scheme: dark)');
    expect(page).toContain('color-scheme: light dark');
  });

  test('tells what it was measured with, and leads from each machine’s line to its section', () => {
    expect(page).toContain('<p>7 paths &lt;all-transitions&gt;</p>');
    for (const machine of ['door', 'gate']) {
      expect(page).toContain(`<a href="#${machine}">${machine}</a>`);
      expect(page).toContain(`<section id="${machine}">`);
    }
    expect(page).toContain(
      '<td class="missing">1/3 <small>33.3 %</small> <small>+ 2 unreachable</small></td>',
    );
    expect(page).toContain('<td class="covered">1/1 <small>100 %</small></td>');
  });

  test('says of each item how often it was reached, or that it was not, or why it cannot be', () => {
    expect(page).toContain('<td class="covered">3 ×</td><td><code>door.shut.locked</code></td>');
    expect(page).toContain('<td class="missing">not covered</td><td><code>door.end</code></td>');
    expect(page).toContain(
      '<td class="listed">unreachable</td><td><code>door BURN → gone</code><br><small>There is no fire.</small></td>',
    );
    expect(page).toContain(
      '<code>door * → (stays)</code><br><small>listed as unreachable, but reached: Everybody knows doors.</small>',
    );
    expect(page).toContain('isStuck)) = false</code>');
  });

  test('opens the lists where something is missing, and only those', () => {
    expect(page).toContain('<details open><summary>States (5, 1 not covered)</summary>');
    expect(page).toContain('<details><summary>States (1)</summary>');
  });

  test('every element that is opened is closed again', () => {
    const names = [
      ...page.matchAll(
        /<(\/?)(html|head|body|section|details|summary|table|thead|tbody|tr|td|th|code|small|pre|h1|h2|p|a|style|title)\b/g,
      ),
    ];
    const open: string[] = [];
    for (const [, slash, name = ''] of names) {
      if (slash === '') open.push(name);
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
  });

  test('shows the source of each diagram, with nothing that a browser would read as markup', () => {
    expect(page).toContain('<pre>stateDiagram-v2\n');
    expect(page).toContain('[*] --&gt; state_door_shut');
    expect(page).not.toContain('-->');
  });
});
