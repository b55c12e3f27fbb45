import { expect, test } from 'vitest';
import { coloursOn, columnsOf, type Terminal } from '../../../src/interfaces/cli/terminal.ts';

function terminal(stdout: { isTTY?: boolean; columns?: number }, env: Terminal['env'] = {}): Terminal {
  const none = { write: () => {} };
  return {
    stdin: (async function* () {})(),
    stdout: { ...none, ...stdout },
    stderr: none,
    env,
    cwd: '/',
    nowMs: () => 0,
  };
}

test.each([
  ['a terminal has its own width', terminal({ isTTY: true, columns: 72 }, { COLUMNS: '200' }), 72],
  ['a file or pipe takes COLUMNS', terminal({}, { COLUMNS: '132' }), 132],
  ['else 100, so that a file does not depend on the screen', terminal({}), 100],
  [
    'a terminal that does not know takes COLUMNS too',
    terminal({ isTTY: true, columns: 0 }, { COLUMNS: '60' }),
    60,
  ],
  ['COLUMNS that is no number does not count', terminal({}, { COLUMNS: 'wide' }), 100],
])('width: %s', (_, where, columns) => {
  expect(columnsOf(where)).toBe(columns);
});

test.each([
  ['on a terminal', terminal({ isTTY: true }), true],
  ['not in a pipe', terminal({}), false],
  ['not with NO_COLOR', terminal({ isTTY: true }, { NO_COLOR: '1' }), false],
  ['with an empty NO_COLOR, which counts as not set', terminal({ isTTY: true }, { NO_COLOR: '' }), true],
  ['in a pipe with FORCE_COLOR', terminal({}, { FORCE_COLOR: '1' }), true],
  ['not with FORCE_COLOR=0', terminal({ isTTY: true }, { FORCE_COLOR: '0' }), false],
  ['NO_COLOR wins over FORCE_COLOR', terminal({}, { NO_COLOR: '1', FORCE_COLOR: '1' }), false],
  ['not on a dumb terminal', terminal({ isTTY: true }, { TERM: 'dumb' }), false],
])('colour: %s', (_, where, on) => {
  expect(coloursOn(where)).toBe(on);
});
