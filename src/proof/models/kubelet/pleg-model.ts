import { plegMachine } from '../../../../machines/kubelet/pleg.ts';
import type {
  ChannelReader,
  PlegContext,
  StatusRequester,
} from '../../../../machines/kubelet/pleg-protocol.ts';
import type { PlegRuntimeAnswer } from '../../../../machines/runtime/container-runtime-protocol.ts';
import { items } from '../../../rules/collections/fifo.ts';
import { get } from '../../../rules/collections/sorted-map.ts';
import { plegRules1_29, plegRules1_36, plegRules2017 } from '../../../rules/kubelet/pleg/pleg-rules.ts';
import { findCacheEntry } from '../../../rules/kubelet/pleg/pod-cache.ts';
import { emptyPodStatus, type RuntimePod } from '../../../rules/kubelet/pleg/pod-status.ts';
import { type ModelEvent, modelOf } from '../machine-model.ts';
import { modelTimings } from '../model-node.ts';

const { named, model } = modelOf(plegMachine);

const { relistPeriodMicros } = modelTimings;
const uid = 'web';

function pod(state: string): RuntimePod {
  return {
    uid,
    name: uid,
    namespace: 'default',
    containers: [{ id: 'app', name: 'app', state }],
    sandboxes: [],
  };
}

function listed(
  name: string,
  pods: readonly RuntimePod[],
  changed: readonly string[] | undefined,
): ModelEvent {
  const listing = new Map(pods.map((one) => [one.uid, one]));
  return named(`PODS.LISTED (${name})`, {
    pods: listing,
    changed: changed === undefined ? undefined : new Set(changed),
  });
}

const listings: readonly ModelEvent[] = [
  listed('the pod runs', [pod('running')], [uid]),
  listed('nothing has changed', [pod('running')], []),
  listed('the pod is gone', [], [uid]),
  listed('a state that nobody knows', [pod('paused')], undefined),
];
const listFails = named('PODS.LIST_FAILED', { error: 'boom' });

function podListings({ input: { clock } }: PlegContext): readonly ModelEvent[] {
  const asOfMicros = clock.nowMicros() + 1;
  return [
    named('POD.LISTED', { pod: pod('running'), asOfMicros }),
    named('POD.LIST_FAILED', { error: 'pod sandboxes not found' }),
  ];
}

const inspections: readonly PlegRuntimeAnswer[] = [
  { type: 'POD_STATUS.ANSWERED', status: emptyPodStatus(uid) },
  { type: 'POD_STATUS.FAILED', error: 'boom', status: null },
];

/** Returns requests from outside while nothing is in progress. Queues are kept short. */
function acts(
  context: PlegContext,
  requester: StatusRequester,
  reader: ChannelReader,
): readonly ModelEvent[] {
  const isStarted = context.loopPeriodMicros !== undefined;
  const written = {
    type: 'STATUS.WRITTEN',
    status: emptyPodStatus(uid),
    createdAtMicros: context.input.clock.nowMicros() + 2,
    events: [],
  } as const;
  return [
    ...asks(context, requester),
    // A reader of the channel reads from the beginning; without a reader, waiting callers are enough.
    ...(context.reader === undefined &&
    context.cache.globalMicros === undefined &&
    !context.input.rules.relistsPods
      ? [named('CHANNEL.WATCHED', { reader })]
      : []),
    ...(context.reader === undefined ? [] : [named('CHANNEL.LEFT')]),
    named('HEALTH.REQUESTED', { requester: reader as never }),
    named('START.REQUESTED', {}, 1000),
    isStarted
      ? named('STOP.REQUESTED')
      : named('UPDATE.REQUESTED', { relistPeriodMicros, relistThresholdMicros: 180_000_000 }),
    ...(isStarted ? [named('RELIST.DUE', {}, relistPeriodMicros)] : []),
    ...(isStarted && context.requests.size === 0 ? [named('RELIST.REQUESTED', { uid }, 1000)] : []),
    // Only releases with relists on demand have such a request.
    ...(context.input.rules.sendsPodSync &&
    context.lastError === undefined &&
    context.cache.waiting.size === 0
      ? [named('REINSPECTION.REQUESTED', { uid })]
      : []),
    ...(context.input.isEvented
      ? [
          named('STATUS.WRITTEN', { ...written, write: 'status' }),
          named('STATUS.WRITTEN (gone)', { ...written, write: 'removal' }),
          named('CACHE_TIME.UPDATED'),
        ]
      : []),
    // A time later than everything that was seen, which may be a moment ahead.
    ...(isStarted ? [] : asksForRelist(context).map((asked) => ({ ...asked, afterMicros: 1000 }))),
  ];
}

