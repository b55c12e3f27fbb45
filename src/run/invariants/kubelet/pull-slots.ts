import { findProfile } from '../../../rules/kubelet/profiles/profiles.ts';
import type { HeaderNode, TraceRecord } from '../../../trace/record.ts';
import { always, type Violation } from '../invariant.ts';
import { headerNodes, nodeLives } from '../reading/node-lives.ts';
import { type PullCall, type PullRecord, pullCalls } from '../reading/pull-calls.ts';

/** The serial puller's channel and the parallel puller's semaphore are both first come, first served. */
export const slotsInOrder = always(
  'slots-in-order',
  'Pulls of a node get their slots in the order in which they asked for one.',
  function* (records) {
    for (const calls of callsByNode(records).values())
      yield* outOfTurn(calls.filter((call) => call.asked !== undefined));
  },
);

function* outOfTurn(calls: readonly PullCall[]): Generator<Violation> {
  const inOrder = [...calls].sort((a, b) => (a.asked?.id ?? 0) - (b.asked?.id ?? 0));
  let last: PullRecord | undefined;
  let starved: PullCall | undefined;
  for (const call of inOrder) {
    const turn = slotRecord(call);
    if (starved?.lost !== undefined && (call.asked?.id ?? 0) > starved.lost.id) starved = undefined;
    if (turn === undefined) {
      starved ??= call;
      continue;
    }
    if (starved !== undefined)
      yield {
        record: turn.id,
        message: `${turn.actor} goes on while ${starved.begun.actor}, which asked before it, waits`,
      };
    if (last !== undefined && isBefore(turn, last))
      yield {
        record: turn.id,
        message: `${turn.actor} has its turn before ${last.actor}, which asked before it`,
      };
    last = turn;
  }
}

/** Returns when the call got its slot: `pulling`, or its failure if the throttle refused it at once. */
function slotRecord(call: PullCall): PullRecord | undefined {
  return call.granted ?? call.ended;
}

/**
 * A refusal by the throttle is recorded after the slot has passed on, so at one moment only grants have an
 * order.
 */
function isBefore(turn: PullRecord, last: PullRecord): boolean {
  if (turn.at !== last.at) return turn.at < last.at;
  return turn.state === 'pulling' && last.state === 'pulling' && turn.id < last.id;
}

/**
 * The limits are serializeImagePulls and maxParallelImagePulls of each node: from the header, or from the
 * last restart that changed them.
 */
export const slotsRespected = always(
  'slots-respected',
  'A node never has more pulls in flight than its kubelet has slots.',
  function* (records) {
    const calls = callsByNode(records);
    for (const { node, fromRecord, untilRecord } of nodeLives(records)) {
      const callsOfLife = (calls.get(node.name) ?? []).filter(
        (call) => grantRecord(call).id >= fromRecord && grantRecord(call).id < untilRecord,
      );
      yield* overlaps(callsOfLife, slotsMax(node));
    }
  },
);

function slotsMax({ kubelet, profile }: HeaderNode): number {
  if (kubelet.serializeImagePulls === true) return 1;
  const limits = findProfile(profile)?.limitsParallelPulls === true;
  return limits && typeof kubelet.maxParallelImagePulls === 'number'
    ? kubelet.maxParallelImagePulls
    : Number.POSITIVE_INFINITY;
}

/**
 * A slot passes from one pull to another at one moment, so a pull that ends then and one that begins then do
 * not overlap.
 */
function* overlaps(calls: readonly PullCall[], slots: number): Generator<Violation> {
  if (slots === Number.POSITIVE_INFINITY) return;
  let inFlight: PullCall[] = [];
  for (const call of calls
    .filter(({ granted }) => granted !== undefined)
    .sort((a, b) => grantRecord(a).id - grantRecord(b).id)) {
    const { at, id } = grantRecord(call);
    inFlight = inFlight.filter(
      (other) => (other.ended ?? other.lost)?.at === undefined || ((other.ended ?? other.lost)?.at ?? 0) > at,
    );
    const lasts = (call.ended ?? call.lost)?.at !== at;
    if (lasts) inFlight.push(call);
    if (inFlight.length > slots)
      yield {
        record: id,
        message: `${inFlight.length} pulls in flight on ${call.node}, which has ${slots === 1 ? '1 slot' : `${slots} slots`}`,
      };
  }
}

function grantRecord(call: PullCall): { readonly at: number; readonly id: number } {
  return call.granted ?? call.begun;
}

/**
 * Returns the calls of each node in the header, in the order in which they began; an empty list for a node
 * without any.
 */
function callsByNode(records: readonly TraceRecord[]): ReadonlyMap<string, readonly PullCall[]> {
  const byNode = new Map<string, PullCall[]>(headerNodes(records).map(({ name }) => [name, []]));
  for (const call of pullCalls(records)) byNode.get(call.node)?.push(call);
  return byNode;
}
