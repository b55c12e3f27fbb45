/**
 * What the kernel does with files that were written and are not yet on the disk. Sizes in bytes, the rate in
 * bytes per second.
 */
export interface PageCacheLimits {
  /** What the disk takes while it writes back. */
  readonly writeBackBytesPerSecond: number;
  /** The dirty bytes above which it begins to write back: `vm.dirty_background_ratio`. */
  readonly backgroundBytes: number;
  /** The dirty bytes above which who writes has to wait: `vm.dirty_ratio`, or less by the file system. */
  readonly limitBytes: number;
}

/** The pages of a node that are to be written back. Times in µs. */
export interface PageCache {
  readonly dirtyBytes: number;
  /** The same by age, the oldest first. */
  readonly waiting: readonly WaitingPages[];
  readonly asOfMicros: number;
}

/** Pages that were written to within the same second. */
interface WaitingPages {
  readonly sinceMicros: number;
  readonly bytes: number;
}

export const cleanPages: PageCache = { dirtyBytes: 0, waiting: [], asOfMicros: 0 };

/** `vm.dirty_expire_centisecs`: pages of this age are written back, however few they are. */
const expiryMicros = 30_000_000;

const secondMicros = 1_000_000;

/** Smaller pieces would only be more of them. */
const pieceBytesMin = 4_000_000;

/**
 * Returns how many bytes a writer writes from one look at the limit to the next. The kernel looks at every few
 * pages; in pieces of this size the rate comes out the same.
 */
export function pieceBytes({ backgroundBytes }: Pick<PageCacheLimits, 'backgroundBytes'>): number {
  return Math.max(pieceBytesMin, Math.floor(backgroundBytes / 20));
}

/**
 * Returns the pages at this moment. They are written back down to the background level, the oldest first, and
 * below it those that are old enough.
 */
export function pagesAt(cache: PageCache, limits: PageCacheLimits, nowMicros: number): PageCache {
  const { writeBackBytesPerSecond, backgroundBytes } = limits;
  let { dirtyBytes, asOfMicros } = cache;
  let first = 0;
  let [oldest] = cache.waiting;
  while (oldest !== undefined && asOfMicros < nowMicros) {
    const isOld = oldest.sinceMicros + expiryMicros <= asOfMicros;
    const due = isOld ? oldest.bytes : Math.min(oldest.bytes, dirtyBytes - backgroundBytes);
    if (due <= 0) {
      asOfMicros = Math.min(nowMicros, oldest.sinceMicros + expiryMicros);
      continue;
    }
    const micros = Math.ceil((due / writeBackBytesPerSecond) * 1e6);
    const isWhole = asOfMicros + micros <= nowMicros;
    const written = isWhole ? due : Math.floor((writeBackBytesPerSecond * (nowMicros - asOfMicros)) / 1e6);
    dirtyBytes -= written;
    asOfMicros = isWhole ? asOfMicros + micros : nowMicros;
    oldest = { sinceMicros: oldest.sinceMicros, bytes: oldest.bytes - written };
    if (oldest.bytes === 0) {
      first += 1;
      oldest = cache.waiting[first];
    }
  }
  const waiting = oldest === undefined ? [] : [oldest, ...cache.waiting.slice(first + 1)];
  return { dirtyBytes, waiting, asOfMicros: nowMicros };
}

/** Returns the pages after so many more were written to at this moment. */
export function withDirty(
  cache: PageCache,
  limits: PageCacheLimits,
  bytes: number,
  nowMicros: number,
): PageCache {
  const { dirtyBytes, waiting } = pagesAt(cache, limits, nowMicros);
  const newest = waiting.at(-1);
  const isOfSecond = newest !== undefined && nowMicros - newest.sinceMicros < secondMicros;
  const added = isOfSecond
    ? [...waiting.slice(0, -1), { sinceMicros: newest.sinceMicros, bytes: newest.bytes + bytes }]
    : [...waiting, { sinceMicros: nowMicros, bytes }];
  return { dirtyBytes: dirtyBytes + bytes, waiting: added, asOfMicros: nowMicros };
}

/** Returns how long a writer has to wait, as its bytes are dirty already, in µs; 0 if there is room for them. */
export function throttleMicros(
  { dirtyBytes }: PageCache,
  { limitBytes, writeBackBytesPerSecond }: PageCacheLimits,
): number {
  return Math.max(0, Math.ceil(((dirtyBytes - limitBytes) / writeBackBytesPerSecond) * 1e6));
}
