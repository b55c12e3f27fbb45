import { expect, test } from 'vitest';
import { readInput } from '../../src/inputs/read-input.ts';
import { publishedInput } from './published-run.ts';

// What they are like is held against Docker Hub's in rows of tools/published.
test('images of a run without sizes are drawn with different numbers of layers', () => {
  const result = readInput(
    [{ name: 'docker-hub-images.yaml', text: publishedInput('docker-hub-images.yaml') }],
    {},
  );
  if (!result.ok) throw new Error('refused');
  const drawn = Object.values(result.input.images).filter(
    ({ name }) => name !== 'registry.k8s.io/pause:3.10.2',
  );
  expect(drawn.map(({ source }) => source)).toEqual(Array.from({ length: 5 }, () => 'assumed'));
  expect(new Set(drawn.map(({ layers }) => layers.length)).size).toBeGreaterThan(1);
});
