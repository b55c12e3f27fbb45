import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { imageName } from '../../src/input/images/image-name.ts';
import { findKnownImage, knownImages, nearestRow } from '../../src/input/known-images/find-known-image.ts';
import { homeRepository } from '../../src/input/known-images/home-repository.ts';
import { root } from '../tidy/sources.ts';

interface TableRow {
  readonly application: string;
  readonly image: string;
  readonly ours: string;
  readonly otherwise: string;
  readonly real: string;
}

/** The table of docs/images.md. */
const table = [
  ...readFileSync(join(root, 'docs/images.md'), 'utf8').matchAll(
    /^\| ([^|`]+) \| `([^`]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \| [^|]+ \|$/gm,
  ),
].map(
  ([, application = '', image = '', ours = '', otherwise = '', real = '']): TableRow => ({ application, image, ours, otherwise, real }),
);
const applications = [...new Set(table.map(({ application }) => application))];
const megabytes = (bytes: number | undefined) => (bytes === undefined ? 'drawn' : `${Number((bytes / 1e6).toPrecision(3))}`);

/** What would be taken if the row of this very tag, and others of the same source, were not there. */
function without(image: string): number | undefined {
  const found = findKnownImage(image);
  const rows = knownImages().get(homeRepository(image) ?? '') ?? [];
  const tag = imageName(image)?.tag ?? '';
  return nearestRow(
    tag,
    rows.filter((row) => row !== found?.row && row.source !== found?.row.source),
  )?.row.bytes;
}

test('the table has the thirteen images of the Online Boutique, and three other applications', () => {
  expect(table.filter(({ application }) => application === 'Online Boutique v0.10.6')).toHaveLength(13);
  expect(applications.length).toBeGreaterThanOrEqual(4);
});

test.each(table)('$image: what docs/images.md says of it holds', ({ image, ours, otherwise }) => {
  expect(megabytes(findKnownImage(image)?.row.bytes)).toBe(ours);
  expect(megabytes(without(image))).toBe(otherwise);
});

describe.each(applications)('%s', (application) => {
  const real = table.filter((row) => row.application === application && row.real !== 'not found');
  const near = (size: (row: TableRow) => number) =>
    real.filter((row) => Math.abs(size(row) / Number(row.real) - 1) <= 0.3).length / Math.max(1, real.length);

  test('eight in ten of its sizes are within 30 % of the real ones that were found', () => {
    expect(real.length).toBeGreaterThan(0);
    expect(near(({ ours }) => Number(ours))).toBeGreaterThanOrEqual(0.8);
  });
});

test('so are eight in ten of all sizes that are taken from other documents than the real ones', () => {
  const held = table.filter(({ real, otherwise }) => real !== 'not found' && otherwise !== 'drawn');
  const near = held.filter(({ real, otherwise }) => Math.abs(Number(otherwise) / Number(real) - 1) <= 0.3);
  expect([near.length, held.length]).toEqual([18, 21]);
});
