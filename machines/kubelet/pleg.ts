import { and, assign, cancel, emit, raise, sendTo, setup } from 'xstate';
import { peek, push, remove, shift } from '../../src/rules/collections/fifo.ts';
import { drained, eventsIn } from '../../src/rules/kubelet/pleg/lifecycle-events.ts';
import type { RelistPeriods } from '../../src/rules/kubelet/pleg/pleg-health.ts';
import {
  type CacheAnswer,
  findCacheEntry,
  withGlobalTime,
  withWaiter,
} from '../../src/rules/kubelet/pleg/pod-cache.ts';
import type { PodStatus, RuntimePod } from '../../src/rules/kubelet/pleg/pod-status.ts';
import { withReinspection } from '../../src/rules/kubelet/pleg/relist.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import { ofEvent, reportUnhandled } from '../chart-parts.ts';
import type { PlegRuntime, PlegRuntimeRequest, PodsListed } from '../runtime/container-runtime-protocol.ts';
import * as pleg from './pleg-context.ts';
import * as log from './pleg-log.ts';
import type {
  ChannelReader,
  EventsRead,
  HealthAnswered,
  HealthAsker,
  PlegContext,
  PlegEmitted,
  PlegEvent,
  PlegInput,
  StatusRequested,
  StatusRequester,
  StatusWritten,
} from './pleg-protocol.ts';

export type { PlegContext, PlegEvent, PlegInput } from './pleg-protocol.ts';

import type { RecorderEvent } from '../world/recorder.ts';

/** `relistRequests` of NewGenericPLEG. */
const requestsMax = 200;

function requireReader({ input: { name }, reader }: PlegContext): ChannelReader {
  if (reader === undefined) throw new Error(`${name}: the channel has no reader`);
  return reader;
}

/**
 * Looks at the runtime every second, keeps the pod cache, and sends events about what changed.
 *
 * Mirrors `GenericPLEG` (pkg/kubelet/pleg/generic.go) and the pod cache (pkg/kubelet/container/cache.go),
 * from 2017 to v1.36.3 by its rules. A relist of all pods comes by itself a period after the one before it
 * has ended; single pods are relisted on demand; one thing at a time, as `relistLock` has it.
 */
