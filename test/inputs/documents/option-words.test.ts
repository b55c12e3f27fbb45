import { expect, test } from 'vitest';
import { optionWords } from '../../../src/inputs/documents/option-words.ts';

const textsOf = (option: string) => optionWords(option).map(({ text }) => text);

test.each([
  ['pullFails error="not found"', ['pullFails', 'error=not found']],
  [String.raw`pullFails error="a \"x\""`, ['pullFails', 'error=a "x"']],
  [String.raw`error="a \\ b" image=c`, ['error=a \\ b', 'image=c']],
  [String.raw`error="a\nb"`, [String.raw`error=a\nb`]],
  [String.raw`error='a \"x\"'`, [String.raw`error=a \"x\"`]],
  [`error="it's" image='"'`, ["error=it's", 'image="']],
  [String.raw`error="\\" image=a`, ['error=\\', 'image=a']],
])('%s has the words %j', (option, words) => {
  expect(textsOf(option)).toEqual(words);
  expect(optionWords(option).some(({ isOpen }) => isOpen)).toBe(false);
});

test.each(['error="a', String.raw`error="a\"`, "error='a", 'error="a" b="'])(
  '%s has a quote that is not closed',
  (option) => {
    expect(optionWords(option).some(({ isOpen }) => isOpen)).toBe(true);
  },
);
