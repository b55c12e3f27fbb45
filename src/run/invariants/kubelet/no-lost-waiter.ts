import type { ActorRecord, TraceRecord } from '../../../trace/record.ts';
import { eventually } from '../invariant.ts';
import { type PullCall, pullCalls } from '../reading/pull-calls.ts';

type Work = Extract<ActorRecord, { type: 'request' | 'fetch' | 'unpack' }>;

/** Longer than every measured fixed cost between two records of one pull. */
const measuredCostsMs = 10_000;

/**
 * At the end of a trace a pull may be open only if the horizon cut off the run and the trace says what the
 * pull waits for: another pull in the slot; a credential provider; a request, layer or unpacking that has
 * begun; a script's fixed duration.
 */
export const noLostWaiter = eventually(
  'no-lost-waiter',
  'Every pull that asks for a slot gets an answer, or the trace names what holds it at the end.',
  function* (records) {
    const end = records.at(-1);
    if (end?.type !== 'end') return;
    const open = pullCalls(records).filter((call) => call.ended === undefined && call.lost === undefined);
    const activity = gatherActivity(open, records);
    const silenceMs = longestSilence(records, open);
    const holding = new Set(open.filter(holdsSlot).map(({ node }) => node));
    for (const call of open) {
      const record = (call.granted ?? call.asked ?? call.begun).id;
      const { actor } = call.begun;
      if (end.reason === 'settled') {
        yield { record, message: `the run is settled, but ${actor} has no answer` };
        continue;
      }
      const isHeld =
        call.provider !== undefined ||
        (call.granted === undefined
          ? holding.has(call.node)
          : isWorking(call, call.granted.id, activity) || waitsForOther(call, open, activity));
      if (end.at - (activity.own.get(actor)?.at(-1) ?? call.begun).at <= silenceMs(call.node) || isHeld)
        continue;
      yield { record, message: `${actor} waits at the end, and nothing says for what` };
    }
  },
);

function holdsSlot({ granted, provider }: PullCall): boolean {
  return granted !== undefined || provider?.hasSlot === true;
}

/**
 * Returns how long a pull of a node may have no record while it works: all fixed costs one after another, for
 * each layer of each open pull there, because some of them (writes of the metadata) wait for each other.
 */
function longestSilence(
  records: readonly TraceRecord[],
  open: readonly PullCall[],
): (node: string) => number {
  const [header] = records;
  const silences = new Map<string, number>();
  const nodes =
    header?.type === 'header' ? header.nodes.filter(({ fixedCosts }) => fixedCosts !== undefined) : [];
  if (nodes.length === 0) return () => measuredCostsMs;
  const { layers, megabytes } = largestImage(records);
  const pulls = new Map<string, number>();
  for (const { node } of open) pulls.set(node, (pulls.get(node) ?? 0) + 1);
  for (const { name, fixedCosts = {} } of nodes) {
    const { commitPerMegabyte = 0, resumePerMegabyte = 0, ...costs } = fixedCosts;
    const perMegabyte = commitPerMegabyte + resumePerMegabyte;
    const oneLayer = Object.values(costs).reduce(
      (sum, cost) => sum + cost,
      measuredCostsMs + perMegabyte * megabytes,
    );
    silences.set(name, oneLayer * layers * (pulls.get(name) ?? 1));
  }
  return (node) => silences.get(node) ?? measuredCostsMs;
}

/** Returns the greatest number of layers of an image, and the size of the largest layer. */
function largestImage(records: readonly TraceRecord[]): {
  readonly layers: number;
  readonly megabytes: number;
} {
  let [layers, megabytes] = [1, 0];
  for (const record of records) {
    if (record.type !== 'fetch') continue;
    layers = Math.max(layers, record.layer + 1);
    megabytes = Math.max(megabytes, record.bytes / 1e6);
  }
  return { layers, megabytes };
}

/** What the trace says about the open calls. It is collected once, because there may be thousands of them. */
interface Activity {
  /** The records of the call's actor and of the runtime's work for it, in order. */
  readonly own: ReadonlyMap<string, readonly ActorRecord[]>;
  /** The latest record at which a layer was fetched (or unpacked) on a node. */
  readonly arrived: ReadonlyMap<string, number>;
  /**
   * Layers that are arriving on a node at the end: the actors of their fetches, which may hold its download
   * slots.
   */
  readonly arriving: ReadonlyMap<string, string>;
  /**
   * Requests of a node that are under way at the end: their actors, which may hold its download slots too.
   */
  readonly asking: ReadonlyMap<string, string>;
  /** Images whose pulls a fault scripts, with the record at which the first such fault began. */
  readonly scripted: ReadonlyMap<string, number>;
}

