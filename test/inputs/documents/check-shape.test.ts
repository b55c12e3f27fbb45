import { expect, test } from 'vitest';
import { z } from 'zod';
import { fieldName, shownValue } from '../../../src/inputs/documents/check-shape.ts';
import { accepted, errorsOf, podYaml, refused, scenarioYaml, stream } from '../reading.ts';

const pod = podYaml('x', '{ containers: [{ name: a, image: b }] }');
const first = (fields: string) => errorsOf(stream(pod, scenarioYaml(fields)))[0];

test.each([
  ['seed: 1.5', 'WRONG_TYPE', 'seed must be a whole number, not 1.5', undefined],
  ['seed: "7"', 'WRONG_TYPE', 'seed must be a number, not "7"', 'take the quotes away'],
  ['seed: "-7.5"', 'WRONG_TYPE', 'seed must be a number, not "-7.5"', 'take the quotes away'],
  ['seed: "7 apples"', 'WRONG_TYPE', 'seed must be a number, not "7 apples"', undefined],
  ['seed: "no 7"', 'WRONG_TYPE', 'seed must be a number, not "no 7"', undefined],
  ['seed: [7]', 'WRONG_TYPE', 'seed must be a number, not a list of 1', undefined],
  ['seed: []', 'WRONG_TYPE', 'seed must be a number, not an empty list', undefined],
  ['seed: {}', 'WRONG_TYPE', 'seed must be a number, not a mapping', undefined],
  ['seed: -1', 'WRONG_VALUE', 'seed must be at least 0, not -1', undefined],
  ['images: 3', 'WRONG_TYPE', 'images must be a list, not 3', undefined],
  ['images: [3]', 'WRONG_TYPE', 'images[0] must be a mapping, not 3', undefined],
  ['registries: 3', 'WRONG_TYPE', 'registries must be a mapping, not 3', undefined],
  [
    'images: [{ name: "", size: 1MB }]',
    'WRONG_VALUE',
    'images[0].name must be a string that is not empty, not ""',
    undefined,
  ],
  [
    'images: [{ name: 7, size: 1MB }]',
    'WRONG_TYPE',
    'images[0].name must be a string, not 7',
    'put it in quotes',
  ],
  [
    'images: [{ name: [7], size: 1MB }]',
    'WRONG_TYPE',
    'images[0].name must be a string, not a list of 1',
    undefined,
  ],
  [
    'images: [{ name: b, size: 1MB, index: "true" }]',
    'WRONG_TYPE',
    'images[0].index must be true or false, not "true"',
    'take the quotes away',
  ],
  [
    'images: [{ name: b, size: 1MB, index: tru }]',
    'WRONG_TYPE',
    'images[0].index must be true or false, not "tru"',
    undefined,
  ],
  ['images: [{ name: ~, size: 1MB }]', 'REQUIRED', 'images[0].name is missing', undefined],
  ['horizon: 900', 'WRONG_TYPE', 'horizon must be a duration such as 90s, 15m or 1h30m, not 900', undefined],
  [
    'nodes: { defaults: { prePull: 3 } }',
    'WRONG_VALUE',
    'nodes.defaults.prePull must be images to pull, such as { at: 10s, images: [app:1] }, not 3',
    undefined,
  ],
  [
    'registries: { r.io: { authentication: bearr } }',
    'WRONG_VALUE',
    'registries.r.io.authentication must be none, basic or bearer, not "bearr"',
    'did you mean bearer?',
  ],
  [
    'faults: [{ kind: 7 }]',
    'WRONG_VALUE',
    expect.stringMatching(/^faults\[0\]\.kind must be registryDown, errorRate, .* or pullTakes, not 7$/),
    undefined,
  ],
  ['kind: [x]', 'DUPLICATE_KEY', 'the key "kind" occurs twice', undefined],
])('%s: %s %s', (fields, code, message, hint) => {
  const error = first(fields);
  expect([error?.code, error?.message, error?.hint]).toEqual([code, message, hint]);
});

test("errors do not depend on the wording of zod's messages", () => {
  const yaml = stream(
    pod,
    scenarioYaml(
      'seed: "7"\nimges: []\nhorizon: 900\nimages: [{ name: "" }, { name: 7 }]\nfaults: [{ kind: odd }]\n' +
        'defaults: {}\nregistries: { r.io: { authentication: bearr } }',
    ),
  );
  const errors = errorsOf(yaml);
  // Taken out now: the object is the one that is changed.
  const { localeError } = z.config();
  try {
    z.config(z.locales.de());
    expect(errorsOf(yaml)).toEqual(errors);
  } finally {
    z.config({ localeError });
  }
  expect(errors.length).toBeGreaterThan(6);
});

test('how long a text or a list may be is told at the bound', () => {
  const match = (length: number) => scenarioYaml(`arrivals: { pods: [{ match: "${'*'.repeat(length)}" }] }`);
  expect(accepted(stream(pod, match(500))).input.pods).toHaveLength(1);
  expect(refused(stream(pod, match(501)))).toEqual([
    `8:29 WRONG_VALUE arrivals.pods[0].match must be a string of at most 500 characters, not "${'*'.repeat(59)}…"`,
  ]);
  const containers = (length: number) => scenarioYaml(`containers: [${Array(length).fill('{}').join(', ')}]`);
  expect(refused(stream(pod, containers(1_001)))).toEqual([
    '8:13 WRONG_VALUE containers must be a list of at most 1000 items, not a list of 1001',
  ]);
});

test('an unknown field is told with those that are known, and within what it stands', () => {
  expect(first('imges: []')).toMatchObject({
    line: 8,
    column: 1,
    message: 'unknown field "imges"',
    hint: 'did you mean images?',
  });
  const inner = first('arrivals: { pods: [{ match: x, zzzzzzzz: 3 }] }');
  expect(inner).toMatchObject({
    message: 'unknown field "zzzzzzzz" in arrivals.pods[0]',
    expected: 'one of match, at, interval',
    column: 32,
  });
  expect(inner).not.toHaveProperty('hint');
});

test.each([
  [[], 'the document'],
  [['spec', 'containers', 0, 'image'], 'spec.containers[0].image'],
  [[3, 'a'], '[3].a'],
  [['a'.repeat(120)], 'a'.repeat(120)],
  [['b', 'a'.repeat(119)], `…${'a'.repeat(119)}`],
])('the field at %j is called %s', (path, name) => {
  expect(fieldName(path)).toBe(name);
});

test.each([
  ['a"b', '"a\\"b"'],
  ['x'.repeat(60), `"${'x'.repeat(60)}"`],
  ['x'.repeat(61), `"${'x'.repeat(59)}…"`],
  [1e21, '1e+21'],
  [true, 'true'],
  [null, 'null'],
  [undefined, 'undefined'],
  [[], 'an empty list'],
  [[1, 2], 'a list of 2'],
  [{}, 'a mapping'],
])('%j is shown as %s', (value, shown) => {
  expect(shownValue(value)).toBe(shown);
});
