import type { Invariant, Violation } from '../invariant.ts';
import { callsByNode } from '../reading/calls-by-node.ts';
import type { PullCall, PullRecord } from '../reading/pull-calls.ts';

/** The serial puller's channel and the parallel puller's semaphore are both first come, first served. */
export const slotsInOrder: Invariant = {
  name: 'slots-in-order',
  kind: 'always',
  says: 'Pulls of a node get their slots in the order in which they asked for one.',
  check: (records) => [...callsByNode(records).values()].flatMap((calls) => outOfTurn(calls.filter((call) => call.asked !== undefined))),
};

function outOfTurn(calls: readonly PullCall[]): Violation[] {
  const violations: Violation[] = [];
  const inOrder = [...calls].sort((a, b) => (a.asked?.id ?? 0) - (b.asked?.id ?? 0));
  let last: PullRecord | undefined;
  let starved: PullCall | undefined;
  for (const call of inOrder) {
    const turn = turnOf(call);
    if (starved?.lost !== undefined && (call.asked?.id ?? 0) > starved.lost.id) starved = undefined;
    if (turn === undefined) {
      starved ??= call;
      continue;
    }
    if (starved !== undefined)
      violations.push({ record: turn.id, message: `${turn.actor} goes on while ${starved.begun.actor}, which asked before it, waits` });
    if (last !== undefined && isBefore(turn, last))
      violations.push({ record: turn.id, message: `${turn.actor} has its turn before ${last.actor}, which asked before it` });
    last = turn;
  }
  return violations;
}

/** Returns when the call got its slot: `pulling`, or its failure if the throttle refused it at once. */
function turnOf(call: PullCall): PullRecord | undefined {
  return call.granted ?? call.ended;
}

/** A refusal by the throttle is recorded after the slot has passed on, so at one moment only grants have an order. */
function isBefore(turn: PullRecord, last: PullRecord): boolean {
  if (turn.at !== last.at) return turn.at < last.at;
  return turn.state === 'pulling' && last.state === 'pulling' && turn.id < last.id;
}