/**
 * Returns requests for a relist. They make sense only where none comes by itself, or before the current one
 * has ended.
 */
function asksForRelist({
  waitingRelists,
  loopPeriodMicros,
  relist,
  requests,
}: PlegContext): readonly ModelEvent[] {
  const asks =
    waitingRelists.size === 0 &&
    requests.size === 0 &&
    (loopPeriodMicros === undefined || relist.by === 'loop');
  return asks ? [named('GLOBAL_RELIST.REQUESTED')] : [];
}

function asks(
  { input: { clock, isEvented }, cache, records }: PlegContext,
  requester: StatusRequester,
): readonly ModelEvent[] {
  if (cache.waiting.size > 0 || records.reinspect !== undefined || isEvented) return [];
  const asked = (name: string, minMicros: number) =>
    named(`STATUS.REQUESTED (${name})`, { uid, minMicros, requester });
  // A time newer than everything in the cache, which may be a moment ahead of a clock that stands still.
  const entry = findCacheEntry(cache, uid);
  const newer = asked(
    'newer',
    Math.max(clock.nowMicros(), entry?.modifiedMicros ?? 0, entry?.observedMicros ?? 0),
  );
  return cache.globalMicros !== undefined ? [newer] : [asked('whatever there is', -1), newer];
}

/** PLEG over a runtime with one pod, by the rules of three releases. The channel has room for one event. */
export const plegModel = model({
  input: ({ recorder, clock, stubs }) => ({
    name: 'node-1/kubelet/pleg',
    recorder,
    clock,
    ...stubs('runtime'),
    rules: plegRules1_36,
    relistsOnDemand: true,
    isEvented: false,
    hasCache: true,
    channelCapacity: 1,
    lastRelistMicros: undefined,
    firstRelistMicros: undefined,
    relistPeriodMicros,
    relistThresholdMicros: 180_000_000,
  }),
  starts: {
    '1.36': {},
    '1.31, with events of the runtime': { rules: plegRules1_29, relistsOnDemand: false, isEvented: true },
    '2017, without a cache': { rules: plegRules2017, relistsOnDemand: false, hasCache: false },
    'a kubelet that has run for long': {
      lastRelistMicros: -500_000,
      firstRelistMicros: 505_000,
      relistsOnDemand: false,
    },
  },
  events: ({ context, state, world: { neighbour } }) => {
    switch (state) {
      case 'idle':
        return acts(context, neighbour('worker'), neighbour('reader'));
      case 'listing':
        return [
          ...listings,
          ...(context.cache.waiting.size === 0 && context.requests.size === 0 ? [listFails] : []),
          ...asksForRelist(context),
          ...(context.requests.size === 0 && context.waitingRelists.size === 0
            ? [named('RELIST.REQUESTED', { uid })]
            : []),
          ...(context.loopPeriodMicros === undefined ? [] : [named('STOP.REQUESTED')]),
        ];
      case 'listingPod':
        return [
          ...podListings(context),
          ...(context.waitingRelists.size === 0 ? [named('RELIST.DUE', {}, relistPeriodMicros)] : []),
        ];
      default:
        return inspections.map((answer) => named(answer.type, answer));
    }
  },
  project: ({ context, state }) => {
    const {
      input: { clock },
      firstRelistMicros,
      loopPeriodMicros,
      records,
      cache,
      channel,
      waitingRelists,
      requests,
      relist,
      lastError,
    } = context;
    const entry = findCacheEntry(cache, uid);
    const record = get(records.pods, uid);
    return {
      isStarted: loopPeriodMicros !== undefined,
      record: record === undefined ? 'none' : (record.old?.containers[0]?.state ?? 'listed'),
      isDueLater:
        loopPeriodMicros === undefined &&
        firstRelistMicros !== undefined &&
        firstRelistMicros > clock.nowMicros(),
      reinspects: get(records.reinspect, uid) !== undefined,
      failed: get(records.failed, uid) !== undefined,
      entry: entry === undefined ? 'none' : (entry.error ?? 'status'),
      hasGlobal: cache.globalMicros !== undefined,
      waiting: cache.waiting.size,
      isWatched: context.reader !== undefined,
      events: channel.events.size,
      waitingRelists: items(waitingRelists),
      // Whether the last relist, or the current one (which does not fail then), serves the requests.
      requests: items(requests).map(
        ({ micros }) =>
          micros <= (state === 'idle' ? (context.relistTimeMicros ?? -1) : relist.startedMicros),
      ),
      relist: state === 'idle' ? '' : `${relist.by} ${relist.turns.size} ${relist.passes}`,
      lastError: lastError ?? '',
    };
  },
});
