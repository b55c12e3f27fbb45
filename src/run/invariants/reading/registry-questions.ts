import { isFeatureGateOn } from '../../../rules/kubelet/configuration/feature-gates.ts';
import type { HeaderNode, TraceRecord } from '../../../trace/record.ts';
import type { NodeLife } from './node-lives.ts';
import type { PullCall } from './pull-calls.ts';

/**
 * Whether the call may ask the registry for an image that is present under that name (with its tag) and
 * reference.
 */
type RegistryQuestion = (call: PullCall, image: string, ref: string) => boolean;

/**
 * Returns whether the kubelet's own records may require a pull of an image that is present (pullmanager,
 * `MustAttemptImagePull`): because of a policy that always verifies, a pull of the same name that is open or
 * was lost with its kubelet, or a reference that was pulled under another name or with a secret. This needs
 * the gate KubeletEnsureSecretPulledImages.
 */
export function registryQuestions(
  records: readonly TraceRecord[],
  calls: readonly PullCall[],
  lives: readonly NodeLife[],
): RegistryQuestion {
  /** The latest end of the earlier pulls of the same name; infinite while one is open. */
  const endsAtRecord = new Map<PullCall, number>();
  const latestEnd = new Map<string, number>();
  const askedCalls = calls
    .filter((call) => call.asked !== undefined)
    .sort((a, b) => (a.asked?.id ?? 0) - (b.asked?.id ?? 0));
  const intentEnds = findIntentEnds(askedCalls);
  for (const call of askedCalls) {
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
    if (
      node === undefined ||
      !isFeatureGateOn('KubeletEnsureSecretPulledImages', node.profile, kubeletGates(node.kubelet))
    )
      return false;
    const policy = node.kubelet.imagePullCredentialsVerificationPolicy;
    if (policy === 'NeverVerify') return false;
    if (policy === 'AlwaysVerify' || policy === 'NeverVerifyAllowlistedImages') return true;
    if ((endsAtRecord.get(call) ?? -1) > call.begun.id) return true;
    const before = (record = Number.POSITIVE_INFINITY) => record < (call.asked?.id ?? 0);
    const pulled = pulls.get(`${call.node} ${ref}`);
    return (
      before(pulled?.firstWithSecret) ||
      [...(pulled?.firstOfNames ?? [])].some(([name, record]) => name !== image && before(record))
    );
  };
}

/** For one reference on one node, the records at which pulls of it first returned. */
interface PulledReference {
  /** By the pulled name: the first two are enough, because one of them differs from any call's name. */
  readonly firstOfNames: Map<string, number>;
  /** The first pull with a secret or a service account. Pods without the same one ask the registry. */
  firstWithSecret?: number;
}

function pulledReferences(records: readonly TraceRecord[]): ReadonlyMap<string, PulledReference> {
  const pulls = new Map<string, PulledReference>();
  for (const record of records) {
    if (record.type !== 'runtime-return' || record.ref === undefined) continue;
    const key = `${record.node} ${record.ref}`;
    const pulled: PulledReference = pulls.get(key) ?? { firstOfNames: new Map() };
    pulls.set(key, pulled);
    if (pulled.firstOfNames.size < 2 && !pulled.firstOfNames.has(record.image))
      pulled.firstOfNames.set(record.image, record.id);
    if ((record.credential?.source ?? 'node') !== 'node') pulled.firstWithSecret ??= record.id;
  }
  return pulls;
}

/**
 * Returns the record at which each call's intent is deleted. The intent of a call that was lost with its
 * kubelet stays, or has become a record without credentials, until a later pull of the same name succeeds.
 */
function findIntentEnds(asked: readonly PullCall[]): ReadonlyMap<PullCall, number> {
  const endByCall = new Map<PullCall, number>();
  const nextEnd = new Map<string, number>();
  for (const call of [...asked].reverse()) {
    const key = `${call.node} ${call.begun.image}`;
    const end = call.ended?.id ?? (call.lost === undefined ? undefined : nextEnd.get(key));
    if (end !== undefined) endByCall.set(call, end);
    if (call.ended?.state === 'pulled') nextEnd.set(key, call.ended.id);
  }
  return endByCall;
}

function kubeletGates(kubelet: HeaderNode['kubelet']): Readonly<Record<string, boolean>> {
  const gates: unknown = kubelet.featureGates;
  return typeof gates === 'object' && gates !== null ? (gates as Readonly<Record<string, boolean>>) : {};
}
