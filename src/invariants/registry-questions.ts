import { isFeatureGateOn } from '../kubelet/feature-gates.ts';
import type { HeaderNode } from '../trace/record.ts';
import type { NodeLife } from './node-lives.ts';
import type { PullCall } from './pull-calls.ts';

/** What the pulls of one name looked like when a call asked for its slot. */
interface Before {
  /** Where the latest end of the pulls that asked before stands; infinite while one is under way. */
  readonly endsAtRecord: number;
}

/**
 * Says of a call whether the kubelet's own records may ask for a pull of an image that is present (pullmanager,
 * `MustAttemptImagePull`): a policy that always verifies, a pull of the same name under way or lost with its kubelet, or a reference that was
 * pulled under another name. Only with the gate KubeletEnsureSecretPulledImages.
 */
export function registryQuestions(calls: readonly PullCall[], lives: readonly NodeLife[]): (call: PullCall) => boolean {
  const before = new Map<PullCall, Before>();
  const latestEnd = new Map<string, number>();
  /** The first two names that were pulled on a node: of the two, one is another name than the call's. */
  const pulledNames = new Map<string, { readonly image: string; readonly askedId: number }[]>();
  const asked = calls.filter((call) => call.asked !== undefined).sort((a, b) => (a.asked?.id ?? 0) - (b.asked?.id ?? 0));
  const intentEnds = endsOfIntents(asked);
  for (const call of asked) {
    const key = `${call.node} ${call.begun.image}`;
    const endsAtRecord = latestEnd.get(key) ?? -1;
    before.set(call, { endsAtRecord });
    latestEnd.set(key, Math.max(endsAtRecord, intentEnds.get(call) ?? Number.POSITIVE_INFINITY));
    if (call.ended?.state !== 'pulled') continue;
    const names = pulledNames.get(call.node) ?? [];
    if (names.length < 2 && names.every(({ image }) => image !== call.begun.image))
      pulledNames.set(call.node, [...names, { image: call.begun.image, askedId: call.asked?.id ?? 0 }]);
  }
  return (call) => {
    const isOfCall = ({ node, fromRecord, untilRecord }: NodeLife) =>
      node.name === call.node && fromRecord <= call.begun.id && call.begun.id < untilRecord;
    const node = lives.find(isOfCall)?.node;
    if (node === undefined || !isFeatureGateOn('KubeletEnsureSecretPulledImages', node.profile, gatesOf(node.kubelet))) return false;
    const policy = node.kubelet.imagePullCredentialsVerificationPolicy;
    if (policy === 'NeverVerify') return false;
    if (policy === 'AlwaysVerify' || policy === 'NeverVerifyAllowlistedImages') return true;
    if ((before.get(call)?.endsAtRecord ?? -1) > call.begun.id) return true;
    const askedId = call.asked?.id ?? 0;
    return (pulledNames.get(call.node) ?? []).some((pulled) => pulled.image !== call.begun.image && pulled.askedId < askedId);
  };
}

/**
 * The record at which each call's intent goes from the disk. That of a call which was lost with its kubelet stays there, or
 * has become a record without credentials, until a later pull of the same name has succeeded.
 */
function endsOfIntents(asked: readonly PullCall[]): ReadonlyMap<PullCall, number> {
  const ends = new Map<PullCall, number>();
  const nextEnd = new Map<string, number>();
  for (const call of [...asked].reverse()) {
    const key = `${call.node} ${call.begun.image}`;
    const end = call.ended?.id ?? (call.lost === undefined ? undefined : nextEnd.get(key));
    if (end !== undefined) ends.set(call, end);
    if (call.ended?.state === 'pulled') nextEnd.set(key, call.ended.id);
  }
  return ends;
}

function gatesOf(kubelet: HeaderNode['kubelet']): Readonly<Record<string, boolean>> {
  const gates: unknown = kubelet.featureGates;
  return typeof gates === 'object' && gates !== null ? (gates as Readonly<Record<string, boolean>>) : {};
}
