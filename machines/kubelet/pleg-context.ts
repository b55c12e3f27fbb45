import { createFifo, emptyFifo, peek, push, shift } from '../../src/rules/collections/fifo.ts';
import {
  emptyChannel,
  type PodLifecycleEvent,
  withEvents,
} from '../../src/rules/kubelet/pleg/lifecycle-events.ts';
import { plegHealth } from '../../src/rules/kubelet/pleg/pleg-health.ts';
import {
  type CacheAnswer,
  type CacheRules,
  emptyPodCache,
  findCacheEntry,
  keptIps,
  withGlobalTime,
  withObservedTime,
  withoutPod,
  withStatus,
} from '../../src/rules/kubelet/pleg/pod-cache.ts';
import type { PodStatus, RuntimePod } from '../../src/rules/kubelet/pleg/pod-status.ts';
import {
  closeRelist,
  emptyPlegRecords,
  openRelist,
  type PodTurn,
  pendingPods,
  secondTurns,
  turnEnded,
  turnFailed,
} from '../../src/rules/kubelet/pleg/relist.ts';
import { withChanges } from '../../src/rules/values/with-changes.ts';
import type { PodRef } from '../../src/trace/observation.ts';
import type { PodsListed } from '../runtime/container-runtime-protocol.ts';
import type {
  HealthAnswered,
  PlegContext,
  PlegEmitted,
  PlegInput,
  RelistEnded,
  RelistUnderWay,
  StatusAnswer,
  StatusWritten,
} from './pleg-protocol.ts';

type Change = Partial<PlegContext>;

/** The state of a PLEG that has seen nothing yet. */
export function openPleg(input: PlegInput): PlegContext {
  return {
    input,
    relistPeriodMicros: input.relistPeriodMicros,
    relistThresholdMicros: input.relistThresholdMicros,
    firstRelistMicros: input.firstRelistMicros,
    loopPeriodMicros: undefined,
    relistTimeMicros: input.lastRelistMicros,
    records: emptyPlegRecords,
    cache: emptyPodCache(input.lastRelistMicros),
    channel: emptyChannel(input.channelCapacity),
    reader: undefined,
    waitingRelists: emptyFifo(),
    requests: emptyFifo(),
    relist: noRelist,
    relists: 0,
    lastError: undefined,
    lastTookMicros: undefined,
  };
}

/** A relist before it begins. */
const noRelist: RelistUnderWay = {
  by: 'asked',
  uid: undefined,
  startedMicros: 0,
  asOfMicros: 0,
  intervalMicros: undefined,
  turns: emptyFifo(),
  passes: 'first',
  inspectionMicros: 0,
  events: [],
  discardedBefore: 0,
  panic: undefined,
};

/** The rules of the pod cache: whether it has two writers, and how it treats pods that it does not know. */
export function cacheRules({ input: { rules, isEvented } }: PlegContext): CacheRules {
  return { refusesOlder: isEvented, answersUnknownPodsAtOnce: isEvented && rules.answersUnknownPodsAtOnce };
}

/** A relist of all pods begins. */
export function begun(context: PlegContext, by: 'loop' | 'asked'): Change {
  const startedMicros = context.input.clock.nowMicros();
  const {
    input: { rules },
    relistTimeMicros,
  } = context;
  const intervalMicros = relistTimeMicros === undefined ? undefined : startedMicros - relistTimeMicros;
  const discardedBefore = context.channel.discarded;
  return {
    relists: context.relists + 1,
    relist: withChanges(noRelist, {
      by,
      startedMicros,
      asOfMicros: startedMicros,
      intervalMicros,
      discardedBefore,
    }),
    ...(rules.relistTimeMoves === 'atStart' ? { relistTimeMicros: startedMicros } : {}),
  };
}

/** The relist of one pod begins. */
export function begunForPod(context: PlegContext, uid: string): Change {
  const startedMicros = context.input.clock.nowMicros();
  const { discarded: discardedBefore } = context.channel;
  return {
    relist: withChanges(noRelist, {
      by: 'request',
      uid,
      startedMicros,
      asOfMicros: startedMicros,
      discardedBefore,
    }),
  };
}

/** All pods are listed. The turns of those that may have changed follow. */
export function withListing(context: PlegContext, { pods, changed }: PodsListed): Change {
  // A PLEG that knows nothing finds every pod new, whatever an earlier PLEG knew.
  const looked =
    changed === undefined || context.records.pods === undefined
      ? undefined
      : [...changed, ...pendingPods(context.records)];
  return { relistTimeMicros: context.relist.startedMicros, ...opened(context, pods, looked) };
}

