import {
  emptyFifo,
  type Fifo,
  items,
  peek,
  push,
  remove as removeFrom,
  shift,
} from '../../collections/fifo.ts';
import { createSortedMap, entries, get, remove, type SortedMap, set } from '../../collections/sorted-map.ts';
import { memoizeByText } from '../../values/memoize.ts';
import { withChanges } from '../../values/with-changes.ts';
import type { Image } from './image.ts';

/**
 * containerd's content store and snapshots, with the locks that make every blob come once: a lock per blob
 * and per chain id, first come first served, and everybody who waited for content that arrived goes on at
 * once (measured, docs/measurements.md R6, R7). What a failed pull leaves behind stays, the beginnings of its
 * blobs included, until garbage is collected. Keys are `manifest REF`, `blob DIGEST`, `ingest DIGEST` (the
 * beginning of a blob), `chain ID`, and `read REF` (what containers have read of an image that is pulled lazily).
 */
export interface ContentStore {
  /** The content by key, with the bytes that it takes on disk. */
  readonly present: SortedMap<number>;
  /** The faults that made blobs wrong which arrived whole and are left, by digest. */
  readonly spoiled: SortedMap<string>;
  readonly locks: SortedMap<Lock>;
  readonly pulls: SortedMap<OpenPull>;
  /** The images by name. Content that one of them needs is not garbage. */
  readonly images: SortedMap<Image>;
  /** The answers that have to be sent, in this order. */
  readonly replies: Fifo<Reply>;
}

interface Lock {
  readonly holder: string;
  readonly waiters: Fifo<Waiter>;
}

interface Waiter {
  readonly pull: string;
  readonly layer: number;
  /** Whether the blobs of the pull still have to be requested when it gets this chain id. */
  readonly first: boolean;
}

interface OpenPull {
  readonly image: Image;
  readonly chain: readonly string[];
  readonly held: readonly string[];
}

/** `granted`: the pull fetches the blob and commits it. `shared`: the pull `holder` already fetches it. */
export type BlobState = 'granted' | 'present' | 'shared';

export type ContentAnswer =
  | { readonly type: 'MANIFEST.GRANTED' }
  | { readonly type: 'MANIFEST.SHARED'; readonly holder: string }
  | ChainAnswer
  | { readonly type: 'BLOB.ARRIVED'; readonly layer: number }
  | ({ readonly type: 'BLOB.GRANTED'; readonly layer: number } & BegunBlob);

/** The answers to a request for a chain id. */
export type ChainAnswer =
  /** `blobs` is in the first grant of a pull: the state of each layer from `index` on. */
  | { readonly type: 'CHAIN.GRANTED'; readonly index: number; readonly blobs: readonly Blob[] }
  | { readonly type: 'CHAIN.SHARED'; readonly index: number; readonly holder: string }
  | { readonly type: 'CHAIN.COMPLETE' };

export interface Blob extends BegunBlob {
  readonly layer: number;
  readonly state: BlobState;
  readonly holder: string;
}

/** What a failed pull has left of a blob. */
export interface BegunBlob {
  /** How many bytes. It is fetched from there on. */
  readonly offset: number;
  /** They are all of them, and the wrong ones: the fault that made them so. */
  readonly spoiledBy?: string;
}

export interface Reply {
  readonly pull: string;
  readonly answer: ContentAnswer;
}

/** Returns the store of a node on which these images are complete. */
export function createContentStore(images: readonly Image[]): ContentStore {
  return {
    present: createSortedMap(images.flatMap(imageContent)),
    spoiled: undefined,
    locks: undefined,
    pulls: undefined,
    images: createSortedMap(images.map((image) => [image.name, image] as const)),
    replies: emptyFifo(),
  };
}

/** Returns the bytes that these images take on disk together: blobs and snapshots, shared ones once. */
export function contentBytes(images: readonly Image[]): number {
  return heldBytes(createContentStore(images));
}

/** Returns the bytes that everything in the store takes on disk. */
export function heldBytes({ present }: ContentStore): number {
  return entries(present).reduce((sum, [, bytes]) => sum + bytes, 0);
}

/**
 * A pull asks for manifest and config, which share one lock. If both are present, it asks for the first chain
 * id.
 */
