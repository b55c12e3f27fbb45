import { expect, test } from 'vitest';
import { foundEntries, paletteEntries } from '../../../../src/interfaces/page/palette/palette-entries.ts';
import { emptyRun } from '../machines/sample-runs.ts';
import { barsOf, rowOf, viewOf } from '../timeline/sample-view.ts';

const rows = ['web-0', 'web-1', 'api-0', 'api-1', 'job', 'cron', 'proxy', 'web-sidecar'].map((pod, place) =>
  rowOf(place < 4 ? 'node-a' : 'node-b', pod, barsOf([['running', 10]]), {
    image: pod.startsWith('web') ? 'registry.example.com/shop/web:2' : 'nginx:1.27',
  }),
);
const run = { ...emptyRun(1, 10), view: viewOf(rows, 10) };
const examples = [
  { name: 'gc-thrash', title: 'GC deletes what is pulled next', story: [], sources: [] },
] as const;
const entries = paletteEntries(run, examples);
const textsOf = (text: string) =>
  foundEntries(entries, text).map(({ about, text: found }) => `${about}: ${found}`);

test('a pod, an image, a setting, a question, a node and an example are found by a part of their name', () => {
  expect(textsOf('api-1')).toEqual(['container: default/api-1/app']);
  expect(textsOf('shop/web')).toEqual(['image of 3: registry.example.com/shop/web:2']);
  expect(textsOf('maxparallel')).toEqual(['setting: maxParallelImagePulls']);
  expect(textsOf('another setting')).toEqual(['question: Is another setting better?']);
  expect(textsOf('node-b')).toContain('node of 4: node-b');
  expect(textsOf('gc-thrash')).toEqual(['example gc-thrash: GC deletes what is pulled next']);
});

test('all words have to be there, in any order and case; nothing is found by nothing', () => {
  expect(textsOf('SETTING  serialize')).toEqual(['setting: serializeImagePulls']);
  expect(textsOf('serialize nonsense')).toEqual([]);
  expect(textsOf('  ')).toEqual([]);
});

test('of each kind there are at most five, what begins with the text first', () => {
  const found = textsOf('web');
  expect(found.filter((text) => text.startsWith('container'))).toHaveLength(3);
  expect(textsOf('app').filter((text) => text.startsWith('container'))).toHaveLength(5);
  expect(textsOf('o')[0]).toBe('container: default/web-0/app');
  expect(textsOf('pro')[0]).toBe('container: default/proxy/app');
});

test('questions about the selected row come first, and need nothing more', () => {
  const found = foundEntries(paletteEntries(run, examples, 6), 'question');
  expect(
    found.map(({ text, about, target }) => [text, about, 'isReady' in target && target.isReady]),
  ).toEqual([
    ['Why not sooner?', 'question about default/proxy/app', true],
    ['What if its image were there?', 'question about default/proxy/app', true],
    ['What if docker.io went down?', 'question about default/proxy/app', true],
    ['Which setting would do?', 'question about default/proxy/app', true],
    ['Is another setting better?', 'question', false],
  ]);
});

test('what the menus have is found by its words', () => {
  expect(textsOf('save csv')).toEqual([expect.stringMatching(/: Save as .*CSV/i)]);
  expect(textsOf('open folder')).toEqual(['menu: Open a folder']);
  const target = (text: string) => foundEntries(entries, text)[0]?.target;
  expect(target('share a link')).toEqual({ kind: 'menu', menu: 'share', item: 'link' });
  expect(target('edit the yaml')).toEqual({ kind: 'yaml' });
});

test('a stored trace has no settings, and two questions', () => {
  const stored = paletteEntries({ ...run, canChange: false }, []);
  const kinds = new Set(stored.flat().map(({ target }) => target.kind));
  expect([...kinds]).toEqual(['row', 'rows', 'question', 'menu']);
  expect(stored.flat().filter(({ target }) => target.kind === 'question')).toHaveLength(2);
});
