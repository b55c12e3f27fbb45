import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import { sparseRequest } from '../../../../src/inputs/run-request.ts';
import {
  formatAddress,
  type PageAddress,
  readAddress,
} from '../../../../src/interfaces/page/address/page-address.ts';
import { drawerTabs, groupings, mainViews } from '../../../../src/interfaces/page/ui-protocol.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1 });
const milliseconds = fc.integer({ min: 1, max: 1_000_000_000 }).map((micros) => micros / 1000);
// Of a field that runs do not read, an address may hide the value.
const field = fc.constantFrom('maxParallelImagePulls', 'link', 'present-images');
const rows = fc.array(fc.record({ field, value: fc.stringMatching(/^[\w./]*$/) }), { maxLength: 3 });
const question = fc.oneof(
  fc.record({
    kind: fc.constant('compare' as const),
    variants: fc.array(rows, { minLength: 2, maxLength: 6 }),
    seeds: text,
  }),
  fc.record({
    kind: fc.constant('recommend' as const),
    axes: rows,
    targetFigure: text,
    operator: text,
    limit: text,
  }),
  fc.record({ kind: fc.constant('container' as const), pod: text }),
  fc.record({ kind: fc.constantFrom('fleet' as const, 'lint' as const) }),
);
const address = fc.record<PageAddress>({
  example: fc.option(text, { nil: undefined }),
  packed: fc.option(fc.stringMatching(/^[\w-]{1,40}$/), { nil: undefined }),
  files: fc.option(fc.stringMatching(/^[a-z0-9]{1,7}$/), { nil: undefined }),
  variants: fc.array(
    fc.record(
      {
        settings: fc
          .record(
            { seed: fc.nat(), set: fc.array(text, { minLength: 1, maxLength: 2 }) },
            { requiredKeys: [] },
          )
          .map(sparseRequest),
        name: text,
        packed: fc.stringMatching(/^[\w-]{1,40}$/),
        files: fc.stringMatching(/^[a-z0-9]{1,7}$/),
      },
      { requiredKeys: ['settings'] },
    ),
    { maxLength: 3 },
  ),
  shown: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  row: fc.option(text, { nil: undefined }),
  bar: fc.option(fc.nat(), { nil: undefined }),
  actor: fc.option(fc.record({ node: text, actor: text }), { nil: undefined }),
  atMs: fc.option(milliseconds, { nil: undefined }),
  grouping: fc.option(fc.constantFrom(...groupings), { nil: undefined }),
  window: fc.option(
    fc.tuple(milliseconds, milliseconds).map(([fromMs, span]) => ({ fromMs, toMs: fromMs + span })),
    { nil: undefined },
  ),
  range: fc.option(
    fc.tuple(milliseconds, milliseconds).map(([fromMs, span]) => ({ fromMs, toMs: fromMs + span })),
    { nil: undefined },
  ),
  drawer: fc.option(fc.constantFrom(...drawerTabs), { nil: undefined }),
  view: fc.option(fc.constantFrom(...mainViews.filter((view) => view !== 'timeline')), { nil: undefined }),
  search: fc.option(text, { nil: undefined }),
  isLarge: fc.constantFrom(true, undefined),
  question,
  isAsked: fc.constantFrom(true, undefined),
});

property.prop([address])('an address that was written is read as it was', (written) => {
  const fragment = formatAddress(written);
  expect(fragment).toMatch(/^(?:#[!-~]+)?$/);
  const read = readAddress(fragment);
  // Moments are exact to the microsecond.
  expect(formatAddress(read)).toBe(fragment);
  const { atMs: _at, window: _window, range: _range, ...others } = read;
  const { atMs: _written, window: _span, range: _picked, ...wanted } = written;
  expect(others).toEqual(wanted);
});

test('an address says in words what it shows', () => {
  expect(
    formatAddress({
      example: 'web-rollout',
      variants: [{ settings: { set: ['maxParallelImagePulls=4'] }, name: 'four at once' }],
      shown: 1,
      row: 'node-1/kubelet/default/web-0/app',
      atMs: 12_500,
      window: { fromMs: 0, toMs: 20_000 },
      range: { fromMs: 4_500, toMs: 16_250 },
      drawer: 'why',
      view: 'timeline',
    }),
  ).toBe(
    '#example=web-rollout&variant=%7B%22set%22:[%22maxParallelImagePulls%3D4%22]%7D&name=four%20at%20once&shown=1&row=node-1/kubelet/default/web-0/app&at=12.5&from=0&to=20&range=4.5-16.25&details=why'
      .replace('[', '%5B')
      .replace(']', '%5D'),
  );
  expect(formatAddress({ atMs: 0, search: '', view: 'timeline', variants: [] })).toBe('');
});

test('a question has the fields of its kind, no secret, and nothing that is wrong', () => {
  const changes = [
    { field: 'mirror', value: 'docker.io=https://me:hunter2@mirror.example' },
    { field: 'staticPodURLHeader', value: '{"Authorization":["Bearer abcdef123456"]}' },
  ];
  const fragment = formatAddress({
    question: { kind: 'compare', variants: [[], changes], seeds: '5', pod: 'web-0' },
    isAsked: true,
  });
  expect(decodeURIComponent(fragment)).toMatch(/^#question=compare&fields=.*"seeds":"5"}&asked=yes$/);
  expect(decodeURIComponent(fragment)).not.toMatch(/hunter2|abcdef123456|web-0/);
  expect(readAddress('#question=fleet')).toMatchObject({ question: { kind: 'fleet' } });
  expect(readAddress('#question=anything').question).toBeUndefined();
  expect(readAddress('#question=container&fields={"pod":1,"seeds":"7"}').question).toEqual({
    kind: 'container',
  });
  expect(readAddress('#question=sweep&fields={"axes":[{"field":"a"}],"seeds":"7"}').question).toEqual({
    kind: 'sweep',
    seeds: '7',
  });
  expect(readAddress('#question=compare&fields={"variants":[[]]}').question).toEqual({ kind: 'compare' });
  expect(readAddress('#question=fix&fields=[').question).toEqual({ kind: 'fix' });
});

test.each([
  ['#at=soon', 'atMs'],
  ['#at=-1', 'atMs'],
  ['#from=5&to=5', 'window'],
  ['#from=5', 'window'],
  ['#range=5', 'range'],
  ['#range=5-5', 'range'],
  ['#range=9-5', 'range'],
  ['#range=-1-5', 'range'],
  ['#range=a-b', 'range'],
  ['#details=everything', 'drawer'],
  ['#view=3d', 'view'],
] as const)('what is wrong in %s is left out', (fragment, field) => {
  expect(readAddress(fragment)[field]).toBeUndefined();
});

test.each(['{', '[]', '"x"', '{"set":"one"}', '{"seed":"one"}'])(
  'a variant %s that is no settings is left out, and the others stay',
  (wrong) => {
    const fragment = `#variant=${encodeURIComponent(wrong)}&name=lost&variant=${encodeURIComponent('{"seed":7}')}&name=kept`;
    expect(readAddress(fragment).variants).toEqual([{ settings: { seed: 7 }, name: 'kept' }]);
  },
);