export function requestManifest(store: ContentStore, pull: string, image: Image): ContentStore {
  const opened = withChanges(store, {
    pulls: set(store.pulls, pull, { image, chain: chainIds(image), held: [] }),
  });
  const key = manifestKey(image);
  if (get(store.present, key) !== undefined) return requestChain(opened, pull, 0, true);
  const lock = get(store.locks, key);
  if (lock === undefined) return reply(take(opened, key, pull), pull, { type: 'MANIFEST.GRANTED' });
  return reply(join(opened, key, lock, { pull, layer: 0, first: false }), pull, {
    type: 'MANIFEST.SHARED',
    holder: lock.holder,
  });
}

/**
 * Manifest and config are complete. The pull gets to the chain before the pulls that have waited for them.
 */
export function commitManifest(store: ContentStore, pull: string): ContentStore {
  const key = manifestKey(opened(store, pull).image);
  const committed = free(withChanges(store, { present: set(store.present, key, 0) }), key, pull);
  return [pull, ...lockWaiters(store, key).map((waiter) => waiter.pull)].reduce(
    (next, one) => requestChain(next, one, 0, true),
    committed,
  );
}

/**
 * Skips layers that are unpacked, then takes the next chain id or waits for it. `first`: the blobs from there
 * on are requested too.
 */
export function requestChain(store: ContentStore, pull: string, index: number, first: boolean): ContentStore {
  const { chain, image } = opened(store, pull);
  for (let layer = index; layer < image.layers.length; layer++) {
    const key = chainKey(chain, layer);
    if (get(store.present, key) !== undefined) continue;
    const lock = get(store.locks, key);
    if (lock === undefined) return grantChain(take(store, key, pull), pull, layer, first);
    return reply(join(store, key, lock, { pull, layer, first }), pull, {
      type: 'CHAIN.SHARED',
      index: layer,
      holder: lock.holder,
    });
  }
  return reply(store, pull, { type: 'CHAIN.COMPLETE' });
}

/** A layer is unpacked. The pull gets to the next one before the pulls that have waited for this one. */
export function commitChain(store: ContentStore, pull: string, index: number): ContentStore {
  const waiters = lockWaiters(store, chainKey(opened(store, pull).chain, index));
  return waiters.reduce(rewalk, requestChain(withChain(store, pull, index), pull, index + 1, false));
}

/** A layer is unpacked, and the pull already holds all chain ids above it. */
export function sealChain(store: ContentStore, pull: string, index: number): ContentStore {
  const waiters = lockWaiters(store, chainKey(opened(store, pull).chain, index));
  return waiters.reduce(rewalk, withChain(store, pull, index));
}

/** A blob is complete. */
export function commitBlob(store: ContentStore, pull: string, layer: number): ContentStore {
  const { image } = opened(store, pull);
  const key = blobKey(image, layer);
  const waiters = lockWaiters(store, key);
  const begun = remove(store.present, ingestKey(image.layers[layer]?.digest));
  const committed = free(
    withChanges(store, { present: set(begun, key, image.layers[layer]?.bytes ?? 0) }),
    key,
    pull,
  );
  return waiters.reduce(
    (next, waiter) => reply(next, waiter.pull, { type: 'BLOB.ARRIVED', layer: waiter.layer }),
    committed,
  );
}

/** The image is complete and is entered under its name. */
export function completePull(store: ContentStore, pull: string): ContentStore {
  const { image } = opened(store, pull);
  return withChanges(store, {
    pulls: remove(store.pulls, pull),
    images: set(store.images, image.name, image),
  });
}

/**
 * A fetch has ended before its blob was complete, and has left this many bytes; or its bytes were the wrong ones,
 * which are left too (`remotes.Fetch` and `content.Copy` close the writer and do not abort it).
 */
export function keepPartialBlob(store: ContentStore, digest: string, begun: BegunBlob): ContentStore {
  const { offset, spoiledBy } = begun;
  return withChanges(store, {
    present: set(store.present, ingestKey(digest), offset),
    spoiled: spoiledBy === undefined ? store.spoiled : set(store.spoiled, digest, spoiledBy),
  });
}

/**
 * So many more bytes of a lazily pulled image have been read from its registry. They belong to the image, and are
 * dropped if it is gone: the disk has them no longer.
 */
