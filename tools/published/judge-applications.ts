import { drawnOrigin, sizeOf } from '../../src/inputs/images/assumed-image.ts';
import { uncertainOrigin } from '../../src/inputs/images/image-catalogue.ts';
import { imageName } from '../../src/inputs/images/image-name.ts';
import type { UncertainOrigin } from '../../src/inputs/images/image-origin.ts';
import {
  findKnownImage,
  knownImages,
  knownPrograms,
  nearestRow,
  rowElsewhere,
} from '../../src/inputs/known-images/find-known-image.ts';
import { homeRepository } from '../../src/inputs/known-images/home-repository.ts';
import type { KnownImage } from '../../src/inputs/known-images/read-rows.ts';
import type { KnownApplication, KnownSize } from './known-applications.ts';

/**
 * An image with the size that a run takes, and the one that it would take without the document that tells the
 * real one.
 */
export interface JudgedSize {
  readonly application: string;
  readonly size: KnownSize;
  readonly taken: Guess;
  readonly heldOut: Guess;
}

export interface Guess {
  readonly megabytes: number;
  /** No document tells of the image or of another version of it. */
  readonly isDrawn: boolean;
  /**
   * Whether it is within 30 % of the real size, or where no document tells that, of the rebuilt one;
   * undefined: neither is known.
   */
  readonly isNear: boolean | undefined;
}

/**
 * How many sizes there are, of how many a document tells the real one, how many others were rebuilt, and how
 * many are near these.
 */
export interface Tally {
  readonly images: number;
  readonly published: number;
  readonly rebuilt: number;
  readonly taken: Share;
  /** Held out: taken from another version or place of the image, and drawn. */
  readonly fromOthers: Share;
  readonly drawn: Share;
}

export interface Share {
  readonly near: number;
  readonly of: number;
}

export function judgeApplications(applications: readonly KnownApplication[]): readonly JudgedSize[] {
  return applications.flatMap(({ name, images }) =>
    images.map((size) => ({
      application: name,
      size,
      taken: guess(size, uncertainOrigin(size.image)),
      heldOut: guess(size, heldOutOrigin(size.image)),
    })),
  );
}

export function tallyOf(sizes: readonly JudgedSize[]): Tally {
  const published = sizes.filter(({ size }) => size.realMegabytes !== undefined).length;
  return {
    images: sizes.length,
    published,
    rebuilt: sizes.filter(({ taken }) => taken.isNear !== undefined).length - published,
    taken: shareOf(sizes.map(({ taken }) => taken)),
    fromOthers: shareOf(sizes.map(({ heldOut }) => heldOut).filter(({ isDrawn }) => !isDrawn)),
    drawn: shareOf(sizes.map(({ heldOut }) => heldOut).filter(({ isDrawn }) => isDrawn)),
  };
}

function shareOf(guesses: readonly Guess[]): Share {
  return {
    near: guesses.filter(({ isNear }) => isNear === true).length,
    of: guesses.filter(({ isNear }) => isNear !== undefined).length,
  };
}

/** What would be taken if the row of this very tag, and all others of the same source, were not there. */
function heldOutOrigin(image: string): UncertainOrigin {
  const own = findKnownImage(image)?.row;
  const isLeft = (row: KnownImage) => row !== own && row.source !== own?.source;
  const [home, tag] = [homeRepository(image) ?? '', imageName(image)?.tag ?? ''];
  const rows = (knownImages().get(home) ?? []).filter(isLeft);
  const found = nearestRow(tag, rows) ?? rowElsewhere(home, tag, knownPrograms().filter(isLeft));
  return found === undefined ? drawnOrigin(image) : { kind: 'known', found };
}

function guess({ image, realMegabytes, rebuiltMegabytes }: KnownSize, origin: UncertainOrigin): Guess {
  const real = realMegabytes ?? rebuiltMegabytes;
  const megabytes = sizeOf(origin, imageName(image)?.canonical ?? image, 0) / 1e6;
  return {
    megabytes,
    isDrawn: origin.kind === 'drawn',
    isNear: real === undefined ? undefined : Math.abs(megabytes / real - 1) <= 0.3,
  };
}
