import { expect, it } from 'vitest';
import { sideBySide } from '../../../../src/interfaces/cli/systems/test-report-text.ts';

it('marks the fields that differ, and wraps what is long', () => {
  const lines = sideBySide(
    { at: 5, type: 'event', message: 'Successfully pulled image "web"' },
    { at: 5, type: 'event', message: 'no' },
    46,
  );
  expect(lines).toEqual([
    '           EXPECTED          ACTUAL',
    '  at       5                 5',
    '  type     event             event',
    '≠ message  Successfully      no',
    '           pulled image',
    '           "web"',
  ]);
});

it('shows an entry or field that is not there as a dash, an empty text as quotes, and what could move the cursor spelled out', () => {
  expect(sideBySide(undefined, { a: '', b: { c: 1 }, d: 'x\u001b[2J' }, 60)).toEqual([
    '     EXPECTED                    ACTUAL',
    '≠ a  –                           ""',
    '≠ b  –                           {"c":1}',
    '≠ d  –                           x^[[2J',
  ]);
});
