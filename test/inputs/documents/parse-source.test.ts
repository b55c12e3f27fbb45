import { describe, expect, test } from 'vitest';
import { accepted, errorsOf, podYaml, refused, stream } from '../reading.ts';

const pod = podYaml('x', '{ containers: [{ name: a, image: b }] }');

describe('what is not quite YAML as it should be', () => {
  test('line ends of Windows and a byte order mark change nothing', () => {
    expect(accepted('\uFEFF' + pod.replaceAll('\n', '\r\n')).input).toEqual(accepted(pod).input);
  });

  test('positions are right behind a byte order mark and with line ends of Windows', () => {
    const text = '\uFEFFapiVersion: v1\r\nkind: Pod\r\nmetadata: { name: x }\r\nspec: { containers: 3 }\r\n';
    expect(refused(text)).toEqual(['4:21 WRONG_TYPE spec.containers must be a list, not 3']);
    expect(errorsOf(text)[0]?.excerpt).toBe(`spec: { containers: 3 }\n${' '.repeat(20)}^`);
    expect(refused(text.slice(1))).toEqual(refused(text));
  });

  test('tabs as indentation are refused where they stand, with advice', () => {
    const [error] = errorsOf('kind: Pod\nmetadata:\n\tname: x\n');
    expect([error?.line, error?.column, error?.code, error?.hint]).toEqual([
      3,
      1,
      'SYNTAX',
      'indent with spaces: YAML does not allow tabs',
    ]);
    expect(error?.excerpt).toBe('\tname: x\n^');
  });

  test('a column behind a tab counts characters, and the caret stands below it', () => {
    const text = 'apiVersion: v1\nkind: Pod\nmetadata: { name: x }\nspec:\t{ containers: 3 }\n';
    expect(refused(text)).toEqual(['4:21 WRONG_TYPE spec.containers must be a list, not 3']);
    expect(errorsOf(text)[0]?.excerpt).toBe(`spec:\t{ containers: 3 }\n     \t${' '.repeat(14)}^`);
  });

  test('a key that occurs twice is refused at its second place', () => {
    expect(refused('apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\n  name: y\n')).toEqual([
      '5:3 DUPLICATE_KEY the key "name" occurs twice',
    ]);
  });

  test('a key that is a mapping or a list is refused', () => {
    expect(refused('a:\n  ? [x]\n  : 1\n')).toEqual([
      '2:3 WRONG_KEY a mapping with a key that is a mapping or a list',
    ]);
    // yaml itself throws for this one when the key is made a text
    expect(refused('? <<: 3\n')).toEqual(['1:1 WRONG_KEY a mapping with a key that is a mapping or a list']);
  });

  test('a broken document does not hide the errors of the next', () => {
    const second = podYaml('y', '{ containers: [] }');
    expect(refused(stream('a: [1,\n', second))).toEqual([
      expect.stringMatching(/^2:1 SYNTAX not valid YAML: /),
      '6:21 WRONG_VALUE spec.containers must be a list of at least 1 item, not an empty list',
    ]);
  });

  test('yes, no, on and off are booleans, as in the YAML 1.1 that Kubernetes reads', () => {
    const text = (word: string) =>
      `apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\nserializeImagePulls: ${word}\n`;
    const read = (word: string) =>
      accepted(stream(text(word), pod)).input.nodes[0]?.kubelet.serializeImagePulls;
    expect(['yes', 'on', 'true', 'no', 'Off', 'false'].map(read)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  test('JSON is read like YAML', () => {
    const json = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'x' },
      spec: { containers: [{ name: 'a', image: 'b' }] },
    };
    expect(accepted(JSON.stringify(json)).input).toEqual(accepted(pod).input);
  });

  test('empty documents are skipped, and a source of nothing else is an error', () => {
    expect(accepted(`---\n# nothing\n---\n${pod}---\n...\n`).input.pods).toHaveLength(1);
    expect(refused('')).toEqual(['in.yaml EMPTY nothing to read']);
    expect(refused('---\n---\n')).toEqual(['in.yaml EMPTY nothing to read']);
  });
});

describe('anchors, aliases and merge keys', () => {
  test('are followed', () => {
    const text =
      'x: &c [{ name: a, image: b }]\napiVersion: v1\nkind: Pod\nmetadata: { name: x }\nspec: { <<: { containers: *c } }\n';
    expect(accepted(text).input.pods[0]?.containers[0]?.image).toBe('b');
  });

  test('an error behind an alias is shown where the text stands', () => {
    const text =
      'x: &c\n  - name: a\n    image: 7\napiVersion: v1\nkind: Pod\nmetadata: { name: x }\nspec: { containers: *c }\n';
    expect(refused(text)).toEqual(['3:12 WRONG_TYPE spec.containers[0].image must be a string, not 7']);
  });

  test('an error behind a merge key is shown where the text stands', () => {
    const text =
      'x: &c { image: 7, name: a }\napiVersion: v1\nkind: Pod\nmetadata: { name: x }\nspec: { containers: [{ <<: *c }] }\n';
    expect(refused(text)).toEqual(['1:16 WRONG_TYPE spec.containers[0].image must be a string, not 7']);
  });

  test('an alias may be used as often as anybody would', () => {
    const text = `x: &image b\napiVersion: v1\nkind: Pod\nmetadata: { name: x }\nspec: { containers: [${Array.from({ length: 150 }, (_, index) => `{ name: c${index}, image: *image }`).join(', ')}] }\n`;
    expect(accepted(text).input.pods[0]?.containers).toHaveLength(150);
  });

  test('an alias within what it means is refused', () => {
    expect(refused('a: &a [1, *a]\n')).toEqual(['1:11 ALIASES the alias *a stands within what it means']);
  });

  test('an alias without its anchor is refused', () => {
    expect(refused('a: *nobody\n')).toEqual([expect.stringMatching(/^1:4 ALIASES .*nobody/)]);
    // The first of its kind is meant, behind one that is as it should be.
    const [error] = errorsOf('a: &x 1\nb: *x\nc:\n  - *nobody\nd: *either\n');
    expect([error?.line, error?.column, error?.excerpt]).toEqual([4, 5, '  - *nobody\n    ^']);
  });

  test('aliases that stand for too much are refused at once', () => {
    const lines = [...'bcdefghij'].map(
      (name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[index]}`)}]`,
    );
    expect(refused(['a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]', ...lines].join('\n'))).toEqual([
      expect.stringMatching(/^1:1 ALIASES /),
    ]);
  });
});

describe('limits', () => {
  test.each([
    ['lists in flow style', '['.repeat(50_000)],
    ['lists in block style', '- '.repeat(50_000)],
    ['mappings', '{a: '.repeat(50_000)],
    ['complex keys', '? '.repeat(50_000)],
    ['indentation', Array.from({ length: 1_000 }, (_, index) => `${' '.repeat(index)}a:`).join('\n')],
  ])('%s nested too deep are an error, not an overflow', (_, text) => {
    expect(errorsOf(text).map((error) => error.code)).toContain('TOO_DEEP');
  });

  // What compares all keys with each other takes a hundred seconds for twice as many.
  test('a mapping of 50,000 keys takes linear time', () => {
    const keys = Array.from({ length: 50_000 }, (_, index) => `  k${index}: v`).join('\n');
    const begun = process.cpuUsage();
    expect(
      accepted(`${pod}---\napiVersion: v1\nkind: ConfigMap\ndata:\n${keys}\n`).input.ignoredKinds,
    ).toEqual({ ConfigMap: 1 });
    expect(process.cpuUsage(begun).user).toBeLessThan(15e6);
  });
});

describe('what cannot be read is told with its place, its line and why', () => {
  const first = (text: string) => errorsOf(text)[0];
  const nested = (levels: number, inner = '1') => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`;

  test.each([
    ['a: *nobody # here\n', 1, 4, 'a: *nobody # here\n   ^'],
    ['b: 1\na: *nobody', 2, 4, 'a: *nobody\n   ^'],
  ])('%j', (text, line, column, excerpt) => {
    expect(first(text)).toEqual({
      code: 'ALIASES',
      file: 'in.yaml',
      line,
      column,
      message: expect.stringMatching(/^its aliases cannot be followed: .*nobody/),
      excerpt,
    });
  });

  test('nothing but an alias within its anchor is one; the same name twice is none', () => {
    expect(refused('a: &a { b: { c: [*a] } }\n')).toEqual([
      '1:18 ALIASES the alias *a stands within what it means',
    ]);
    expect(refused('a: &a [1]\nb: *a\nc: { d: *a }\n')).toEqual([
      '1:1 NO_KIND kind is missing',
      '1:1 NO_API_VERSION apiVersion is missing',
    ]);
  });

  test('a hundred levels are read, one more is too deep', () => {
    const config = (levels: number) =>
      stream(pod, `apiVersion: v1\nkind: ConfigMap\ndata: ${nested(levels)}\n`);
    expect(accepted(config(99)).input.ignoredKinds).toEqual({ ConfigMap: 1 });
    expect(accepted(config(100)).input.ignoredKinds).toEqual({ ConfigMap: 1 });
    expect(refused(config(101))).toEqual(['8:107 TOO_DEEP nested deeper than 100 levels']);
  });

  test('a text that a reader gives up at is told where', () => {
    const error = first(`a: 1\nb:\n${' '.repeat(4)}${'- '.repeat(2_000)}\n`);
    expect(error).toMatchObject({ code: 'TOO_DEEP', line: 3, message: 'nested deeper than 100 levels' });
    expect(error?.excerpt?.split('\n')[0]?.length).toBeLessThan(150);
  });

  test('at most ten errors of syntax are told of a document', () => {
    expect(
      errorsOf(`${'a: "\\q"\n'.replace('a', 'k').repeat(20)}`).filter(({ code }) => code === 'SYNTAX'),
    ).toHaveLength(10);
  });

  test('several keys that occur twice are all told, each at its second place and cut where it is long', () => {
    const long = 'x'.repeat(61);
    expect(
      refused(
        `a: 1\nb: { c: 1, c: 2 }\na: 2\n${long}: 1\n${long}: 2\n${'y'.repeat(60)}: 1\n${'y'.repeat(60)}: 2\n`,
      ),
    ).toEqual([
      '3:1 DUPLICATE_KEY the key "a" occurs twice',
      `5:1 DUPLICATE_KEY the key "${'x'.repeat(59)}…" occurs twice`,
      `7:1 DUPLICATE_KEY the key "${'y'.repeat(60)}" occurs twice`,
      '2:12 DUPLICATE_KEY the key "c" occurs twice',
    ]);
  });

  test('merge keys may occur twice, and what stands beside them comes first', () => {
    const text =
      'x: &x { name: x1 }\ny: &y { name: y1 }\napiVersion: v1\nkind: Pod\nmetadata: { <<: *x, <<: *y }\nspec: { containers: [{ name: a, image: b }] }\n';
    expect(accepted(text).input.pods).toHaveLength(1);
    const beside =
      'x: &x { image: 7, name: 8 }\napiVersion: v1\nkind: Pod\nmetadata: { name: x }\nspec: { containers: [{ <<: [*x], image: b }] }\n';
    expect(refused(beside)).toEqual(['1:25 WRONG_TYPE spec.containers[0].name must be a string, not 8']);
  });
});

describe('where an error stands', () => {
  const at = (text: string) => errorsOf(text).map(({ line, column }) => [line, column]);
  const head = 'apiVersion: v1\nkind: Pod\nmetadata: { name: x }\n';

  test.each([
    [
      'a value on a line of its own',
      'spec:\n  containers:\n    - name: a\n      image:\n        7\n',
      [[8, 9]],
    ],
    ['a text of many lines', 'spec:\n  containers: |\n    one\n    two\n', [[5, 15]]],
    ['a missing field of an item', 'spec:\n  containers:\n    - name: a\n', [[6, 7]]],
    ['a missing field deep in what is missing', 'spec: {}\n', [[4, 1]]],
    ['a field without a value', 'spec:\n  containers:\n', [[5, 14]]],
    ['keys in quotes and numbers', '"spec": { "containers": [{ 7: 1, name: a, image: 7 }] }\n', [[4, 50]]],
    ['wide characters before it', 'spec: { "ü🐳": 1, containers: 7 }\n', [[4, 31]]],
  ])('%s', (_, spec, places) => {
    expect(at(head + spec)).toEqual(places);
  });

  test('a Scenario within a List', () => {
    const list = `apiVersion: v1\nkind: List\nitems:\n- ${'apiVersion: windlass.dev/v1alpha1\n  kind: Scenario\n  sed: 3\n'}`;
    expect(refused(list)).toEqual(['6:3 UNKNOWN_FIELD unknown field "sed" in items[0]']);
  });
});

test("a Secret's values are shown nowhere, not even in the excerpt of a syntax error", () => {
  const secret = 'apiVersion: v1\nkind: Secret\nmetadata: { name: s }\nstringData:\n  token: hunter2\n';
  expect(JSON.stringify(accepted(stream(pod, secret)))).not.toContain('hunter2');
  expect(JSON.stringify(errorsOf(secret + '  token: "hunter2\n'))).not.toContain('hunter2');
  expect(JSON.stringify(errorsOf(secret + ' token: [hunter2\n'))).not.toContain('hunter2');
});
