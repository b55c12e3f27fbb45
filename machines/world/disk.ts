import { type ActorRef, and, assign, type Snapshot, sendTo, setup } from 'xstate';
import {
  cleanPages,
  type PageCache,
  type PageCacheLimits,
  throttleMicros,
  withDirty,
} from '../../src/rules/runtime/disk/page-cache.ts';
import type { Fault } from '../../src/rules/runtime/fault.ts';
import type { ObservationOf } from '../../src/trace/observation.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { ImageFsAnswer, ImageFsCaller } from '../runtime/cri.ts';
import type { Clock } from './clock.ts';
import type { FaultEvent, KubeletGone } from './fault.ts';
import type { Recorder, RecorderEvent } from './recorder.ts';

export type DiskEvent =
  /** Answered only if there is no room. No answer means that the requester has the bytes. */
  | { readonly type: 'SPACE.TAKEN'; readonly bytes: number; readonly requester: DiskUser }
  /**
   * The same for files that wait in memory until they are written back. `dirtyBytes` of them are written first.
   * Also answered if the writer has to wait.
   */
  | {
      readonly type: 'FILES.TAKEN';
      readonly bytes: number;
      readonly dirtyBytes: number;
      readonly requester: DiskWriter;
    }
  /** More of these files are written. Answered only if the writer has to wait. */
  | { readonly type: 'FILES.WRITTEN'; readonly dirtyBytes: number; readonly requester: DiskWriter }
  | { readonly type: 'SPACE.FREED'; readonly bytes: number }
  /**
   * The requester gives up the space that it asked for last, all of it, or accepts that it was refused. It
   * need not know which: a cancellation may overtake `DISK.FULL`. Each requester that is refused sends this
   * once.
   */
  | { readonly type: 'SPACE.CANCELLED'; readonly bytes: number; readonly requester: DiskUser }
  /** Asks for the stats that the kubelet gets. They show a disk without a limit as empty. */
  | { readonly type: 'SPACE.ASKED'; readonly requester: ImageFsCaller }
  /**
   * A kubelet has started. It names the levels of available bytes below which it acts, and the actor to
   * notify. This replaces earlier levels.
   */
  | { readonly type: 'SPACE.WATCHED'; readonly levels: WatchedLevels; readonly requester: DiskWatcher }
  /** The kubelet has ended. The disk notifies no kubelet until the next one starts. */
  | KubeletGone
  | FaultEvent;

/**
 * The levels of available bytes below which a kubelet's image GC and its eviction manager act. 0 means never.
 */
export interface WatchedLevels {
  readonly gcBelowBytes: number;
  readonly evictionBelowBytes: number;
}

/** The available bytes fell below one of the levels. */
export type DiskLow = { readonly type: 'DISK.LOW' };

type DiskWatcher = ActorRef<Snapshot<unknown>, DiskLow>;

/**
 * No space is left on the device, and nothing was taken. `fault` is the id of the fault that is the reason;
 * absent if the capacity is.
 */
export type DiskFull = {
  readonly type: 'DISK.FULL';
  readonly fault: string | undefined;
  /** The bytes for which there was room. */
  readonly roomBytes: number;
};

/** More files wait in memory than the kernel allows: who writes them has to wait for so long. */
export type DiskBehind = { readonly type: 'DISK.BEHIND'; readonly micros: number };

type DiskUser = ActorRef<Snapshot<unknown>, DiskFull>;

type DiskWriter = ActorRef<Snapshot<unknown>, DiskFull | DiskBehind>;

export type Disk = ActorRef<Snapshot<unknown>, DiskEvent>;

export interface DiskInput {
  readonly name: string;
  readonly recorder: Recorder;
  readonly node: string;
  /** null means no limit. */
  readonly capacityBytes: number | null;
  /**
   * The bytes used at the start, including the images present at the start, for which the image service takes
   * no space.
   */
  readonly usedBytes: number;
  readonly clock: Clock;
  /** What of the files may wait in memory; absent: any amount, so that the disk's rate does not count for them. */
  readonly pageCache?: PageCacheLimits;
}