/** Whether the relist has nothing to inspect. This is nearly always so, and then costs next to nothing. */
export function isQuiet(context: PlegContext, { changed }: PodsListed): boolean {
  const {
    input: { hasCache },
    records,
    relist,
    lastError,
    loopPeriodMicros,
  } = context;
  const knowsAll =
    changed !== undefined &&
    changed.size === 0 &&
    records.pods !== undefined &&
    records.reinspect === undefined;
  const isUsual = relist.by === 'loop' && lastError === undefined && !tookAnotherTime(context);
  return knowsAll && isUsual && hasCache && loopPeriodMicros !== undefined;
}

/** Whether a relist took longer or shorter than the one before. */
function tookAnotherTime({ input: { clock }, relist, lastTookMicros }: PlegContext): boolean {
  return (
    relist.uid === undefined &&
    lastTookMicros !== undefined &&
    clock.nowMicros() - relist.startedMicros !== lastTookMicros
  );
}

/** The changes after a relist with nothing to inspect: only the cache's time moves. */
export function concludedQuietly({ cache, relist }: PlegContext): Change {
  return { relistTimeMicros: relist.startedMicros, cache: withGlobalTime(cache, relist.startedMicros) };
}

/** One pod is listed. */
export function listedOne(context: PlegContext, pod: RuntimePod, asOfMicros: number): Change {
  return opened(
    withChanges(context, { relist: withChanges(context.relist, { asOfMicros }) }),
    new Map([[pod.uid, pod]]),
    [pod.uid],
  );
}

function opened(
  context: PlegContext,
  pods: ReadonlyMap<string, RuntimePod>,
  looked: Iterable<string> | undefined,
): Change {
  const { records, turns, panic } = openRelist(context.input.rules, context.records, pods, looked);
  return { records, relist: withChanges(context.relist, { turns: createFifo(turns), panic }) };
}

/** The pod whose turn it is; throws where there is none, which a guard must have excluded. */
export function currentTurn({ relist }: PlegContext): PodTurn {
  return peek(relist.turns);
}

/** The pod whose turn it is, as it was listed. */
export function podOfTurn(context: PlegContext): PodRef {
  const { pod } = currentTurn(context);
  if (pod === undefined) throw new Error(`${context.input.name}: a pod that is gone is not inspected`);
  return { uid: pod.uid, name: pod.name, namespace: pod.namespace };
}

/** Whether there are pods that must be inspected a second time. */
export function hasSecondTurns({ input: { rules, hasCache }, records, relist }: PlegContext): boolean {
  return (
    hasCache &&
    relist.uid === undefined &&
    relist.passes === 'first' &&
    relist.panic === undefined &&
    secondTurns(rules, records).length > 0
  );
}

/** The changes when the pods that must be inspected again get their turns. */
export function withSecondTurns({ input: { rules }, records, relist }: PlegContext): Change {
  return {
    relist: withChanges(relist, { passes: 'second', turns: createFifo(secondTurns(rules, records)) }),
  };
}

function statusMicros({ input: { rules }, relist }: PlegContext): number {
  return rules.statusCountsFrom === 'listing' ? relist.asOfMicros : relist.inspectionMicros;
}

/** The status as it goes into the cache. */
function withKeptIps(context: PlegContext, status: PodStatus): PodStatus {
  const ips = keptIps(context.input.rules, status, findCacheEntry(context.cache, status.uid));
  return ips === status.ips ? status : withChanges(status, { ips });
}

/**
 * The changes after the inspection in a turn: the status is cached, and the events are sent unless the cache
 * has newer data.
 */
export function inspectedTurn(context: PlegContext, status: PodStatus): Change {
  const turn = currentTurn(context);
  const { cache, written } = withStatus(
    context.cache,
    turn.uid,
    { status: withKeptIps(context, status), error: undefined },
    statusMicros(context),
    cacheRules(context),
  );
  if (!written) return withTurnDone(withChanges(context, { cache }), context.records, []);
  return endedTurn(withChanges(context, { cache }));
}

/** The changes if the turn's pod is gone, or if there is no cache to fill. */
export function goneTurn(context: PlegContext): Change {
  return endedTurn(withChanges(context, { cache: withoutPod(context.cache, currentTurn(context).uid) }));
}

function endedTurn(context: PlegContext): Change {
  const { records, events } = turnEnded(context.input.rules, context.records, currentTurn(context));
  return withTurnDone(context, records, events);
}

/** The changes after a failed inspection: the error is cached, the pod's record stays. */
export function failedTurn(context: PlegContext, { status, error }: CacheAnswer): Change {
  const turn = currentTurn(context);
  const { cache } = withStatus(
    context.cache,
    turn.uid,
    { status, error },
    statusMicros(context),
    cacheRules(context),
  );
  return withTurnDone(
    withChanges(context, { cache }),
    turnFailed(context.input.rules, context.records, turn),
    [],
  );
}

