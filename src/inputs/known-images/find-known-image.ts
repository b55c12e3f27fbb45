import { imageName } from '../images/image-name.ts';
import { homeRepository, isSameProgram } from './home-repository.ts';
import { type KnownImage, readRows, repositoriesOf } from './read-rows.ts';
import { builtOn } from './rows/built-on.ts';
import { cloud } from './rows/cloud.ts';
import { data } from './rows/data.ts';
import { demos } from './rows/demos.ts';
import { kubernetes } from './rows/kubernetes.ts';
import { languages } from './rows/languages.ts';
import { network } from './rows/network.ts';
import { operations } from './rows/operations.ts';
import { nearness, newness, tagVersion } from './tag-version.ts';

/**
 * A row for an image: that of its very tag, or of the nearest version of the same variant, maybe of the same
 * program in another repository.
 */
export interface FoundImage {
  readonly row: KnownImage;
  readonly isExact: boolean;
  readonly isElsewhere: boolean;
  /** The range of the size, 10 to 90 %: that of the row, and wider for a version that is further away. */
  readonly low: number;
  readonly high: number;
}

/**
 * How much the sizes of two versions differ, 10 to 90 %, by how many of their numbers are equal: 0, 1, or
 * more. They were measured on each row and the nearest other one of its repository (test/inputs/known-images).
 */
export const nearestFactors = [1.5, 1.4, 1.1] as const;

/**
 * How much the sizes of one program in two repositories differ: nearly nine in ten by less, measured in the
 * same way.
 */
export const elsewhereFactor = 2.5;

let read: ReadonlyMap<string, readonly KnownImage[]> | undefined;
let programs: readonly KnownImage[] | undefined;

/** Returns all known images by repository, in the order of the tables. They are read at the first call. */
export function knownImages(): ReadonlyMap<string, readonly KnownImage[]> {
  if (read !== undefined) return read;
  const byRepository = new Map<string, KnownImage[]>();
  for (const row of [kubernetes, network, cloud, languages, data, operations, demos, builtOn].flatMap(
    readRows,
  ))
    byRepository.set(row.repository, [...(byRepository.get(row.repository) ?? []), row]);
  read = byRepository;
  return read;
}

/**
 * Returns what is known of an image by its name, in any spelling and from any mirror; undefined if nothing
 * is.
 */
export function findKnownImage(written: string): FoundImage | undefined {
  const home = homeRepository(written);
  if (home === undefined) return undefined;
  const tag = imageName(written)?.tag ?? 'latest';
  return nearestRow(tag, knownImages().get(home) ?? []) ?? rowElsewhere(home, tag, knownPrograms());
}

/**
 * Returns all rows but those of demo applications, whose services have names that other applications' services
 * have, too, and those of images that people build on, which anybody may have named so.
 */
export function knownPrograms(): readonly KnownImage[] {
  if (programs === undefined) {
    const others = new Set([demos, builtOn].flatMap(repositoriesOf));
    programs = [...knownImages().values()].flat().filter(({ repository }) => !others.has(repository));
  }
  return programs;
}

/**
 * Returns the row of the nearest version of the same program in another repository; undefined if there is
 * none.
 */
export function rowElsewhere(home: string, tag: string, all: readonly KnownImage[]): FoundImage | undefined {
  const found = nearestRow(
    tag,
    all.filter(({ repository }) => repository !== home && isSameProgram(repository, home)),
  );
  if (found === undefined) return undefined;
  const { low, high } = found.row;
  return {
    ...found,
    isExact: false,
    isElsewhere: true,
    low: Math.round(low / elsewhereFactor),
    high: Math.round(high * elsewhereFactor),
  };
}

/**
 * Returns the row of a tag, or that of the nearest version of the same variant. If the tag is the newest of
 * several versions, that is the newest row.
 */
export function nearestRow(tag: string, rows: readonly KnownImage[]): FoundImage | undefined {
  const exact =
    rows.find((row) => row.tag === tag) ??
    rows.find((row) => row.tag.replace(/^v/, '') === tag.replace(/^v/, ''));
  const { numbers, variant } = tagVersion(tag);
  if (exact !== undefined) {
    // A moving tag may no longer point to the image that the document describes.
    const moved = numbers.length === 0 ? nearestFactors[1] : 1;
    return {
      row: exact,
      isExact: true,
      isElsewhere: false,
      low: Math.round(exact.low / moved),
      high: Math.round(exact.high * moved),
    };
  }
  const [nearest] = rows
    .map((row) => ({ row, version: tagVersion(row.tag) }))
    .filter(({ version }) => version.variant === variant)
    .map(({ row, version }) => ({ row, version: version.numbers, ...nearness(numbers, version.numbers) }))
    .sort(
      (left, right) =>
        right.alike - left.alike || left.apart - right.apart || newness(right.version, left.version),
    );
  if (nearest === undefined) return undefined;
  const { low, high, source } = nearest.row;
  const factor = Math.max(
    nearestFactors[Math.min(nearest.alike, nearestFactors.length - 1)] ?? 1,
    source.versionFactor ?? 1,
  );
  return {
    row: nearest.row,
    isExact: false,
    isElsewhere: false,
    low: Math.round(low / factor),
    high: Math.round(high * factor),
  };
}
