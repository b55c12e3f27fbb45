import { expect, test } from 'vitest';
import { sourcesUnder, withoutComments } from './sources.ts';

/**
 * Files that take apart a text of the user's: an image reference, a path, a key of a credential, an owner in
 * a Scenario.
 */
const texts = [
  'src/interfaces/page/shell/header.tsx',
  'src/interfaces/page/app.tsx',
  'src/interfaces/page/resources/strip-rows.ts',
  'src/interfaces/page/what-if/names-of-run.ts',
  'src/reports/html/answer.ts',
  'src/reports/text/short-name.ts',
  'src/proof/conformance/credentials/record-folder.ts',
  'src/proof/conformance/credentials/script-schema.ts',
];
/** What traces of the format before do not say as data. */
const formatBefore = 'src/trace/version-1.ts';

test('nobody takes the name of an actor apart: records and steps carry node, pod, container and pull as fields', () => {
  const folders = [
    'machines',
    'src/trace',
    'src/reports',
    'src/run',
    'src/charts/inspector',
    'src/interfaces/page',
    'src/proof/conformance',
    'src/proof/models',
  ];
  const apart = /split\(\s*['"`/][/@#]|ndexOf\(['"][/@#]['"]|\[\^\/|#\\d|\(\/#[a-z]/;
  const found = sourcesUnder(...folders)
    .filter(({ text }) => apart.test(withoutComments(text)))
    .map(({ path }) => path);
  expect(found.sort()).toEqual([...texts, formatBefore].sort());
});
