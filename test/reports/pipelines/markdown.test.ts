import { fc, test as property } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { githubAnnotation } from '../../../src/reports/pipelines/github-annotation.ts';
import { markdownCode, markdownTable, markdownText } from '../../../src/reports/pipelines/markdown.ts';

describe('Markdown', () => {
  test('of names that strangers gave has no marks, no HTML, no mention and no new line', () => {
    expect(markdownText('a|b*c_d`e`<img src=x>[x](y) #1 ~x~')).toBe(
      'a\\|b\\*c\\_d\\`e\\`\\<img src=x\\>\\[x\\](y) \\#1 \\~x\\~',
    );
    expect(markdownText('ask @team')).toBe('ask @\u200bteam');
    expect(markdownText('a\n\n## b')).not.toContain('\n');
  });

  property.prop([
    fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 2 }), { maxLength: 5 }),
  ])('a table has a line for each row, whatever is in it', (rows) => {
    const columns = ['a', 'b'].map((title) => ({ title, isNumber: false }));
    const lines = markdownTable(columns, rows).trimEnd().split('\n');
    expect(lines).toHaveLength(rows.length + 2);
    for (const line of lines) expect(line.replaceAll(/\\./gu, '').split('|')).toHaveLength(4);
  });

  test('a long table says how much of it is missing', () => {
    const columns = [{ title: 'n', isNumber: true }];
    const rows = Array.from({ length: 5 }, (_, n) => [`${n}`]);
    expect(markdownTable(columns, rows, 2)).toBe('| n |\n| ---: |\n| 0 |\n| 1 |\n\nand 3 more\n');
  });

  property.prop([fc.string({ unit: fc.constantFrom('`', 'a', '\n') })])(
    'no code ends its own fence',
    (code) => {
      const lines = markdownCode(code).trimEnd().split('\n');
      const [fence = ''] = lines;
      expect(lines.at(-1)).toBe(fence);
      for (const line of lines.slice(1, -1)) expect(line.startsWith(fence)).toBe(false);
    },
  );
});

property.prop([fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })])(
  'an annotation is one line and one command, whatever its texts are',
  (title, message) => {
    const line = githubAnnotation({ level: 'error', title, message, place: { file: title, line: 3 } });
    expect(line.endsWith('\n')).toBe(true);
    expect(line.slice(0, -1)).not.toMatch(/[\r\n]/);
    const [, properties = '', data = ''] = /^::error ([^:]*)::(.*)\n$/su.exec(line) ?? [];
    const unescaped = (text: string) =>
      text
        .replaceAll('%3A', ':')
        .replaceAll('%2C', ',')
        .replaceAll('%0D', '\r')
        .replaceAll('%0A', '\n')
        .replaceAll('%25', '%');
    expect(unescaped(data)).toBe(message);
    expect(properties.split(',').map((one) => unescaped(one.slice(one.indexOf('=') + 1)))).toEqual([
      title,
      '3',
      title,
    ]);
  },
);
