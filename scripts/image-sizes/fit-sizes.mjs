// Ridge regression of the logarithms of image sizes on what their names say, and its cross-validation.
import { CholeskyDecomposition, Matrix } from 'ml-matrix';

/** How much coefficients are drawn towards zero. */
const penalty = 2;
/** A feature counts if so many owners, or official images, have it. */
const ownersMin = 2;
export const folds = 10;

/**
 * Fits samples (`features`, `size`, `weight`, `owner`): the intercept and the coefficient of each feature.
 */
export function fitSizes(samples) {
  const owners = new Map();
  for (const { features, owner, repository } of samples)
    for (const feature of features)
      owners.set(feature, (owners.get(feature) ?? new Set()).add(owner === '/library' ? repository : owner));
  const names = [...owners.keys()].filter((name) => owners.get(name).size >= ownersMin).sort();
  const column = new Map(names.map((name, index) => [name, index]));
  const total = sum(samples.map(({ weight }) => weight));
  const mean = sum(samples.map(({ size, weight }) => weight * Math.log(size))) / total;
  const columnsOf = ({ features }) => features.flatMap((feature) => column.get(feature) ?? []);
  // Columns are centred, so that the intercept is not drawn towards zero.
  const means = names.map(() => 0);
  for (const sample of samples) for (const index of columnsOf(sample)) means[index] += sample.weight / total;
  const normal = Matrix.zeros(names.length, names.length);
  const right = Matrix.zeros(names.length, 1);
  for (const sample of samples) {
    const columns = columnsOf(sample);
    const residual = Math.log(sample.size) - mean;
    for (const i of columns) {
      right.set(i, 0, right.get(i, 0) + sample.weight * residual);
      for (const j of columns) normal.set(i, j, normal.get(i, j) + sample.weight);
    }
  }
  for (const i of means.keys()) {
    for (const j of means.keys()) normal.set(i, j, normal.get(i, j) - total * (means[i] * means[j]));
    normal.set(i, i, normal.get(i, i) + penalty);
  }
  const solved = names.length === 0 ? [] : new CholeskyDecomposition(normal).solve(right).to1DArray();
  const intercept = mean - sum(solved.map((value, index) => value * means[index]));
  return { intercept, coefficients: Object.fromEntries(names.map((name, i) => [name, solved[i]])) };
}

/** The logarithm of the size that a fit has for features. */
export function predicted({ intercept, coefficients }, features) {
  return features.reduce((value, feature) => value + (coefficients[feature] ?? 0), intercept);
}

/**
 * Predicts each sample by a fit to the samples of other owners, and returns them with `error`, the logarithm
 * of the true size over the predicted one.
 */
export function crossValidated(samples, foldOf) {
  return Array.from({ length: folds }, (_, fold) => {
    const model = fitSizes(samples.filter(({ owner }) => foldOf(owner) !== fold));
    return samples
      .filter(({ owner }) => foldOf(owner) === fold)
      .map((sample) => ({ ...sample, error: Math.log(sample.size) - predicted(model, sample.features) }));
  }).flat();
}

/** The value below which this part of the weight is. */
export function quantile(values, part) {
  const sorted = [...values].sort((one, other) => one.value - other.value);
  const limit = part * sum(sorted.map(({ weight }) => weight));
  let before = 0;
  for (const { value, weight } of sorted) {
    before += weight;
    if (before >= limit) return value;
  }
  return Number.NaN;
}

export function sum(values) {
  return values.reduce((total, value) => total + value, 0);
}
