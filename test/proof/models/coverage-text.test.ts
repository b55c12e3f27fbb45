import { describe, expect, test } from 'vitest';
import { coverageCounts, percentText } from '../../../src/proof/models/coverage/coverage-counts.ts';
import { coverageText } from '../../../src/proof/models/coverage/coverage-text.ts';
import { doorCoverage, gateCoverage } from './sample-coverage.ts';

describe('the counts of a coverage', () => {
  test('what is listed as unreachable counts in neither number', () => {
    expect(coverageCounts([doorCoverage])).toEqual({
      states: { covered: 3, all: 4, unreachable: 1 },
      transitions: { covered: 1, all: 3, unreachable: 2 },
      guardOutcomes: { covered: 2, all: 3, unreachable: 1 },
    });
  });

  test('percentages are rounded down: only all is 100 %', () => {
    expect(percentText({ covered: 9_999, all: 10_000, unreachable: 0 })).toBe('99.9 %');
    expect(percentText({ covered: 1, all: 2, unreachable: 0 })).toBe('50 %');
    expect(percentText({ covered: 0, all: 0, unreachable: 3 })).toBe('100 %');
  });
});

describe('the coverage as text', () => {
  const lines = coverageText([doorCoverage, gateCoverage]).split('\n');

  test('begins with a line per machine and their total', () => {
    expect(lines.slice(0, 4)).toEqual([
      'MACHINE  STATES  TRANSITIONS  GUARDS BOTH WAYS  COVERED',
      'door        3/4          1/3               2/3     60 %',
      'gate        1/1          1/1               0/0    100 %',
      'total       4/5          2/4               2/3   66.6 %',
    ]);
  });

  test('lists what is missing, what is unreachable with its reason, and what is listed wrongly, apart', () => {
    expect(lines.slice(4)).toEqual([
      '',
      'door: not covered',
      '  door.end',
      '  door.shut.locked UNLOCK[1] → (stays)',
      '  door.shut OPEN → end',
      '  door.shut.locked UNLOCK[0] → shut.closed if and(hasKey, not(isStuck)) = false',
      '',
      'door: listed as unreachable',
      '  door.gone',
      '      Nobody takes a door out of its frame; a fire would, and there is none in',
      '        this house.',
      '  door BURN → gone',
      '      There is no fire.',
      '  door.shut.locked UNLOCK[0] → shut.closed if and(hasKey, not(isStuck)): isStuck',
      '    = true',
      '      It is oiled.',
      '',
      'door: listed as unreachable, but reached',
      '  door * → (stays)',
      '      Everybody knows doors.',
      '',
    ]);
  });

  test('keeps to the width that it is given, 80 columns without', () => {
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    const narrow = coverageText([doorCoverage], { width: 60 }).split('\n');
    expect(Math.max(...narrow.map((line) => line.length))).toBeLessThanOrEqual(60);
  });

  test('one machine needs no total', () => {
    expect(coverageText([gateCoverage]).split('\n')).toHaveLength(3);
  });
});
