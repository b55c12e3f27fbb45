import { isFeatureGateOn } from '../kubelet/feature-gates.ts';
import type { HeaderNode, TraceRecord } from '../trace/record.ts';
import { headerNodes } from './header-nodes.ts';
import type { Invariant, Violation } from './invariant.ts';
import { nodeOf } from './node-of.ts';
import { policyOfPull } from './policy-of-pull.ts';
import { type PullCall, pullCalls } from './pull-calls.ts';

/**
 * Presence is what the trace tells of the image store: an image that came before the runtime was asked and did not leave
 * until the pull asked for its slot. With the gate KubeletEnsureSecretPulledImages (default from 1.35) a record may say
 * that the pod has to ask the registry all the same: see `mayVerify`.
 */
export const presentIsNotPulled: Invariant = {
  name: 'present-is-not-pulled',
  says: 'A container of policy IfNotPresent does not pull an image that is on the node.',
  check: (records) => {
    const policies = policyOfPull(records);
    const calls = pullCalls(records);
    const nodes = new Map(headerNodes(records).map((node) => [node.name, node]));
    const names = inspectedNames(records);
    return calls.flatMap((call): Violation[] => {
      const { begun, asked } = call;
      const node = nodes.get(call.node);
      const image = names.get(begun.id);
      if (asked === undefined || image === undefined || node === undefined) return [];
      if (![...policies(begun)].every((policy) => policy === 'IfNotPresent')) return [];
      if (!wasPresent(records, call.node, image, begun.id, asked.id) || mayVerify(node, call, calls)) return [];
      return [{ record: asked.id, message: `${begun.actor} pulls ${image}, which is on ${call.node}` }];
    });
  },
};

/** The name after the default tag, as the runtime was asked for it, by the record of the call's beginning. */
function inspectedNames(records: readonly TraceRecord[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const [index, record] of records.entries()) {
    const before = records[index - 1];
    if (record.type === 'runtime' && record.op === 'GetImageRef' && before?.type === 'pull') names.set(before.id, record.image);
  }
  return names;
}

function wasPresent(records: readonly TraceRecord[], node: string, image: string, from: number, to: number): boolean {
  let present = false;
  for (const record of records.slice(0, to)) {
    if (record.type !== 'image' || record.image !== image || nodeOf(record.actor) !== node) continue;
    if (record.state === 'removed') present = false;
    else if (record.id < from) present = true;
  }
  return present;
}

/**
 * Whether the kubelet's own records may ask for a pull of what is present (pullmanager, `MustAttemptImagePull`): a policy
 * that always verifies, a pull of the same name under way, or a reference that was pulled under another name.
 */
function mayVerify({ kubelet, profile }: HeaderNode, call: PullCall, calls: readonly PullCall[]): boolean {
  if (!isFeatureGateOn('KubeletEnsureSecretPulledImages', profile, gatesOf(kubelet))) return false;
  const policy = kubelet.imagePullCredentialsVerificationPolicy;
  if (policy === 'NeverVerify') return false;
  if (policy === 'AlwaysVerify' || policy === 'NeverVerifyAllowlistedImages') return true;
  const askedId = call.asked?.id ?? 0;
  return calls.some((other) => {
    if (other === call || other.node !== call.node || other.asked === undefined || other.asked.id > askedId) return false;
    const isUnderWay = (other.ended ?? other.lost)?.id === undefined || ((other.ended ?? other.lost)?.id ?? 0) > call.begun.id;
    return other.begun.image === call.begun.image ? isUnderWay : other.ended?.state === 'pulled';
  });
}

function gatesOf(kubelet: HeaderNode['kubelet']): Readonly<Record<string, boolean>> {
  const gates: unknown = kubelet.featureGates;
  return typeof gates === 'object' && gates !== null ? (gates as Readonly<Record<string, boolean>>) : {};
}
