import { expect, test } from 'vitest';
import { drawnPart } from '../../../../src/interfaces/page/timeline/drawn-part.ts';
import { imageSizes } from '../../../../src/interfaces/page/timeline/rows/use-rows.ts';
import type { NodeResources } from '../../../../src/reports/run-view/node-resource-tracker.ts';

test.each([
  ['at the top', false, 0, 5_000, { topPx: 0, heightPx: 1_000 }],
  ['a slice further', false, 1, 5_000, { topPx: 0, heightPx: 1_000 }],
  ['in the midst', false, 5, 5_000, { topPx: 800, heightPx: 1_000 }],
  ['near the end', false, 23, 5_000, { topPx: 4_400, heightPx: 600 }],
  ['beyond the end of a sheet that became shorter', false, 23, 1_000, { topPx: 4_400, heightPx: 0 }],
  ['on paper', true, 23, 5_000, { topPx: 0, heightPx: 5_000 }],
  ['on paper, where a canvas can be no higher', true, 23, 50_000, { topPx: 0, heightPx: 16_000 }],
])('what is drawn %s', (_, isPrinting, slice, sheetPx, part) => {
  expect(drawnPart(isPrinting, slice, 400, sheetPx)).toEqual(part);
});

test('an image is as large as the run found it, however it is written', () => {
  const node = (images: NodeResources['images']) => ({ images }) as NodeResources;
  const sizeOf = imageSizes({
    nodes: [
      node([
        { image: 'docker.io/library/redis:8', fromMs: 0, bytes: 42 },
        { image: 'a/b', fromMs: 0 },
      ]),
      node([
        { image: 'a/b', fromMs: 0, bytes: 7 },
        { image: 'docker.io/library/redis:8', fromMs: 5 },
      ]),
    ],
    registries: [],
  });
  expect([sizeOf('redis:8'), sizeOf('docker.io/a/b:latest'), sizeOf('nginx')]).toEqual([42, 7, undefined]);
});
