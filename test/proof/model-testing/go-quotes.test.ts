import { expect, test } from 'vitest';
import { runScript } from '../../../src/proof/conformance/imagemanager/run-script.ts';
import { type Script, unhurriedKubelet } from '../../../src/proof/conformance/imagemanager/script.ts';
import { judgeAnswer } from '../../../src/proof/model-testing/judge-answer.ts';
import { v1_36 } from '../../../src/rules/kubelet/profiles/profiles.ts';

const image = 'a"b\\c\n\u0007\u00e9\u{1f433}\u200b';
const script: Script = {
  name: 's',
  kubelet: unhurriedKubelet,
  runtime: { images: [] },
  calls: [{ at: 0, id: 'c', pod: { namespace: 'ns', name: 'p', uid: 'p' }, image, policy: 'Always' }],
};
const expected = runScript(script, v1_36);
// As Go writes the name: what cannot be printed is escaped.
const asGo = '"a\\"b\\\\c\\n\\a\u00e9\u{1f433}\\u200b"';

/** The verdict on a system that quotes the name in this way. */
function verdictOn(quoted: string, comparesQuotes?: boolean) {
  const text = JSON.stringify(expected);
  const changed = text.replaceAll(JSON.stringify(asGo).slice(1, -1), () =>
    JSON.stringify(quoted).slice(1, -1),
  );
  expect(changed.includes(JSON.stringify(asGo).slice(1, -1))).toBe(quoted === asGo);
  const actual = JSON.parse(changed);
  const answer = { script, expected, actual, profile: v1_36 };
  return judgeAnswer(comparesQuotes === undefined ? answer : { ...answer, comparesQuotes }, true).verdict;
}

const ways = {
  'not at all': `"${image}"`,
  'as JSON': JSON.stringify(image),
  'as Rust': '"a\\"b\\\\c\\n\\u{7}\u00e9\u{1f433}\\u{200b}"',
  'as C#': '"a\\"b\\\\c\\n\\u0007\\u00E9\\uD83D\\uDC33\\u200B"',
};

test.each(Object.entries(ways))(
  'a system that escapes a name %s agrees, unless it is asked to quote as Go',
  (_, way) => {
    expect(verdictOn(way).kind).toBe('agrees');
    expect(verdictOn(way, true)).toMatchObject({ kind: 'diverges' });
  },
);

test('another name in quotes is a difference, and so are no quotes', () => {
  expect(verdictOn('"a"').kind).toBe('diverges');
  expect(verdictOn(image).kind).toBe('diverges');
  expect(verdictOn(ways['as JSON'].replace('a', 'A')).kind).toBe('diverges');
});
