/** The parts of a tag: `7.2.4-alpine3.19` is version 7.2.4 of the variant `alpine`. */
interface TagVersion {
  /** Empty for moving tags, such as `latest`, `lts` or `alpine`. */
  readonly numbers: readonly number[];
  /** The part that makes it another image: `alpine`, `slim`, `jre-alpine`; empty for the ordinary one. */
  readonly variant: string;
}

/** Words of tags that name a distribution or a build, not another image. */
const withoutMeaning = new Set(
  `latest stable lts mainline current release stretch buster bullseye bookworm trixie xenial bionic focal jammy noble debian ubuntu
  build eksbuild akslts main post rc`.split(/\s+/),
);

/** Parses a tag. There is a result for every text. */
export function tagVersion(tag: string): TagVersion {
  const [first = '', ...rest] = tag.split('-');
  const version = /^v?(\d+(?:\.\d+)*)/.exec(first)?.[1];
  const words = (version === undefined ? [first, ...rest] : rest)
    .filter((word) => !/^[0-9a-f]{7,}$/.test(word))
    .map((word) => word.toLowerCase().replace(/[^a-z].*$/, ''))
    .filter((word) => word.length > 1 && !withoutMeaning.has(word));
  return { numbers: (version?.split('.') ?? []).map(Number), variant: words.join('-') };
}

/**
 * How near two versions are: 0 if the first number differs, 1 if the second does, and so on. `apart` orders
 * those with the same value.
 */
interface Nearness {
  readonly alike: number;
  readonly apart: number;
}

/** The value of a missing number: `7` is the newest of 7.x, and no number at all the newest of all. */
const newest = 1e12;

/** Returns how near two versions are. */
export function nearness(left: readonly number[], right: readonly number[]): Nearness {
  const alike = firstDifference(left, right);
  return { alike, apart: Math.abs(newness(left, right)) };
}

/** Returns how much newer the left version is, by the first number in which they differ. */
export function newness(left: readonly number[], right: readonly number[]): number {
  const place = firstDifference(left, right);
  return place >= Math.max(left.length, right.length)
    ? 0
    : (left[place] ?? newest) - (right[place] ?? newest);
}

function firstDifference(left: readonly number[], right: readonly number[]): number {
  const length = Math.max(left.length, right.length);
  const places = Array.from({ length }, (_, index) => index);
  return places.find((index) => left[index] !== right[index]) ?? length;
}
