// How many layers images have, how uneven these are, and what of them is a base that several owners share.
import { quantile, sum } from './fit-sizes.mjs';

const reference = 100_000_000;

/**
 * Fits rows (`size`, `layers`, `large`, `weight`). Of the logarithm of the number of layers: its value at 100 MB
 * (`median`, as a number of layers), its growth with that of the size, and what is left (`sigma`).
 */
export function fitLayerCount(rows) {
  const weight = sum(rows.map((row) => row.weight));
  const mean = (value) => sum(rows.map((row) => row.weight * value(row))) / weight;
  const x = ({ size }) => Math.log(size / reference);
  const y = ({ layers }) => Math.log(layers);
  const [meanX, meanY] = [mean(x), mean(y)];
  const growth = mean((row) => (x(row) - meanX) * (y(row) - meanY)) / mean((row) => (x(row) - meanX) ** 2);
  const residual = (row) => y(row) - meanY - growth * (x(row) - meanX);
  return {
    median: Math.exp(meanY - growth * meanX),
    growth,
    sigma: Math.sqrt(mean((row) => residual(row) ** 2)),
  };
}

/**
 * Returns the standard deviation of lognormal weights whose largest part is, in the median, as large as that of the
 * rows (`largest`). `largestOf(row, sigma)` is the largest part of an image with that many layers.
 */
export function fitUnevenness(rows, largestOf) {
  const several = rows.filter(({ layers, large }) => layers > 1 && large.length > 0);
  const medianOf = (value) =>
    quantile(
      several.map((row) => ({ value: value(row), weight: row.weight })),
      0.5,
    );
  const aim = medianOf(({ large, size }) => Math.max(...large) / size);
  let [low, high] = [0.1, 8];
  for (let step = 0; step < 20; step++) {
    const sigma = (low + high) / 2;
    if (medianOf((row) => largestOf(row, sigma)) < aim) low = sigma;
    else high = sigma;
  }
  return { sigma: (low + high) / 2, largest: aim };
}

/**
 * Returns which part of the bytes stands in layers that another owner has too, and which part of the pairs of
 * images of two owners have such a layer in common.
 */
export function sharedParts(rows) {
  const owners = new Map();
  for (const { large, owner } of rows)
    for (const bytes of large) owners.set(bytes, (owners.get(bytes) ?? new Set()).add(owner));
  const isShared = (bytes) => owners.get(bytes).size > 1;
  const total = sum(rows.map(({ weight }) => weight));
  const bytes = sum(
    rows.map(({ large, size, weight }) => (weight / total) * (sum(large.filter(isShared)) / size)),
  );
  const latest = [...new Map(rows.map((row) => [row.repository, row])).values()];
  let [pairs, alike] = [0, 0];
  for (const [index, one] of latest.entries())
    for (const other of latest.slice(index + 1)) {
      if (one.owner === other.owner) continue;
      pairs++;
      if (one.large.some((layer) => other.large.includes(layer))) alike++;
    }
  return { bytes, pairs: alike / pairs };
}
