/** A tag taken apart: `7.2.4-alpine3.19` is version 7.2.4 of the variant `alpine`. */
export interface TagVersion {
  /** Empty for tags that move on, such as `latest`, `lts` or `alpine`. */
  readonly numbers: readonly number[];
  /** What makes it another image: `alpine`, `slim`, `jre-alpine`; empty for the ordinary one. */
  readonly variant: string;
}

/** Words of tags that tell a distribution or a build, not another image. */
const withoutMeaning = new Set(
  `latest stable lts mainline current release stretch buster bullseye bookworm trixie xenial bionic focal jammy noble debian ubuntu
  build eksbuild akslts main post rc`.split(/\s+/),
);

/** Takes a tag apart. Whatever a tag is, there is an answer. */
export function tagVersion(tag: string): TagVersion {
  const [first = '', ...rest] = tag.split('-');
  const version = /^v?(\d+(?:\.\d+)*)/.exec(first)?.[1];
  const words = (version === undefined ? [first, ...rest] : rest)
    .filter((word) => !/^[0-9a-f]{7,}$/.test(word))
    .map((word) => word.toLowerCase().replace(/[^a-z].*$/, ''))
    .filter((word) => word.length > 1 && !withoutMeaning.has(word));
  return { numbers: (version?.split('.') ?? []).map(Number), variant: words.join('-') };
}

/** How near two versions are: 0 where even the first number differs, 1 the second, …; `apart` orders those that are alike in that. */
export interface Nearness {
  readonly alike: number;
  readonly apart: number;
}

/** What a number that is missing counts as: `7` is the last of 7.x, and no number at all the last of all. */
const newest = 1e12;

/** How near two versions are. */
export function nearness(left: readonly number[], right: readonly number[]): Nearness {
  const alike = firstDifference(left, right);
  return { alike, apart: Math.abs(newness(left, right)) };
}

/** How much newer the left version is, by the first number in which they differ. */
export function newness(left: readonly number[], right: readonly number[]): number {
  const place = firstDifference(left, right);
  return place >= Math.max(left.length, right.length) ? 0 : (left[place] ?? newest) - (right[place] ?? newest);
}

function firstDifference(left: readonly number[], right: readonly number[]): number {
  const length = Math.max(left.length, right.length);
  const places = Array.from({ length }, (_, index) => index);
  return places.find((index) => left[index] !== right[index]) ?? length;
}
