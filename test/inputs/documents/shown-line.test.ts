import { expect, test } from 'vitest';
import { formatInputError } from '../../../src/inputs/documents/input-error.ts';
import { readInput } from '../../../src/inputs/read-input.ts';

const errorsIn = (spec: string) => {
  const result = readInput(
    [{ name: 'in.yaml', text: `apiVersion: v1\nkind: Pod\nmetadata: { name: x }\n${spec}\n` }],
    {},
  );
  return result.ok ? [] : result.errors.map(formatInputError);
};

test('a line with an error is shown without comments, environments and commands, with the mark in its place', () => {
  const line =
    'spec: { containers: [{ name: a, image: 7, env: [{ name: A, value: hunter2 }], args: ["--x=#hunter2"] }] } # hunter2';
  const [error = ''] = errorsIn(line);
  expect(error).not.toContain('hunter2');
  const [, shown = '', caret = ''] = error.split('\n');
  expect(shown.slice(caret.indexOf('^'))).toMatch(
    /^7, env: \[\{ name: \*, value: \*{7} \}\], args: \["\*\*\*\*#\*{7}"\] \}\] \} # \*{7}$/,
  );
});

test('what the error is about stays, and so does what is read', () => {
  const [error = ''] = errorsIn(
    'spec: { tolerations: [{ key: k, value: shown, operator: 5 }], containers: [{ name: a, image: "b#c" }] }',
  );
  expect(error).toContain('value: shown, operator: 5');
  expect(error).toContain('image: "b#c"');
});
