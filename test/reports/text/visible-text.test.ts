import { expect, test } from 'vitest';
import { phaseLooks } from '../../../src/reports/phases/phase-looks.ts';
import { coloursFor } from '../../../src/reports/text/text-options.ts';
import { visibleOutput, visibleText } from '../../../src/reports/text/visible-text.ts';

// ESC as EscapeTerminal of k8s.io/cli-runtime/pkg/printers/terminal.go v0.36.3 shows it
test.for([
  ['web-0', 'web-0'],
  ['\u001b[31mred', '^[[31mred'],
  ['a\nb\rc\td', 'a\\nb\\rc\\td'],
  ['\u0000\u009b', '\\x00\\x9b'],
  ['\u202egpj.exe', '\\u202egpj.exe'],
  ['\ud800x', '\\ud800x'],
  ['größe 📦', 'größe 📦'],
] as const)('%j is shown as %j', ([text, shown]) => {
  expect(visibleText(text)).toBe(shown);
});

test('a whole text keeps its lines and tabs, and JSON its values', () => {
  const hostile = '\u0000\u001b]0;x\u0007\r\u007f\u0085\u009b31m\u061c\u200b\u202e\u2028\u2066\ufeff\ud800';
  expect(visibleOutput(`a\tb\n${hostile}`)).toMatch(/^a\tb\n[\x20-\x7e]+$/);
  const json = JSON.stringify({ [hostile]: [hostile] });
  expect(visibleOutput(json)).toMatch(/^[\x20-\x7e]+$/);
  expect(JSON.parse(visibleOutput(json))).toEqual({ [hostile]: [hostile] });
});

test("of a terminal's sequences only the program's colours stay, and only where there are any", () => {
  const own = '\u001b[1m\u001b[31mred\u001b[39m\u001b[22m';
  expect(visibleOutput(own, { colours: true })).toBe(own);
  const looks = Object.values(phaseLooks).map(({ colour }) => coloursFor({ colour: true })[colour]('x'));
  expect(looks.map((text) => visibleOutput(text, { colours: true }))).toEqual(looks);
  expect(visibleOutput('\u001b[31mred')).toBe('\\u001b[31mred');
  expect(visibleOutput('\u001b[8mx\u001b[2J\u001b[K\r', { colours: true })).toBe(
    '\\u001b[8mx\\u001b[2J\\u001b[K\\u000d',
  );
});
