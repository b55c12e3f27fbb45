import { isFeatureGateOn } from '../../../rules/kubelet/configuration/feature-gates.ts';
import { imageGcBugs } from '../../../rules/kubelet/known-bugs/image-gc-bugs.ts';
import { hasBug } from '../../../rules/kubelet/known-bugs.ts';
import { findProfile } from '../../../rules/kubelet/profiles/profiles.ts';
import { requiresVerification } from '../../../rules/kubelet/pull-records/access-check.ts';
import type { RecordedNames } from '../../../rules/kubelet/pull-records/recorded-name.ts';
import type { CredentialObservation } from '../../../trace/observation.ts';
import type { HeaderNode, RecordOf, TraceRecord } from '../../../trace/record.ts';
import { always, type Invariant } from '../invariant.ts';
import { headerNodes } from '../reading/node-lives.ts';
import { RecordedAccess } from '../reading/recorded-access.ts';

/**
 * The trace alone decides what the policy protects: which pulls of the node succeeded, under which name and
 * with which credential. Where image GC has dropped the record of an image that it spared, as the known bug
 * gc-drops-records-in-use does, the image counts as preloaded from then on. Kubelets of 1.36 do break the
 * property if a crash has left an intent whose name nothing matches (`windlass bugs`). While a kubelet
 * still asks for the size of what it has pulled, an intent protects the image under that name alone; under
 * another name it counts as preloaded, which is allowed here.
 */
export const protectedImagesNeedCredentials = protectedImages('excused');

/** The same, where a record that image GC has dropped protects its image still. */
export const strictlyProtectedImages = protectedImages('counted');

function protectedImages(knownBugs: 'excused' | 'counted'): Invariant {
  return always(
    'protected-images-need-credentials',
    'A pod without credentials never gets an image that the verification policy protects.',
    function* (records) {
      const nodes = new Map(headerNodes(records).map((node) => [node.name, node]));
      const access = new Map<string, RecordedAccess>();
      const credentials = new Map<string, readonly CredentialObservation[]>();
      /** By node and name. */
      const references = new Map<string, string>();
      const called = new Map<string, { readonly image: string; readonly uid: string }>();
      /** By reference: pulls that have returned and have no record of the kubelet yet. */
      const unrecorded = new Map<
        string,
        { readonly node: string; readonly actor: string; readonly image: string }
      >();
      for (const record of records) {
        const node = 'node' in record ? record.node : '';
        const nodeAccess = access.get(node) ?? new RecordedAccess(nodeRecordedNames(nodes.get(node)));
        access.set(node, nodeAccess);
        if (record.type === 'node' && record.kubelet !== undefined) {
          const before = nodes.get(node);
          if (before !== undefined)
            nodes.set(node, { ...before, kubelet: { ...before.kubelet, ...record.kubelet } });
        } else if (record.type === 'pod' && record.credentials !== undefined)
          credentials.set(record.pod.uid, record.credentials);
        else if (record.type === 'pull') {
          called.set(record.actor, { image: record.image, uid: record.pod.uid });
          for (const [ref, { actor }] of unrecorded) if (actor === record.actor) unrecorded.delete(ref);
        } else if (record.type === 'image' && record.state === 'present') {
          references.set(`${node} ${record.image}`, record.ref);
          if (isOfKubelet(record)) nodeAccess.notePresent(record.ref);
        } else if (
          record.type === 'imageGC' &&
          knownBugs === 'excused' &&
          dropsRecords(record, nodes.get(node))
        ) {
          for (const { image, because } of record.kept ?? [])
            if (!stayRecorded.has(because)) nodeAccess.drop(references.get(`${node} ${image}`) ?? '');
        } else if (record.type === 'runtime-return' && record.ref) {
          const image = called.get(record.actor)?.image ?? record.image;
          nodeAccess.notePulled(record.ref, image, record.credential);
          unrecorded.set(record.ref, { node, actor: record.actor, image });
        } else if (record.type === 'result' && record.imageRef !== '' && record.pullRequired === false) {
          const { image = '', uid = '' } = called.get(record.actor) ?? {};
          if (!isProtected(nodes.get(node), image, nodeAccess.wasPulled(record.imageRef))) continue;
          if (nodeAccess.opens(record.imageRef, image, credentials.get(uid) ?? [])) continue;
          const coming = unrecorded.get(record.imageRef);
          if (coming !== undefined && coming.node === node && coming.image !== image) continue;
          const message = `${record.actor} gets ${image}, which ${node} has, without credentials that have opened it`;
          yield { record: record.id, message };
        }
      }
    },
  );
}

/** Why the hook after a round of image GC still knows an image; it drops the records of all others. */
const stayRecorded: ReadonlySet<string> = new Set(['justUsed', 'tooYoung']);

/** Whether the kubelet has dropped records after this round: it does so where the round was for space. */
function dropsRecords(record: RecordOf<'imageGC'>, node: HeaderNode | undefined): boolean {
  const isForSpace = record.trigger === 'diskPressure' || record.bytesToFree !== undefined;
  const isDone = record.state === 'finished' && record.error === undefined;
  return isDone && isForSpace && node !== undefined && hasBug(node.profile, imageGcBugs.recordsInUseDropped);
}

/**
 * Whether the image came to the node by a pull of its kubelet, even one that the kubelet did not live to see.
 */
function isOfKubelet(record: TraceRecord): record is Extract<TraceRecord, { type: 'image' }> {
  return (
    record.type === 'image' &&
    record.state === 'present' &&
    (record.because?.actor.includes('/images/kubelet/') ?? false)
  );
}

function isProtected(node: HeaderNode | undefined, image: string, wasPulled: boolean): boolean {
  if (node === undefined) return false;
  const {
    featureGates,
    imagePullCredentialsVerificationPolicy: policy,
    preloadedImagesVerificationAllowlist: allowlist,
  } = node.kubelet;
  const gates =
    typeof featureGates === 'object' && featureGates !== null
      ? (featureGates as Record<string, boolean>)
      : {};
  if (!isFeatureGateOn('KubeletEnsureSecretPulledImages', node.profile, gates)) return false;
  const allowedImages = Array.isArray(allowlist) ? allowlist.map(String) : [];
  return requiresVerification(
    {
      policy: typeof policy === 'string' ? policy : '',
      allowlist: allowedImages,
      names: nodeRecordedNames(node),
    },
    image,
    wasPulled,
  );
}

function nodeRecordedNames(node: HeaderNode | undefined): RecordedNames {
  return findProfile(node?.profile)?.recordedNames ?? 'asWritten';
}