export function keepRead(store: ContentStore, ref: string, bytes: number): ContentStore {
  const isThere = entries(store.images).some(([, image]) => image.ref === ref && image.isLazy === true);
  if (!isThere) return store;
  const key = readKey(ref);
  return withChanges(store, { present: set(store.present, key, (get(store.present, key) ?? 0) + bytes) });
}

/** A pull has failed or was cancelled. The pulls that waited for it get its locks. */
export function dropPull(store: ContentStore, pull: string): ContentStore {
  const dropped = get(store.pulls, pull);
  if (dropped === undefined) return store;
  const locks = createSortedMap(
    entries(store.locks).map(
      ([key, lock]) =>
        [key, { ...lock, waiters: removeFrom(lock.waiters, (one) => one.pull === pull) }] as const,
    ),
  );
  // Blobs are released first, so that the next holder of a chain id finds them free.
  const releasedKeys = [...dropped.held].sort((one, other) => (one < other ? -1 : 1));
  return releasedKeys.reduce(passOn, withChanges(store, { locks, pulls: remove(store.pulls, pull) }));
}

/** Removes images, and collects the garbage. */
export function removeImages(store: ContentStore, names: readonly string[]): ContentStore {
  return collectGarbage(
    withChanges(store, { images: names.reduce((images, name) => remove(images, name), store.images) }),
  );
}

/** Removes content that neither an image nor a pull under way needs. */
export function collectGarbage(store: ContentStore): ContentStore {
  const keysInUse = neededKeys(store);
  const present = entries(store.present).reduce(
    (map, [key]) => (keysInUse.has(key) ? map : remove(map, key)),
    store.present,
  );
  const spoiled = entries(store.spoiled).reduce(
    (map, [digest]) => (get(present, ingestKey(digest)) === undefined ? remove(map, digest) : map),
    store.spoiled,
  );
  return withChanges(store, { present, spoiled });
}

/** Whether there is content that no image or pull needs. */
export function isLittered(store: ContentStore): boolean {
  const keysInUse = neededKeys(store);
  return entries(store.present).some(([key]) => !keysInUse.has(key));
}

/** Returns how many bytes `after` holds less than `before`. */
export function freedBytes(before: ContentStore, after: ContentStore): number {
  if (before.present === after.present) return 0;
  return entries(before.present).reduce(
    (sum, [key, bytes]) => (get(after.present, key) === undefined ? sum + bytes : sum),
    0,
  );
}

function neededKeys(store: ContentStore): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const [, image] of entries(store.images)) for (const [key] of imageContent(image)) keys.add(key);
  for (const [, { image }] of entries(store.pulls)) {
    for (const [key] of imageContent(image)) keys.add(key);
    for (const { digest } of image.layers) keys.add(ingestKey(digest));
  }
  return keys;
}

function withChain(store: ContentStore, pull: string, index: number): ContentStore {
  const { chain, image } = opened(store, pull);
  const key = chainKey(chain, index);
  return free(
    withChanges(store, { present: set(store.present, key, image.layers[index]?.unpackedBytes ?? 0) }),
    key,
    pull,
  );
}

function passOn(store: ContentStore, key: string): ContentStore {
  const lock = get(store.locks, key);
  const released = withChanges(store, { locks: remove(store.locks, key) });
  if (lock === undefined || lock.waiters.size === 0) return released;
  const heir = peek(lock.waiters);
  const inherited = take(released, key, heir.pull);
  const laterWaiters = shift(lock.waiters);
  const handed = withChanges(inherited, {
    locks: set(inherited.locks, key, { holder: heir.pull, waiters: laterWaiters }),
  });
  if (key.startsWith('manifest ')) return reply(handed, heir.pull, { type: 'MANIFEST.GRANTED' });
  if (key.startsWith('blob ')) {
    const begun = begunBlob(handed, opened(handed, heir.pull).image, heir.layer);
    return reply(handed, heir.pull, { type: 'BLOB.GRANTED', layer: heir.layer, ...begun });
  }
  return grantChain(handed, heir.pull, heir.layer, heir.first);
}

function rewalk(store: ContentStore, waiter: Waiter): ContentStore {
  return requestChain(store, waiter.pull, waiter.layer, waiter.first);
}

