import { profiles } from '../../kubelet/profiles/profiles.ts';
import type { HeaderNode } from '../../trace/record.ts';
import type { Invariant, Violation } from '../invariant.ts';
import { callsByNode } from '../reading/calls-by-node.ts';
import { nodeLives } from '../reading/node-lives.ts';
import type { PullCall } from '../reading/pull-calls.ts';

/**
 * The limits are serializeImagePulls and maxParallelImagePulls of each node: from the header, or from the last restart that changed them.
 */
export const slotsRespected: Invariant = {
  name: 'slots-respected',
  kind: 'always',
  says: 'A node never has more pulls in flight than its kubelet has slots.',
  check: (records) => {
    const calls = callsByNode(records);
    return nodeLives(records).flatMap(({ node, fromRecord, untilRecord }) => {
      const own = (calls.get(node.name) ?? []).filter((call) => grantOf(call).id >= fromRecord && grantOf(call).id < untilRecord);
      return overlaps(own, slotsMax(node));
    });
  },
};

function slotsMax({ kubelet, profile }: HeaderNode): number {
  if (kubelet.serializeImagePulls === true) return 1;
  const limits = profiles.find(({ release }) => release === profile)?.limitsParallelPulls === true;
  return limits && typeof kubelet.maxParallelImagePulls === 'number' ? kubelet.maxParallelImagePulls : Number.POSITIVE_INFINITY;
}

/** A slot passes from one pull to another at one moment, so a pull that ends then and one that begins then do not overlap. */
function overlaps(calls: readonly PullCall[], slots: number): Violation[] {
  if (slots === Number.POSITIVE_INFINITY) return [];
  const violations: Violation[] = [];
  let inFlight: PullCall[] = [];
  for (const call of calls.filter(({ granted }) => granted !== undefined).sort((a, b) => grantOf(a).id - grantOf(b).id)) {
    const { at, id } = grantOf(call);
    inFlight = inFlight.filter((other) => (other.ended ?? other.lost)?.at === undefined || ((other.ended ?? other.lost)?.at ?? 0) > at);
    const lasts = (call.ended ?? call.lost)?.at !== at;
    if (lasts) inFlight.push(call);
    if (inFlight.length > slots)
      violations.push({
        record: id,
        message: `${inFlight.length} pulls in flight on ${call.node}, which has ${slots === 1 ? '1 slot' : `${slots} slots`}`,
      });
  }
  return violations;
}

function grantOf(call: PullCall): { readonly at: number; readonly id: number } {
  return call.granted ?? call.begun;
}
