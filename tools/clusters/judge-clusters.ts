import { groupedBy } from '../../src/rules/collections/grouped-by.ts';
import { median } from '../validation/median.ts';
import type { ComparedPull } from './replay-cluster.ts';

/** How far pulls of one kind agree; shares from 0 to 1. */
export interface Agreement {
  readonly pulls: number;
  /** Half of the pulls are off by no more. */
  readonly medianError: number;
  readonly withinThirty: number;
  /** Between half and twice the real time. */
  readonly withinTwo: number;
}

/** Whether an image is one of zeros, which shows the disk and nothing else. */
export function isZeros({ image }: ComparedPull): boolean {
  return /-size-\d+-bytes$/.test(image);
}

/** Returns how far these pulls agree with the real ones. */
export function agreementOf(pulls: readonly ComparedPull[]): Agreement {
  const share = (isSo: (ratio: number) => boolean) =>
    pulls.filter(({ real, ours }) => isSo(ours / real)).length / Math.max(1, pulls.length);
  return {
    pulls: pulls.length,
    medianError: median(pulls.map(({ real, ours }) => Math.abs(ours / real - 1))) ?? 0,
    withinThirty: share((ratio) => Math.abs(ratio - 1) <= 0.3),
    withinTwo: share((ratio) => ratio >= 0.5 && ratio <= 2),
  };
}

/** The medians of one image. */
export interface JudgedImage {
  readonly image: string;
  readonly pulls: number;
  readonly real: number;
  readonly ours: number;
}

/** Returns the medians by image, the quickest first. */
export function judgeImages(pulls: readonly ComparedPull[]): readonly JudgedImage[] {
  return [...groupedBy(pulls, ({ image }) => image)]
    .map(([image, group]) => ({
      image,
      pulls: group.length,
      real: median(group.map(({ real }) => real)) ?? 0,
      ours: median(group.map(({ ours }) => ours)) ?? 0,
    }))
    .toSorted((one, other) => one.real - other.real);
}