function gatherActivity(open: readonly PullCall[], records: readonly TraceRecord[]): Activity {
  const recordsByActor = new Map<string, ActorRecord[]>(open.map(({ begun }) => [begun.actor, []]));
  const arrived = new Map<string, number>();
  const arriving = new Map<string, string>();
  const asking = new Map<string, string>();
  const scripted = new Map<string, number>();
  if (open.length === 0) return { own: recordsByActor, arrived, arriving, asking, scripted };
  for (const record of records) {
    if (record.type === 'header' || record.type === 'end') continue;
    recordsByActor.get(isWork(record) ? record.pull : record.actor)?.push(record);
    if (record.type === 'request' && (record.state === 'sent' || record.state === 'resting'))
      asking.set(record.actor, record.node);
    else if (record.type === 'request') asking.delete(record.actor);
    if (record.type === 'fetch' && record.state === 'started') arriving.set(record.actor, record.node);
    // A fetch whose bytes have stopped keeps its slot.
    else if (record.type === 'fetch' && record.state !== 'stalled') arriving.delete(record.actor);
    if (
      (record.type === 'fetch' && record.state === 'fetched') ||
      (record.type === 'unpack' && record.state === 'finished')
    )
      arrived.set(arrivalKey(record), record.id);
    if (
      record.type === 'fault' &&
      (record.fault === 'pullTakes' || record.fault === 'pullFails') &&
      !scripted.has(record.target ?? '')
    )
      scripted.set(record.target ?? '', record.id);
  }
  return { own: recordsByActor, arrived, arriving, asking, scripted };
}

function isWorking(call: PullCall, from: number, activity: Activity): boolean {
  const laterRecords = (activity.own.get(call.begun.actor) ?? []).filter(({ id }) => id > from);
  const work = laterRecords.filter(isWork);
  if (work.some((record) => isUnfinished(record, work, activity))) return true;
  // A manifest also waits for a download slot if the slots belong to the node (containerd 2), but has no
  // record of that.
  const last = work.at(-1);
  if (last?.type === 'request' && [...activity.arriving.values()].includes(call.node)) return true;
  if (waitsForSlot(call.node, work, activity)) return true;
  const runtimeCall = laterRecords.find((record) => record.type === 'runtime' && record.op === 'PullImage');
  // A scripted pull has no records until it ends; the fault that scripts its image delays it.
  return (
    runtimeCall?.type === 'runtime' &&
    (activity.scripted.get(runtimeCall.image) ?? Number.POSITIVE_INFINITY) < runtimeCall.id
  );
}

/**
 * The second of two pulls of one image waits for the manifest and the config of the first, but has no record
 * of that.
 */
function waitsForOther(call: PullCall, open: readonly PullCall[], activity: Activity): boolean {
  const isOther = ({ node, begun }: PullCall) =>
    node === call.node && begun.image === call.begun.image && begun.actor !== call.begun.actor;
  if ((activity.own.get(call.begun.actor) ?? []).findLast(isWork)?.type !== 'request') return false;
  return open.filter(isOther).some((other) => {
    const work = (activity.own.get(other.begun.actor) ?? []).filter(isWork);
    return (
      work.some((record) => record.type === 'request' && isUnfinished(record, work, activity)) ||
      waitsForSlot(call.node, work, activity)
    );
  });
}

/**
 * Whether the last request of the work waits: for a download slot, or for the manifest that another pull
 * fetches. Requests that are under way may hold those of the node.
 */
function waitsForSlot(node: string, work: readonly Work[], { asking }: Activity): boolean {
  const last = work.at(-1);
  return last?.type === 'request' && last.state === 'waiting' && [...asking.values()].includes(node);
}

/**
 * Whether the work has begun and not ended. Work of another pull for this one ends in that pull's records.
 */
function isUnfinished(record: Work, work: readonly Work[], { arrived }: Activity): boolean {
  if (record.type !== 'request' && (record.state === 'queued' || record.state === 'shared'))
    return (arrived.get(arrivalKey(record)) ?? -1) < record.id;
  // CRI-O rests before it asks again.
  if (record.state !== 'sent' && record.state !== 'started' && record.state !== 'resting') return false;
  return !work.some(
    (other) => other.id > record.id && other.actor === record.actor && other.type === record.type,
  );
}

function arrivalKey({ type, node, digest }: Extract<Work, { type: 'fetch' | 'unpack' }>): string {
  return `${type} ${node} ${digest}`;
}

function isWork(record: ActorRecord): record is Work {
  return record.type === 'request' || record.type === 'fetch' || record.type === 'unpack';
}
