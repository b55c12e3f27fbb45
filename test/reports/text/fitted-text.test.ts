import { describe, expect, it } from 'vitest';
import { foldedCommand, hangingLines } from '../../../src/reports/text/fitted-text.ts';
import { fittedTable } from '../../../src/reports/text/tab-writer.ts';

describe('foldedCommand', () => {
  it('leaves a command whole that fits', () => {
    expect(foldedCommand('windlass run a.yaml --seed 1', 40, '  ')).toEqual([
      '  windlass run a.yaml --seed 1',
    ]);
  });

  it('goes on before an option, after a backslash, as a shell reads it', () => {
    const command =
      "windlass run a.yaml --fault 'registryDown --registry=x until=40s' --set maxPods=5 --seed 1";
    const lines = foldedCommand(command, 60, '  ');
    expect(lines).toEqual([
      '  windlass run a.yaml \\',
      "    --fault 'registryDown --registry=x until=40s' \\",
      '    --set maxPods=5 --seed 1',
    ]);
    expect(
      lines
        .join('\n')
        .replaceAll(/ \\\n +/g, ' ')
        .trim(),
    ).toBe(command);
  });
});

describe('hangingLines', () => {
  it.each([
    ['a line that fits', 30, ['a line that fits']],
    ['Note: one two three four', 14, ['Note: one', '  two three', '  four']],
    ['  - one two three four', 14, ['  - one two', '    three', '    four']],
    [
      'link  5MB/s  from fifteen pulls of images',
      40,
      ['link  5MB/s  from fifteen pulls of', '             images'],
    ],
    [
      'round trip of r.io  5ms to 7ms  eight requests',
      36,
      ['round trip of r.io  5ms to 7ms', '    eight requests'],
    ],
  ])('%j in %i columns', (text, width, lines) => {
    expect(hangingLines(text, width)).toEqual(lines);
  });
});

describe('fittedTable', () => {
  const head = ['FIGURE', 'A', 'B'];
  const rows = [
    ['waiting for the sandbox image', '5.0 s', '12 s'],
    ['pulls', '1', '2'],
  ];

  it("is kubectl's where that fits", () => {
    expect(fittedTable(head, rows, 80)).toEqual([
      'FIGURE                          A       B',
      'waiting for the sandbox image   5.0 s   12 s',
      'pulls                           1       2',
    ]);
  });

  it('wraps the words of the first column where it does not, and leaves the others whole', () => {
    expect(fittedTable(head, rows, 34)).toEqual([
      'FIGURE                 A      B',
      'waiting for the        5.0 s  12 s',
      '  sandbox image',
      'pulls                  1      2',
    ]);
  });
});