export const plegMachine = setup({
  types: {
    input: {} as PlegInput,
    context: {} as PlegContext,
    events: {} as PlegEvent,
    emitted: {} as PlegEmitted,
  },
  guards: {
    isStarted: ({ context }) => context.loopPeriodMicros !== undefined,
    isDueLater: ({ context }) => (context.firstRelistMicros ?? 0) > context.input.clock.nowMicros(),
    hasFreed: ({ context }) => context.cache.freed.size > 0,
    hasNews: ({ context }) => context.reader !== undefined && context.channel.events.size > 0,
    hasWaitingRelist: ({ context }) => context.waitingRelists.size > 0,
    hasRequest: ({ context }) => context.loopPeriodMicros !== undefined && context.requests.size > 0,
    isServed: ({ context }) =>
      peek(context.requests).micros <= (context.relistTimeMicros ?? Number.NEGATIVE_INFINITY),
    takesRequest: ({ context }) => context.input.relistsOnDemand && context.requests.size < requestsMax,
    hasTurn: ({ context }) => context.relist.turns.size > 0,
    inspects: ({ context }) =>
      context.input.hasCache && context.relist.turns.size > 0 && pleg.currentTurn(context).pod !== undefined,
    hasSecondTurns: ({ context }) => pleg.hasSecondTurns(context),
    isWorthTelling: ({ context }) => pleg.isWorthTelling(context),
    isNewError: ({ context }, error: string) => context.lastError !== error,
    isNewFailure: ({ context }, error: string) =>
      findCacheEntry(context.cache, pleg.currentTurn(context).uid)?.error !== error,
    isQuiet: ({ context }, params: PodsListed) => pleg.isQuiet(context, params),
    isOfLoop: ({ context }) => context.relist.by === 'loop' && context.loopPeriodMicros !== undefined,
  },
  delays: {
    relistPeriod: ({ context }) => context.loopPeriodMicros ?? 0,
    firstRelist: ({ context }) => (context.firstRelistMicros ?? 0) - context.input.clock.nowMicros(),
  },
  actions: {
    watch: assign({ reader: (_, reader: ChannelReader) => reader }),
    queueWaiter: assign({
      cache: ({ context }, params: StatusRequested) =>
        withWaiter(context.cache, params, pleg.cacheRules(context)),
    }),
    answerFreed: sendTo(
      ({ context }): StatusRequester => peek(context.cache.freed).requester,
      ({ context }) => pleg.statusAnswer(peek(context.cache.freed).entry),
    ),
    dropFreed: assign({
      cache: ({ context }) => withChanges(context.cache, { freed: shift(context.cache.freed) }),
    }),
    unwatch: assign({ reader: undefined }),
    giveEvents: sendTo(
      ({ context }) => requireReader(context),
      ({ context }): EventsRead => ({ type: 'EVENTS.READ', events: eventsIn(context.channel) }),
    ),
    emptyChannel: assign({ channel: ({ context }) => drained(context.channel) }),
    answerHealth: sendTo(
      (_, requester: HealthAsker) => requester,
      ({ context }): HealthAnswered => pleg.healthAnswer(context),
    ),
    startLoop: assign({ loopPeriodMicros: ({ context }) => context.relistPeriodMicros }),
    stopLoop: assign(({ context }) => ({
      loopPeriodMicros: undefined,
      firstRelistMicros: undefined,
      waitingRelists: remove(context.waitingRelists, (who) => who === 'loop'),
    })),
    changePeriods: assign((_, { relistPeriodMicros, relistThresholdMicros }: RelistPeriods) => ({
      relistPeriodMicros,
      relistThresholdMicros,
    })),
    queueRelist: assign({
      waitingRelists: ({ context }, { who }: { who: 'loop' | 'asked' }) => push(context.waitingRelists, who),
    }),
    queueRequest: assign(({ context }, uid: string) => pleg.withRequest(context, uid)),
    dropRequest: assign({ requests: ({ context }) => shift(context.requests) }),
    queueReinspection: assign({
      records: ({ context }, uid: string) => withReinspection(context.records, uid),
    }),
    writeStatus: assign(({ context }, params: StatusWritten) => pleg.writtenByEvent(context, params)),
    moveCacheTime: assign({
      cache: ({ context }) => withGlobalTime(context.cache, context.input.clock.nowMicros()),
    }),
    begin: assign(({ context }, { by }: { by: 'loop' | 'asked' }) => pleg.begun(context, by)),
    beginWaiting: assign(({ context }) => ({
      ...pleg.begun(context, peek(context.waitingRelists)),
      waitingRelists: shift(context.waitingRelists),
    })),
    beginPod: assign(({ context }) => pleg.begunForPod(context, peek(context.requests).uid)),
    askForPods: sendTo(
      ({ context }): PlegRuntime => context.input.runtime,
      ({ self }): PlegRuntimeRequest => ({ type: 'PODS.LIST_REQUESTED', requester: self }),
    ),
    askForPod: sendTo(
      ({ context }): PlegRuntime => context.input.runtime,
      ({ context, self }): PlegRuntimeRequest => ({
        type: 'POD.LIST_REQUESTED',
        uid: context.relist.uid ?? '',
        requester: self,
      }),
    ),
    askForStatus: sendTo(
      ({ context }): PlegRuntime => context.input.runtime,
      ({ context, self }): PlegRuntimeRequest => ({
        type: 'POD_STATUS.REQUESTED',
        pod: pleg.podOfTurn(context),
        requester: self,
      }),
    ),
    openRelist: assign(({ context }, params: PodsListed) => pleg.withListing(context, params)),
    concludeQuietly: assign(({ context }) => pleg.concludedQuietly(context)),
    openPodRelist: assign(({ context }, { pod, asOfMicros }: { pod: RuntimePod; asOfMicros: number }) =>
      pleg.listedOne(context, pod, asOfMicros),
    ),
    openSecondTurns: assign(({ context }) => pleg.withSecondTurns(context)),
    noteInspection: assign({
      relist: ({ context }) =>
        withChanges(context.relist, { inspectionMicros: context.input.clock.nowMicros() }),
    }),
    emitWrite: emit(({ context }, params: CacheAnswer | undefined) => pleg.writeOfTurn(context, params)),
    noteGone: assign(({ context }) => pleg.goneTurn(context)),
    noteInspected: assign(({ context }, status: PodStatus) => pleg.inspectedTurn(context, status)),
    noteFailed: assign(({ context }, params: CacheAnswer) => pleg.failedTurn(context, params)),
    conclude: assign(({ context }) => pleg.concluded(context)),
    noteError: assign({ lastError: (_, error: string) => error }),
    emitEnd: emit(({ context }, { failed }: { failed: boolean }) => pleg.relistEnded(context, failed)),
    scheduleRelist: raise({ type: 'RELIST.DUE' }, { id: 'relist', delay: 'relistPeriod' }),
    scheduleFirstRelist: raise({ type: 'RELIST.DUE' }, { id: 'relist', delay: 'firstRelist' }),
    forgetRelist: cancel('relist'),
    record: sendTo(
      ({ context }) => context.input.recorder,
      ({ context }, report: log.PlegReport): RecorderEvent => log.traceRecord(context, report),
    ),
    reportUnhandled,
  },
}).createMachine({
  id: 'pleg',
  description:
    'The pod lifecycle event generator and its cache. It asks the runtime once a second what runs. A worker begins no round with a status that is older than its last one, so a slow relist slows down every pod of the node.',
  context: ({ input }) => pleg.openPleg(input),
  initial: 'idle',
  always: [
    { guard: 'hasFreed', actions: ['answerFreed', 'dropFreed'] },
    { guard: 'hasNews', actions: ['giveEvents', 'emptyChannel'] },
  ],
  on: {
    'STATUS.REQUESTED': { actions: { type: 'queueWaiter', params: ofEvent } },
    'CHANNEL.WATCHED': { actions: { type: 'watch', params: ({ event }) => event.reader } },
    'CHANNEL.LEFT': { actions: 'unwatch' },
    'HEALTH.REQUESTED': { actions: { type: 'answerHealth', params: ({ event }) => event.requester } },
    'START.REQUESTED': [
      { guard: 'isStarted', description: 'PLEG is already running.' },
      { guard: 'isDueLater', actions: ['startLoop', 'scheduleFirstRelist'] },
      { actions: ['startLoop', { type: 'queueRelist', params: { who: 'loop' } }] },
    ],
    'STOP.REQUESTED': { actions: ['forgetRelist', 'stopLoop'] },
    'UPDATE.REQUESTED': { actions: { type: 'changePeriods', params: ofEvent } },
    'GLOBAL_RELIST.REQUESTED': { actions: { type: 'queueRelist', params: { who: 'asked' } } },
    'RELIST.DUE': { actions: { type: 'queueRelist', params: { who: 'loop' } } },
    'RELIST.REQUESTED': [
      { guard: 'takesRequest', actions: { type: 'queueRequest', params: ({ event }) => event.uid } },
      {
        description:
          'The queue is full, or the gate is off: the request is dropped, and the next relist of all pods serves it.',
      },
    ],
    'REINSPECTION.REQUESTED': { actions: { type: 'queueReinspection', params: ({ event }) => event.uid } },
    'STATUS.WRITTEN': { actions: { type: 'writeStatus', params: ofEvent } },
    'CACHE_TIME.UPDATED': { actions: 'moveCacheTime' },
    '*': { actions: 'reportUnhandled' },
  },
  states: {
    idle: {
      description:
        'No relist is under way. The next one begins when its period is over, or when it is requested. Until then the kubelet learns nothing new about its containers.',
      always: [
        { guard: 'hasWaitingRelist', target: 'listing', actions: 'beginWaiting' },
        {
          guard: and(['hasRequest', 'isServed']),
          description: 'A relist of all pods began after the request.',
          actions: 'dropRequest',
        },
        { guard: 'hasRequest', target: 'listingPod', actions: ['beginPod', 'dropRequest'] },
      ],
      on: { 'RELIST.DUE': { target: 'listing', actions: { type: 'begin', params: { by: 'loop' } } } },
    },
    listing: {
      description:
        'GetPods: the runtime lists all pods as of the moment of the call. On a node with many dead containers this takes long.',
      tags: 'relisting',
      entry: 'askForPods',
      on: {
        'PODS.LISTED': [
          {
            description: 'The runtime says that nothing has changed.',
            guard: { type: 'isQuiet', params: ofEvent },
            target: 'idle',
            actions: [{ type: 'emitEnd', params: { failed: false } }, 'concludeQuietly', 'scheduleRelist'],
          },
          { target: 'reconciling', actions: { type: 'openRelist', params: ofEvent } },
        ],
        'PODS.LIST_FAILED': [
          {
            guard: { type: 'isNewError', params: ({ event }) => event.error },
            target: 'ending',
            actions: [
              { type: 'record', params: ({ context, event }) => log.listFailed(context, event) },
              { type: 'noteError', params: ({ event }) => event.error },
              { type: 'emitEnd', params: { failed: true } },
            ],
          },
          { target: 'ending', actions: { type: 'emitEnd', params: { failed: true } } },
        ],
      },
    },
    listingPod: {
      description:
        'GetPod: one pod is relisted on demand; all other relists wait. A pod whose round has just ended gets its new status without waiting for the next second.',
      tags: 'relisting',
      entry: 'askForPod',
      on: {
        'POD.LISTED': { target: 'reconciling', actions: { type: 'openPodRelist', params: ofEvent } },
        'POD.LIST_FAILED': { target: 'ending', actions: { type: 'emitEnd', params: { failed: true } } },
      },
    },
    reconciling: {
      description:
        'The listing is compared with the last one, pod by pod. What differs becomes an event for the pod’s worker.',
      tags: 'relisting',
      always: [
        { guard: 'inspects', target: 'inspecting' },
        { guard: 'hasTurn', actions: [{ type: 'emitWrite', params: undefined }, 'noteGone'] },
        { guard: 'hasSecondTurns', actions: 'openSecondTurns' },
        {
          guard: 'isWorthTelling',
          target: 'ending',
          actions: [
            { type: 'record', params: ({ context }) => log.relisted(context) },
            { type: 'emitEnd', params: { failed: false } },
            'conclude',
          ],
        },
        { target: 'ending', actions: [{ type: 'emitEnd', params: { failed: false } }, 'conclude'] },
      ],
    },
    inspecting: {
      description:
        'GetPodStatus of a pod that changed, or whose last inspection failed. Only then the kubelet knows exit codes and image IDs.',
      tags: 'relisting',
      entry: ['noteInspection', 'askForStatus'],
      on: {
        'POD_STATUS.ANSWERED': {
          target: 'reconciling',
          actions: [
            { type: 'emitWrite', params: ({ event }) => ({ status: event.status, error: undefined }) },
            { type: 'noteInspected', params: ({ event }) => event.status },
          ],
        },
        'POD_STATUS.FAILED': [
          {
            guard: { type: 'isNewFailure', params: ({ event }) => event.error },
            target: 'reconciling',
            actions: [
              { type: 'record', params: ({ context, event }) => log.inspectionFailed(context, event) },
              { type: 'emitWrite', params: ofEvent },
              { type: 'noteFailed', params: ofEvent },
            ],
          },
          {
            target: 'reconciling',
            actions: [
              { type: 'emitWrite', params: ofEvent },
              { type: 'noteFailed', params: ofEvent },
            ],
          },
        ],
      },
    },
    ending: {
      description: 'The relist is over. If it came by itself, the next one follows after a period.',
      always: [{ guard: 'isOfLoop', target: 'idle', actions: 'scheduleRelist' }, { target: 'idle' }],
    },
  },
});