function withTurnDone(
  context: PlegContext,
  records: PlegContext['records'],
  events: readonly PodLifecycleEvent[],
): Change {
  const { relist, cache } = context;
  const queuedEvents = events.length === 0 ? relist.events : [...relist.events, ...events];
  return {
    cache,
    records,
    channel: withEvents(context.channel, events),
    relist: withChanges(relist, { turns: shift(relist.turns), events: queuedEvents }),
  };
}

/** The notification for observers about the turn's write to the cache. */
export function writeOfTurn(context: PlegContext, answer: CacheAnswer | undefined): PlegEmitted {
  const { uid } = currentTurn(context);
  const status = answer?.status ?? null;
  return {
    type: 'cacheWritten',
    op: answer === undefined ? 'Delete' : 'Set',
    uid,
    status: status === null || answer?.error !== undefined ? status : withKeptIps(context, status),
    error: answer?.error,
    timestampMicros: statusMicros(context),
  };
}

/**
 * The changes after the last turn: the cache's time, or the pod's observed time, becomes the time of this
 * relist.
 */
export function concluded(context: PlegContext): Change {
  const {
    input: { rules },
    relist,
  } = context;
  if (relist.panic !== undefined) return {};
  if (relist.uid !== undefined)
    return { cache: withObservedTime(context.cache, relist.uid, relist.asOfMicros) };
  const cache = context.input.hasCache ? withGlobalTime(context.cache, relist.startedMicros) : context.cache;
  const lastTookMicros = context.input.clock.nowMicros() - relist.startedMicros;
  return { cache, records: closeRelist(rules, context.records), lastError: undefined, lastTookMicros };
}

/** The notification for observers about the relist's end. `failed`: the listing failed. */
export function relistEnded(context: PlegContext, failed: boolean): RelistEnded {
  const {
    input: { clock, hasCache },
    relist,
    channel,
  } = context;
  const counts = !failed && relist.panic === undefined && hasCache;
  return {
    type: 'relistEnded',
    uid: relist.uid,
    tookMicros: clock.nowMicros() - relist.startedMicros,
    intervalMicros: relist.intervalMicros,
    timestampMicros: counts
      ? relist.uid === undefined
        ? relist.startedMicros
        : relist.asOfMicros
      : undefined,
    discarded: channel.discarded - relist.discardedBefore,
    panic: relist.panic,
  };
}

/**
 * Whether the relist that ends is recorded: it changed or lost something, follows a failure, or took another
 * time than the one before.
 */
export function isWorthTelling(context: PlegContext): boolean {
  const { relist, channel, lastError } = context;
  const isNews = relist.events.length > 0 || channel.discarded > relist.discardedBefore;
  return isNews || tookAnotherTime(context) || (relist.uid === undefined && lastError !== undefined);
}

/** The answer to whoever asks for PLEG's health. */
export function healthAnswer({
  input: { name, rules, clock },
  relistThresholdMicros,
  relistTimeMicros,
}: PlegContext): HealthAnswered {
  const health = plegHealth(rules, relistTimeMicros, clock.nowMicros(), relistThresholdMicros);
  return { type: 'HEALTH.ANSWERED', health, sinceMicros: relistTimeMicros, by: name };
}

/**
 * The changes when the evented PLEG writes a status: it is kept as a relist would keep it. A status older
 * than the cache's is dropped, and so are its events.
 */
export function writtenByEvent(
  context: PlegContext,
  { write, status, createdAtMicros, events }: StatusWritten,
): Change {
  const { uid } = status;
  if (write === 'nothing') return { channel: withEvents(context.channel, events) };
  if (write === 'removal')
    return { cache: withoutPod(context.cache, uid), channel: withEvents(context.channel, events) };
  const answer = { status: withKeptIps(context, status), error: undefined };
  const { cache, written } = withStatus(context.cache, uid, answer, createdAtMicros, cacheRules(context));
  return written ? { cache, channel: withEvents(context.channel, events) } : {};
}

/** The message to a waiter whose data has arrived. */
export function statusAnswer({ status, error }: CacheAnswer): StatusAnswer {
  if (error !== undefined || status === null)
    return { type: 'STATUS.FAILED', error: error ?? '', podStatus: status };
  return { type: 'STATUS.ANSWERED', status: status.forSync, podStatus: status };
}

/** The queue of requests with this one added, if there is room. */
export function withRequest(context: PlegContext, uid: string): Change {
  return { requests: push(context.requests, { uid, micros: context.input.clock.nowMicros() }) };
}
