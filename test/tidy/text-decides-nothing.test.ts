import { expect, test } from 'vitest';
import { sourcesUnder, withoutComments } from './sources.ts';

/**
 * Where a fact is in a record, a field or an error, it is not read out of a sentence. Texts of other systems
 * (logs and events of a cluster, conformance traces) are read in src/inputs/events, src/inputs/pasted, src/answers and src/proof.
 */
const ofOtherSystems = ['src/inputs/events/', 'src/inputs/pasted/'];
const folders = ['src/charts', 'src/inputs', 'src/interfaces', 'src/reports', 'src/run', 'src/trace'];
const asksText =
  /\b(?:message|sentence|wait)\)?\??\.(?:startsWith|endsWith|includes|match|search|indexOf)\(|\.(?:test|exec)\((?:\w+\.)*(?:message|sentence|wait)\)/;

test('no message and no sentence is asked for what it says', () => {
  const sources = sourcesUnder(...folders);
  expect(sources.length).toBeGreaterThan(300);
  expect(
    sources.flatMap(({ path, text }) =>
      (ofOtherSystems.some((folder) => path.startsWith(folder)) ? '' : withoutComments(text))
        .split('\n')
        .flatMap((line, index) => (asksText.test(line) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
    ),
  ).toEqual([]);
});

test.each([
  "if (error.message.startsWith('Invalid')) return;",
  "event: ({ message }) => message.includes('Back-off'),",
  'return / failed pulls? of /.test(slowest.wait) ? 1 : 2;',
  "record.message?.endsWith('x')",
])('it is found: %s', (line) => {
  expect(line).toMatch(asksText);
});
