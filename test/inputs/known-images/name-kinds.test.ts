import { expect, test } from 'vitest';
import { knownImages } from '../../../src/inputs/known-images/find-known-image.ts';
import { kindOfName, nameKinds } from '../../../src/inputs/known-images/name-kinds.ts';

test.each([
  ['acme/web', '1.4', 'any'],
  ['acme/web', '1.4-alpine', 'small variant'],
  ['acme/orders-db', '2', 'database'],
  ['acme/billing-operator', 'v1', 'component'],
  ['acme/python-jobs', 'v3', 'language'],
  ['acme/train', '2.1-cuda12.4', 'gpu'],
  ['acme/debian12', 'v3', 'base'],
  ['acme/postgres16', '1-alpine', 'small variant'],
])('%s:%s is of the kind "%s"', (repository, tag, name) => {
  expect(kindOfName(repository, tag).name).toBe(name);
});

/**
 * Mean and standard deviation of the logarithms of sizes: of each repository the mean of its rows, as many
 * versions are no more images.
 */
function fitOf(name: string): {
  readonly median: number;
  readonly sigma: number;
  readonly repositories: number;
} {
  const logarithms = [...knownImages()].flatMap(([repository, rows]) => {
    const path = repository.slice(repository.indexOf('/') + 1);
    const own = rows
      .filter(({ tag }) => kindOfName(path, tag).name === name)
      .map(({ bytes }) => Math.log(bytes));
    return own.length === 0 ? [] : [own.reduce((sum, value) => sum + value, 0) / own.length];
  });
  const mean = logarithms.reduce((sum, value) => sum + value, 0) / logarithms.length;
  const squares = logarithms.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return {
    median: Math.exp(mean),
    sigma: Math.sqrt(squares / (logarithms.length - 1)),
    repositories: logarithms.length,
  };
}

test.each(nameKinds)(
  'the sizes of the kind "$name" are those of the known images with such names',
  ({ name, medianBytes, sigma }) => {
    const fit = fitOf(name);
    expect(fit.repositories).toBeGreaterThanOrEqual(5);
    expect(medianBytes / fit.median).toBeGreaterThan(0.97);
    expect(medianBytes / fit.median).toBeLessThan(1.03);
    expect(Math.abs(sigma - fit.sigma)).toBeLessThan(0.03);
  },
);