export interface DiskContext {
  readonly input: DiskInput;
  readonly usedBytes: number;
  readonly pages: PageCache;
  /** The ids of the active disk-full faults. */
  readonly faults: readonly string[];
  readonly levels: WatchedLevels;
  /** undefined while no kubelet runs. */
  readonly watcher: DiskWatcher | undefined;
  /** The requesters that were refused and have not said `SPACE.CANCELLED` yet. */
  readonly refused: readonly DiskUser[];
}

/** The smallest capacity that a disk without a limit is taken to have when a fault fills it. */
const smallestBytes = 2 ** 30;

const noLevels: WatchedLevels = { gcBelowBytes: 0, evictionBelowBytes: 0 };

/**
 * Returns the bytes that the capacity leaves for a write; the largest safe number for a disk without a limit.
 */
function availableBytes({ input: { capacityBytes }, usedBytes }: DiskContext): number {
  return capacityBytes === null ? Number.MAX_SAFE_INTEGER : Math.max(0, capacityBytes - usedBytes);
}

/**
 * Returns the stats that the kubelet gets. If a fault fills a disk without a limit, its capacity is taken to
 * be the bytes known to be in use.
 */
function imageFsStats(context: DiskContext): ImageFsAnswer {
  const {
    input: { capacityBytes },
    usedBytes,
    faults,
  } = context;
  const isFull = faults.length > 0;
  const capacity = capacityBytes ?? (isFull ? Math.max(smallestBytes, usedBytes) : Number.MAX_SAFE_INTEGER);
  return {
    type: 'IMAGE_FS.ANSWERED',
    capacityBytes: capacity,
    availableBytes: isFull ? 0 : availableBytes(context),
  };
}

function requireWatcher({ input: { name }, watcher }: DiskContext): DiskWatcher {
  if (watcher === undefined) throw new Error(`${name}: no kubelet watches the disk`);
  return watcher;
}

function diskObservation(context: DiskContext, state: ObservationOf<'disk'>['state']): ObservationOf<'disk'> {
  const {
    input: { capacityBytes },
    faults,
  } = context;
  return {
    type: 'disk',
    state,
    availableBytes: faults.length > 0 ? 0 : availableBytes(context),
    ...(capacityBytes === null ? {} : { capacityBytes }),
    ...(faults[0] === undefined ? {} : { because: { kind: 'fault', actor: faults[0] } }),
  };
}

/** Returns the pages with so many more bytes written to them now. */
function pagesWith({ input: { pageCache, clock }, pages }: DiskContext, bytes: number): PageCache {
  return pageCache === undefined || bytes === 0
    ? pages
    : withDirty(pages, pageCache, bytes, clock.nowMicros());
}

/**
 * Whether one that writes so much now has to wait. Pages only become fewer with time, so that most writes need no
 * look at what has been written back since.
 */
function isBehind(context: DiskContext, dirtyBytes: number): boolean {
  const {
    input: { pageCache },
    pages,
  } = context;
  if (pageCache === undefined || pages.dirtyBytes + dirtyBytes <= pageCache.limitBytes) return false;
  return throttleMicros(pagesWith(context, dirtyBytes), pageCache) > 0;
}

/** Returns how long the one that wrote last has to wait, in µs. */
function behindMicros({ input: { pageCache }, pages }: DiskContext): number {
  return pageCache === undefined ? 0 : throttleMicros(pages, pageCache);
}

function isOurs({ input: { node } }: DiskContext, fault: Fault): boolean {
  return fault.kind === 'diskFull' && (fault.node === undefined || fault.node === node);
}

function isLow(context: DiskContext): boolean {
  const { gcBelowBytes, evictionBelowBytes } = context.levels;
  return (
    context.input.capacityBytes !== null &&
    availableBytes(context) < Math.max(gcBelowBytes, evictionBelowBytes)
  );
}

/**
 * The node's disk as far as containerd's blobs and snapshots fill it. The space of a blob is taken when its
 * first byte arrives, that of a snapshot when its unpacking begins, each as a whole. This is a
 * simplification: real writes fail only when the disk is full.
 */
