import { expect, test } from 'vitest';
import { visibleText } from '../../src/report/visible-text.ts';

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
