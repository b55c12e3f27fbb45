import { profiles } from '../kubelet/profiles/profiles.ts';
import type { HeaderNode } from '../trace/record.ts';
import { headerNodes } from './header-nodes.ts';
import type { Invariant, Violation } from './invariant.ts';
import { type PullCall, pullCalls } from './pull-calls.ts';

/** serializeImagePulls and maxParallelImagePulls of each node, from the header. */
export const slotsRespected: Invariant = {
  name: 'slots-respected',
  says: 'A node never has more pulls in flight than its kubelet has slots.',
  check: (records) => {
    const calls = pullCalls(records);
    return headerNodes(records).flatMap((node) =>
      overlaps(
        calls.filter((call) => call.node === node.name),
        slotsMax(node),
      ),
    );
  },
};

function slotsMax({ kubelet, profile }: HeaderNode): number {
  if (kubelet.serializeImagePulls === true) return 1;
  const limits = profiles.find(({ release }) => release === profile)?.limitsParallelPulls === true;
  return limits && typeof kubelet.maxParallelImagePulls === 'number' ? kubelet.maxParallelImagePulls : Number.POSITIVE_INFINITY;
}

/** A slot that changes hands does so within an instant, so that a pull which ends at a moment and one which begins then do not overlap. */
function overlaps(calls: readonly PullCall[], slots: number): Violation[] {
  const violations: Violation[] = [];
  let inFlight: PullCall[] = [];
  for (const call of calls.filter(({ granted }) => granted !== undefined).sort((a, b) => grantOf(a).id - grantOf(b).id)) {
    const { at, id } = grantOf(call);
    inFlight = inFlight.filter((other) => (other.ended ?? other.lost)?.at === undefined || ((other.ended ?? other.lost)?.at ?? 0) > at);
    const lasts = (call.ended ?? call.lost)?.at !== at;
    if (lasts) inFlight.push(call);
    if (inFlight.length > slots)
      violations.push({ record: id, message: `${inFlight.length} pulls in flight on ${call.node}, which has ${slots} slots` });
  }
  return violations;
}

function grantOf(call: PullCall): { readonly at: number; readonly id: number } {
  return call.granted ?? call.begun;
}
