import { imageName } from '../images/image-name.ts';
import { type NameFeatures, nameFeatures } from './name-features.ts';
import { sizeModels } from './size-model.ts';

/** What a name says of an image's compressed size. */
export interface PredictedSize {
  readonly middle: number;
  /** 10 and 90 %. */
  readonly low: number;
  readonly high: number;
  /** What of the name counts most, with the factor by which it makes the size larger or smaller. */
  readonly because: readonly (readonly [feature: string, factor: number])[];
}

/** How many features are named as the reasons of a size. */
const reasonsMax = 2;

/** Whether a feature is a word, or a group of these, rather than the form of the name or its registry. */
function isWordOfName(feature: string): boolean {
  return /^(?:word|about|tag|tagged) /.test(feature);
}

/** Returns the features of an image's name in any spelling, valid or not. */
export function featuresOfImage(written: string): NameFeatures {
  const name = imageName(written);
  if (name === undefined) return nameFeatures({ host: '', path: written, tag: '' });
  const host = name.canonical.slice(0, name.canonical.indexOf('/'));
  const path = host === 'docker.io' ? name.repository.replace(/^library\//, '') : name.repository;
  return nameFeatures({ host, path, tag: name.tag ?? '' });
}

/** Returns the size that the model has for a name. */
export function predictSize(written: string): PredictedSize {
  const { isComponent, features } = featuresOfImage(written);
  const { intercept, coefficients, low, high } = sizeModels[isComponent ? 'component' : 'other'];
  const known = features.flatMap((feature) => {
    const coefficient = coefficients[feature];
    return coefficient === undefined ? [] : [[feature, coefficient] as const];
  });
  const logarithm = known.reduce((sum, [, coefficient]) => sum + coefficient, intercept);
  // Whole kilobytes: engines may differ in the last bit of exp, which must not show in a trace.
  const middle = Math.round(Math.exp(logarithm) / 1_000) * 1_000;
  const because = known
    .filter(([feature, value]) => isWordOfName(feature) && Math.abs(value) > 0.1)
    .sort(([, left], [, right]) => Math.abs(right) - Math.abs(left))
    .slice(0, reasonsMax)
    .map(([feature, coefficient]) => [feature, Math.exp(coefficient)] as const);
  return { middle, low: Math.round(middle * low), high: Math.round(middle * high), because };
}
