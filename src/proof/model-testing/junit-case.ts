import type { TestCase } from 'junit-xml';

/** Returns a test case of JUnit XML; without failures it has passed. */
export function testCase(
  classname: string,
  name: string,
  failures: readonly { type: string; message: string }[],
): TestCase {
  const told = failures.map(({ type, message }) => ({ type, message: xmlText(message) }));
  return {
    classname: xmlText(classname),
    name: xmlText(name),
    ...(told.length === 0 ? {} : { failures: told }),
  };
}

// Characters that XML 1.0 cannot contain, even escaped: controls, lone surrogates, U+FFFE and U+FFFF.
const unwritable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Returns a text with what XML 1.0 cannot contain written as escapes. */
export function xmlText(text: string): string {
  return text.replace(
    unwritable,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
