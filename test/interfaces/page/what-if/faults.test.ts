import { describe, expect, test } from 'vitest';
import type { FaultFieldKind, FaultForm } from '../../../../src/inputs/scenario/fault-row.ts';
import { faultProblems } from '../../../../src/interfaces/page/what-if/fault-problems.ts';
import { faultWords } from '../../../../src/interfaces/page/what-if/fault-words.ts';
import { namesOfRun } from '../../../../src/interfaces/page/what-if/names-of-run.ts';
import type { RunContents } from '../../../../src/interfaces/page/worker/worker-protocol.ts';
import { emptyRun } from '../machines/sample-runs.ts';
import { rowOf } from '../timeline/sample-view.ts';

const form = (...fields: readonly (readonly [string, FaultFieldKind, boolean?])[]): FaultForm => ({
  kind: 'x',
  words: 'x',
  fields: fields.map(([name, kind, isRequired = false]) => ({ name, kind, isRequired, example: '' })),
});
const problemOf = (kind: FaultFieldKind, value: string, name = 'field') =>
  faultProblems(form([name, kind]), { [name]: value }).get(name);

const aDuration = 'a duration such as 90s, 15m or 1h30m';
const aRate = 'a rate such as 1Gbit/s or 100MB/s';
const aStatus = 'an HTTP status from 400 to 599';

describe('a field of a fault', () => {
  test.each<[FaultFieldKind, readonly string[], readonly string[], string]>([
    ['duration', ['90s', '15m', '1h30m', '0s', ' 9s '], ['soon', '5', '-1s'], aDuration],
    ['rate', ['1Gbit/s', '100MB/s'], ['unlimited', 'fast', '0bit/s'], aRate],
    ['size', ['2MB', '1GiB'], ['large', '2 x'], 'a size such as 2MB'],
    [
      'share',
      ['0', '1', '0.3', '.25', '0.', '1.', '1.00'],
      ['1.5', '2', '-0.1', '.', '10', '0.1x', 'x0.1', '1.01'],
      'a share from 0 to 1',
    ],
    ['count', ['0', '7', '123456789'], ['1.5', '-1', 'x7', '7x', '1234567890'], 'a whole number'],
    ['text', ['a', 'x'.repeat(500)], ['x'.repeat(501)], 'at most 500 characters'],
    ['registry', ['x'.repeat(501)], [], ''],
  ])('of the kind %s takes its values, and says what it takes', (kind, right, wrong, words) => {
    expect(right.map((value) => problemOf(kind, value))).toEqual(right.map(() => undefined));
    expect(wrong.map((value) => [value, problemOf(kind, value)])).toEqual(
      wrong.map((value) => [value, words]),
    );
  });

  test.each([
    ['status', '399', aStatus],
    ['status', '400', undefined],
    ['status', '599', undefined],
    ['status', '600', aStatus],
    ['times', '0', 'at least 1'],
    ['times', '1', undefined],
    ['layer', '0', undefined],
    ['requests', '600', undefined],
  ])('%s may be %s: %s', (name, value, problem) => {
    expect(problemOf('count', value, name)).toBe(problem);
  });

  test('per is above 0, another duration need not be', () => {
    expect([
      problemOf('duration', '0s', 'per'),
      problemOf('duration', '1s', 'per'),
      problemOf('duration', 'x', 'per'),
    ]).toEqual(['a duration above 0', undefined, aDuration]);
    expect(problemOf('duration', '0s', 'takes')).toBeUndefined();
  });

  test('is needed where it is, and blanks are nothing', () => {
    const both = form(['node', 'node', true], ['error', 'text']);
    expect([...faultProblems(both, {})]).toEqual([['node', 'needed']]);
    expect([...faultProblems(both, { node: '  ', error: ' ' })]).toEqual([['node', 'needed']]);
    expect([...faultProblems(both, { node: 'n' })]).toEqual([]);
  });
});

test.each([
  [{ from: '5m', until: '2m' }, 'a time after from (5m)'],
  [{ from: ' 5m ', until: ' 300s ' }, 'a time after from ( 5m )'],
  [{ from: '5m', until: '301s' }, undefined],
  [{ until: '0s' }, 'a time after from (0s)'],
  [{ from: '', until: '0s' }, 'a time after from (0s)'],
  [{ from: ' ', until: '1s' }, undefined],
  [{ from: '5m' }, undefined],
  [{ from: '5m', until: '' }, undefined],
  [{ from: 'soon', until: '1s' }, undefined],
])('until is after from: %j', (values, problem) => {
  expect(faultProblems(form(['from', 'duration'], ['until', 'duration']), values).get('until')).toBe(problem);
});

test('a fault that does not end has nothing to say of its end', () => {
  expect(
    faultProblems(form(['at', 'duration'], ['from', 'duration']), { from: '5m', until: '1m' }).size,
  ).toBe(0);
});

test.each([
  [{ registry: 'ghcr.io', until: ' 40s ' }, 'stall registry=ghcr.io until=40s'],
  [{ registry: '', until: '  ' }, 'stall'],
  [{ error: 'no such host' }, 'stall error="no such host"'],
  [{ error: 'it "fails"' }, `stall error='it "fails"'`],
  [{ error: "it's" }, `stall error="it's"`],
  [{ error: `it's "so"` }, `stall error='it’s "so"'`],
])('the words of %j are %s', (fields, words) => {
  expect(faultWords('stall', fields)).toBe(words);
});

describe('the names that a fault can be about', () => {
  const runOf = (images: readonly string[], hosts: readonly string[] = []): RunContents => {
    const run = emptyRun(1, 9);
    const rows = images.map((image, place) => rowOf('b', `p-${place}`, [], { image }));
    const nodes = ['b', 'a'].map((name) => ({ name, title: name, notes: [], firstRow: 0, rowCount: 0 }));
    const registries = hosts.map((host) => ({ host, egress: { atMs: [0], values: [0] } }));
    return { ...run, view: { ...run.view, rows, nodes }, resources: { nodes: [], registries } };
  };

  test('are the nodes as they are shown, and images and registries in order, each once, and no text that is not an image name', () => {
    expect(
      namesOfRun(runOf(['redis', 'ghcr.io/p/app:1', 'redis', 'NO NAME'], ['mirror.local', 'ghcr.io'])),
    ).toEqual({
      nodes: ['b', 'a'],
      registries: ['docker.io', 'ghcr.io', 'mirror.local'],
      images: ['ghcr.io/p/app:1', 'redis'],
    });
  });

  test('are no more than one can choose from', () => {
    const many = Array.from({ length: 600 }, (_, n) => `r${n}.io/p`);
    const run = runOf(many, many);
    const names = namesOfRun({
      ...run,
      view: {
        ...run.view,
        nodes: many.map((name) => ({ name, title: '', notes: [], firstRow: 0, rowCount: 0 })),
      },
    });
    expect([names.nodes.length, names.registries.length, names.images.length]).toEqual([500, 500, 500]);
  });
});
