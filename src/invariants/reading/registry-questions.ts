import { isFeatureGateOn } from '../../kubelet/configuration/feature-gates.ts';
import type { HeaderNode, TraceRecord } from '../../trace/record.ts';
import type { NodeLife } from './node-lives.ts';
import type { PullCall } from './pull-calls.ts';

/** Whether the call may ask the registry, of an image that is present under that name (with its tag) and reference. */
export type RegistryQuestion = (call: PullCall, image: string, ref: string) => boolean;

/**
 * Says of a call whether the kubelet's own records may ask for a pull of an image that is present (pullmanager,
 * `MustAttemptImagePull`): a policy that always verifies, a pull of the same name under way or lost with its kubelet, or
 * a reference that was pulled under another name, or with a secret. Only with the gate KubeletEnsureSecretPulledImages.
 */
export function registryQuestions(
  records: readonly TraceRecord[],
  calls: readonly PullCall[],
  lives: readonly NodeLife[],
): RegistryQuestion {
  /** Where the latest end of the pulls of the same name stands that asked before; infinite while one is under way. */
  const endsAtRecord = new Map<PullCall, number>();
  const latestEnd = new Map<string, number>();
  const asked = calls.filter((call) => call.asked !== undefined).sort((a, b) => (a.asked?.id ?? 0) - (b.asked?.id ?? 0));
  const intentEnds = endsOfIntents(asked);
  for (const call of asked) {
    const key = `${call.node} ${call.begun.image}`;
    const end = latestEnd.get(key) ?? -1;
    endsAtRecord.set(call, end);
    latestEnd.set(key, Math.max(end, intentEnds.get(call) ?? Number.POSITIVE_INFINITY));
  }
  const pulls = pulledReferences(records);
  return (call, image, ref) => {
    const isOfCall = ({ node, fromRecord, untilRecord }: NodeLife) =>
      node.name === call.node && fromRecord <= call.begun.id && call.begun.id < untilRecord;
    const node = lives.find(isOfCall)?.node;
    if (node === undefined || !isFeatureGateOn('KubeletEnsureSecretPulledImages', node.profile, gatesOf(node.kubelet))) return false;
    const policy = node.kubelet.imagePullCredentialsVerificationPolicy;
    if (policy === 'NeverVerify') return false;
    if (policy === 'AlwaysVerify' || policy === 'NeverVerifyAllowlistedImages') return true;
    if ((endsAtRecord.get(call) ?? -1) > call.begun.id) return true;
    const before = (record = Number.POSITIVE_INFINITY) => record < (call.asked?.id ?? 0);
    const pulled = pulls.get(`${call.node} ${ref}`);
    return before(pulled?.firstWithSecret) || [...(pulled?.firstOfNames ?? [])].some(([name, record]) => name !== image && before(record));
  };
}

/** Of one reference on one node, the records at which pulls of it first came back. */
interface PulledReference {
  /** By the name that was pulled: the first two, since one of them is another name than any call's. */
  readonly firstOfNames: Map<string, number>;
  /** What a pull secret or a service account paid for: who has no such one asks the registry. */
  firstWithSecret?: number;
}

function pulledReferences(records: readonly TraceRecord[]): ReadonlyMap<string, PulledReference> {
  const pulls = new Map<string, PulledReference>();
  for (const record of records) {
    if (record.type !== 'runtime-return' || record.ref === undefined) continue;
    const key = `${record.node} ${record.ref}`;
    const pulled: PulledReference = pulls.get(key) ?? { firstOfNames: new Map() };
    pulls.set(key, pulled);
    if (pulled.firstOfNames.size < 2 && !pulled.firstOfNames.has(record.image)) pulled.firstOfNames.set(record.image, record.id);
    if ((record.credential?.source ?? 'node') !== 'node') pulled.firstWithSecret ??= record.id;
  }
  return pulls;
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
