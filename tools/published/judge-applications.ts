import { sizeOf } from '../../src/input/images/assumed-image.ts';
import { uncertainOrigin, unknownOrigin } from '../../src/input/images/image-catalogue.ts';
import { imageName } from '../../src/input/images/image-name.ts';
import type { UncertainOrigin } from '../../src/input/images/image-origin.ts';
import { findKnownImage, knownImages, nearestRow } from '../../src/input/known-images/find-known-image.ts';
import { homeRepository } from '../../src/input/known-images/home-repository.ts';
import type { KnownApplication, KnownSize } from './known-applications.ts';

/** An image with the size that a run takes, and the one that it would take without the document that tells the real one. */
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
  /** Whether it is within 30 % of the real size; undefined: that is not known. */
  readonly isNear: boolean | undefined;
}

/** How many sizes there are, how many real ones of them are known, and how many are near those. */
export interface Tally {
  readonly images: number;
  readonly known: number;
  readonly taken: number;
  readonly heldOut: number;
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
  const near = (guessOf: (size: JudgedSize) => Guess) => sizes.filter((size) => guessOf(size).isNear === true).length;
  return {
    images: sizes.length,
    known: sizes.filter(({ size }) => size.realMegabytes !== undefined).length,
    taken: near(({ taken }) => taken),
    heldOut: near(({ heldOut }) => heldOut),
  };
}

/** What would be taken if the row of this very tag, and all others of the same source, were not there. */
function heldOutOrigin(image: string): UncertainOrigin {
  const own = findKnownImage(image)?.row;
  const rows = (knownImages().get(homeRepository(image) ?? '') ?? []).filter((row) => row !== own && row.source !== own?.source);
  const found = nearestRow(imageName(image)?.tag ?? '', rows);
  return found === undefined ? unknownOrigin(image) : { kind: 'known', found };
}

function guess({ image, realMegabytes: real }: KnownSize, origin: UncertainOrigin): Guess {
  const megabytes = sizeOf(origin, imageName(image)?.canonical ?? image, 0) / 1e6;
  return { megabytes, isDrawn: origin.kind === 'drawn', isNear: real === undefined ? undefined : Math.abs(megabytes / real - 1) <= 0.3 };
}