function grantChain(store: ContentStore, pull: string, index: number, first: boolean): ContentStore {
  if (!first) return reply(store, pull, { type: 'CHAIN.GRANTED', index, blobs: [] });
  const { image } = opened(store, pull);
  const blobs: Blob[] = [];
  let next = store;
  for (let layer = index; layer < image.layers.length; layer++) {
    const key = blobKey(image, layer);
    const lock = get(next.locks, key);
    if (get(next.present, key) !== undefined) blobs.push({ layer, state: 'present', holder: '', offset: 0 });
    else if (lock === undefined) {
      next = take(next, key, pull);
      blobs.push({ layer, state: 'granted', holder: '', ...begunBlob(next, image, layer) });
    } else {
      next = join(next, key, lock, { pull, layer, first: false });
      blobs.push({ layer, state: 'shared', holder: lock.holder, offset: 0 });
    }
  }
  return reply(next, pull, { type: 'CHAIN.GRANTED', index, blobs });
}

function take(store: ContentStore, key: string, pull: string): ContentStore {
  const { image, chain, held } = opened(store, pull);
  return withChanges(store, {
    locks: set(store.locks, key, { holder: pull, waiters: emptyFifo() }),
    pulls: set(store.pulls, pull, { image, chain, held: [...held, key] }),
  });
}

function free(store: ContentStore, key: string, pull: string): ContentStore {
  const { image, chain, held } = opened(store, pull);
  const remainingKeys = held.filter((other) => other !== key);
  return withChanges(store, {
    locks: remove(store.locks, key),
    pulls: set(store.pulls, pull, { image, chain, held: remainingKeys }),
  });
}

function join(store: ContentStore, key: string, lock: Lock, waiter: Waiter): ContentStore {
  return withChanges(store, {
    locks: set(store.locks, key, { holder: lock.holder, waiters: push(lock.waiters, waiter) }),
  });
}

function reply(store: ContentStore, pull: string, answer: ContentAnswer): ContentStore {
  return withChanges(store, { replies: push(store.replies, { pull, answer }) });
}

function lockWaiters(store: ContentStore, key: string): readonly Waiter[] {
  const lock = get(store.locks, key);
  return lock === undefined ? [] : items(lock.waiters);
}

function opened(store: ContentStore, pull: string): OpenPull {
  const open = get(store.pulls, pull);
  if (open === undefined) throw new Error(`content store: the pull "${pull}" is not open`);
  return open;
}

function imageContent(image: Image): readonly (readonly [string, number])[] {
  const chain = chainIds(image);
  return [
    [manifestKey(image), 0],
    ...image.layers.map((layer, index) => [blobKey(image, index), layer.bytes] as const),
    ...image.layers.map((layer, index) => [chainKey(chain, index), layer.unpackedBytes] as const),
    ...(image.isLazy === true ? [[readKey(image.ref), 0] as const] : []),
  ];
}

/**
 * Returns the chain ids of an image: each names a layer on top of all those below it. Real ones are hashes of
 * the same.
 */
function chainIds(image: Image): readonly string[] {
  let chainId = '';
  return image.layers.map((layer) => {
    chainId = `${chainId}/${layer.digest}`;
    return chainId;
  });
}

function manifestKey(image: Image): string {
  return `manifest ${image.ref}`;
}

function readKey(ref: string): string {
  return `read ${ref}`;
}

function blobKey(image: Image, layer: number): string {
  return blobKeyOf(image.layers[layer]?.digest ?? '');
}

function ingestKey(digest: string | undefined): string {
  return ingestKeyOf(digest ?? '');
}

// Each key is made once: texts that are put together again are slow to compare.
const blobKeyOf = memoizeByText((digest) => `blob ${digest}`);
const ingestKeyOf = memoizeByText((digest) => `ingest ${digest}`);
const chainKeyOf = memoizeByText((chainId) => `chain ${chainId}`);

/** Returns what is there of a blob that was not committed. */
function begunBlob({ present, spoiled }: ContentStore, image: Image, layer: number): BegunBlob {
  const { digest = '' } = image.layers[layer] ?? {};
  const spoiledBy = get(spoiled, digest);
  const offset = get(present, ingestKey(digest)) ?? 0;
  return spoiledBy === undefined ? { offset } : { offset, spoiledBy };
}

function chainKey(chain: readonly string[], layer: number): string {
  return chainKeyOf(chain[layer] ?? '');
}