export const diskMachine = setup({
  types: { input: {} as DiskInput, context: {} as DiskContext, events: {} as DiskEvent },
  guards: {
    isLow: ({ context }) => isLow(context),
    isAmple: ({ context }) => !isLow(context),
    isWatched: ({ context }) => context.watcher !== undefined,
    wakesWatcher: ({ context }, fault: Fault) => context.watcher !== undefined && isOurs(context, fault),
    fits: ({ context }, bytes: number) => bytes <= availableBytes(context),
    fitsBehind: ({ context }, { bytes, dirtyBytes }: { bytes: number; dirtyBytes: number }) =>
      bytes <= availableBytes(context) && isBehind(context, dirtyBytes),
    isOurs: ({ context }, fault: Fault) => isOurs(context, fault),
    isBehind: ({ context }, dirtyBytes: number) => isBehind(context, dirtyBytes),
    wasRefused: ({ context }, requester: DiskUser) => context.refused.includes(requester),
    isLastFault: ({ context }, id: string) => context.faults.every((fault) => fault === id),
  },
  actions: {
    take: assign({ usedBytes: ({ context }, bytes: number) => context.usedBytes + bytes }),
    dirty: assign({ pages: ({ context }, dirtyBytes: number) => pagesWith(context, dirtyBytes) }),
    throttle: sendTo(
      (_, requester: DiskWriter) => requester,
      ({ context }) => ({ type: 'DISK.BEHIND', micros: behindMicros(context) }) as const,
    ),
    free: assign({
      usedBytes: ({ context }, bytes: number) => {
        if (bytes > context.usedBytes)
          throw new Error(`${context.input.name}: freed ${bytes} of ${context.usedBytes} bytes`);
        return context.usedBytes - bytes;
      },
    }),
    refuse: sendTo(
      (_, requester: DiskUser) => requester,
      ({ context }) =>
        ({
          type: 'DISK.FULL',
          fault: context.faults[0],
          roomBytes: context.faults.length > 0 ? 0 : availableBytes(context),
        }) as const,
    ),
    rememberRefusal: assign({
      refused: ({ context }, requester: DiskUser) => [...context.refused, requester],
    }),
    forgetRefusal: assign({
      refused: ({ context }, requester: DiskUser) => context.refused.filter((user) => user !== requester),
    }),
    answerStats: sendTo(
      (_, requester: ImageFsCaller) => requester,
      ({ context }) => imageFsStats(context),
    ),
    watch: assign((_, { levels, requester }: { levels: WatchedLevels; requester: DiskWatcher }) => ({
      levels,
      watcher: requester,
    })),
    unwatch: assign({ watcher: undefined }),
    wake: sendTo(({ context }) => requireWatcher(context), { type: 'DISK.LOW' }),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, { state }: { state: ObservationOf<'disk'>['state'] }): RecorderEvent => ({
        type: 'RECORD',
        actor: context.input.name,
        observation: diskObservation(context, state),
      }),
    ),
    beginFault: assign({ faults: ({ context }, id: string) => [...context.faults, id] }),
    endFault: assign({
      faults: ({ context }, id: string) => context.faults.filter((fault) => fault !== id),
    }),
    reportUnhandled,
  },
}).createMachine({
  id: 'disk',
  description:
    'The disk of the node, as far as images fill it. Layers take space when they arrive and when they are unpacked, and give it back when they are removed. Logs and the files of containers are not counted.',
  context: ({ input }) => ({
    input,
    usedBytes: input.usedBytes,
    pages: cleanPages,
    faults: [],
    levels: noLevels,
    watcher: undefined,
    refused: [],
  }),
  initial: 'writable',
  on: {
    'SPACE.FREED': { actions: { type: 'free', params: ({ event }) => event.bytes } },
    'SPACE.CANCELLED': [
      {
        guard: { type: 'wasRefused', params: ({ event }) => event.requester },
        actions: { type: 'forgetRefusal', params: ({ event }) => event.requester },
      },
      { actions: { type: 'free', params: ({ event }) => event.bytes } },
    ],
    'KUBELET.GONE': { actions: 'unwatch' },
    'SPACE.ASKED': { actions: { type: 'answerStats', params: ({ event }) => event.requester } },
    'FILES.WRITTEN': [
      {
        guard: { type: 'isBehind', params: ({ event }) => event.dirtyBytes },
        actions: [
          { type: 'dirty', params: ({ event }) => event.dirtyBytes },
          { type: 'throttle', params: ({ event }) => event.requester },
        ],
      },
      { actions: { type: 'dirty', params: ({ event }) => event.dirtyBytes } },
    ],
    'FAULT.ENDED': {},
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    writable: {
      description:
        'There is room as long as the capacity lasts. A layer that does not fit is refused, and its pull fails with "no space left on device".',
      initial: 'ample',
      on: {
        'SPACE.TAKEN': [
          {
            guard: { type: 'fits', params: ({ event }) => event.bytes },
            actions: { type: 'take', params: ({ event }) => event.bytes },
          },
          {
            actions: [
              { type: 'rememberRefusal', params: ({ event }) => event.requester },
              { type: 'refuse', params: ({ event }) => event.requester },
            ],
          },
        ],
        'FILES.TAKEN': [
          {
            guard: { type: 'fitsBehind', params: ofEvent },
            actions: [
              { type: 'take', params: ({ event }) => event.bytes },
              { type: 'dirty', params: ({ event }) => event.dirtyBytes },
              { type: 'throttle', params: ({ event }) => event.requester },
            ],
          },
          {
            guard: { type: 'fits', params: ({ event }) => event.bytes },
            actions: [
              { type: 'take', params: ({ event }) => event.bytes },
              { type: 'dirty', params: ({ event }) => event.dirtyBytes },
            ],
          },
          {
            actions: [
              { type: 'rememberRefusal', params: ({ event }) => event.requester },
              { type: 'refuse', params: ({ event }) => event.requester },
            ],
          },
        ],
        'SPACE.WATCHED': { target: '.ample', actions: { type: 'watch', params: ofEvent } },
      },
      states: {
        ample: {
          description:
            'More is available than any level that a kubelet watches. The eviction manager of the node finds nothing to do.',
          always: [
            {
              guard: and(['isLow', 'isWatched']),
              target: 'low',
              actions: [{ type: 'record', params: { state: 'low' } }, 'wake'],
            },
            { guard: 'isLow', target: 'low', actions: { type: 'record', params: { state: 'low' } } },
          ],
          on: {
            'FAULT.BEGAN': [
              {
                guard: { type: 'wakesWatcher', params: ({ event }) => event.fault },
                target: '#disk.full',
                actions: [
                  { type: 'beginFault', params: ({ event }) => event.id },
                  { type: 'record', params: { state: 'low' } },
                  'wake',
                ],
              },
              {
                guard: { type: 'isOurs', params: ({ event }) => event.fault },
                target: '#disk.full',
                actions: [
                  { type: 'beginFault', params: ({ event }) => event.id },
                  { type: 'record', params: { state: 'low' } },
                ],
              },
              {},
            ],
          },
        },
        low: {
          description:
            'So little is available that the kubelet acts when it looks next. It shows DiskPressure then, takes no new pods, and removes images that no container uses.',
          tags: 'unhealthy',
          always: {
            guard: 'isAmple',
            target: 'ample',
            actions: { type: 'record', params: { state: 'ample' } },
          },
          on: {
            'FAULT.BEGAN': [
              {
                guard: { type: 'isOurs', params: ({ event }) => event.fault },
                target: '#disk.full',
                actions: { type: 'beginFault', params: ({ event }) => event.id },
              },
              {},
            ],
          },
        },
      },
    },
    full: {
      description:
        'Something else fills the disk (a fault): no write succeeds, whatever the capacity. Pulls fail with "no space left on device"; images that are there stay usable.',
      tags: 'unhealthy',
      on: {
        'SPACE.TAKEN': {
          actions: [
            { type: 'rememberRefusal', params: ({ event }) => event.requester },
            { type: 'refuse', params: ({ event }) => event.requester },
          ],
        },
        'FILES.TAKEN': {
          actions: [
            { type: 'rememberRefusal', params: ({ event }) => event.requester },
            { type: 'refuse', params: ({ event }) => event.requester },
          ],
        },
        'SPACE.WATCHED': { actions: [{ type: 'watch', params: ofEvent }, 'wake'] },
        'FAULT.BEGAN': [
          {
            guard: { type: 'isOurs', params: ({ event }) => event.fault },
            actions: { type: 'beginFault', params: ({ event }) => event.id },
          },
          {},
        ],
        'FAULT.ENDED': [
          {
            guard: { type: 'isLastFault', params: ({ event }) => event.id },
            target: 'writable.low',
            actions: { type: 'endFault', params: ({ event }) => event.id },
          },
          { actions: { type: 'endFault', params: ({ event }) => event.id } },
        ],
      },
    },
  },
});
