import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draft, simulationInput } from '../properties/random-input.ts';
import { hashInNewProcess } from './hash-in-new-process.ts';

test('the same input and seed gives the same bytes in two processes', () => {
  const inputs = fc.sample(draft, { numRuns: 5, seed: 4 }).map(simulationInput);
  const hashes = hashInNewProcess(inputs);
  expect(new Set(hashes).size).toBe(inputs.length);
  expect(hashInNewProcess(inputs)).toEqual(hashes);
});
