import type { ActorRecord, TraceRecord } from '../../../trace/record.ts';
import { always } from '../invariant.ts';
import { imagePresence } from '../reading/image-presence.ts';
import { nodeLives } from '../reading/node-lives.ts';
import { type PullRecord, pullCalls } from '../reading/pull-calls.ts';
import { registryQuestions } from '../reading/registry-questions.ts';

type PodRecord = Extract<ActorRecord, { type: 'pod' }>;

/**
 * Returns which pull policies a pull may have, according to its pod in the trace. There are several only if
 * an image volume and a container share name and image.
 */
export function policyOfPull(records: readonly TraceRecord[]): (pull: PullRecord) => ReadonlySet<string> {
  const pods = new Map<string, PodRecord['containers']>();
  // The policies are those of the API server, because a restarted kubelet without a feature gate may drop
  // fields of the pod. After a change the old policy stays possible, because a current round continues with
  // what it began with.
  for (const record of records) {
    if (record.type !== 'pod') continue;
    const knownContainers = pods.get(record.pod.uid);
    if (knownContainers === undefined) pods.set(record.pod.uid, record.containers);
    else if (record.state === 'changed') pods.set(record.pod.uid, [...knownContainers, ...record.containers]);
  }
  return (pull) => {
    const pulledContainers = (pods.get(pull.pod.uid) ?? []).filter(
      ({ name, image }) => name === pull.container && image === pull.image,
    );
    return new Set(pulledContainers.map(({ policy }) => policy));
  };
}

export const neverDoesNotPull = always(
  'never-does-not-pull',
  'A container of policy Never neither asks for a slot nor calls PullImage.',
  function* (records) {
    const policies = policyOfPull(records);
    const latest = new Map<string, PullRecord>();
    for (const record of records) {
      if (record.type === 'pull') latest.set(record.actor, record);
      const pull = pullBehind(record, latest);
      if (pull === undefined) continue;
      const possible = policies(pull);
      if (possible.size !== 1 || !possible.has('Never')) continue;
      yield { record: record.id, message: `${pull.actor} has policy Never and pulls ${pull.image}` };
    }
  },
);

function pullBehind(record: TraceRecord, latest: ReadonlyMap<string, PullRecord>): PullRecord | undefined {
  if (record.type === 'pull') return record.state === 'waiting' ? record : undefined;
  return record.type === 'runtime' && record.op === 'PullImage' ? latest.get(record.actor) : undefined;
}

/**
 * An image is present if it came before the runtime was asked and did not leave until the pull asked for its
 * slot. With the gate KubeletEnsureSecretPulledImages a pull record may require that the pod asks the
 * registry anyway: see `registryQuestions`.
 */
export const presentIsNotPulled = always(
  'present-is-not-pulled',
  'A container of policy IfNotPresent does not pull an image that is on the node.',
  function* (records) {
    const policies = policyOfPull(records);
    const calls = pullCalls(records);
    const mayAskRegistry = registryQuestions(records, calls, nodeLives(records));
    const { refWhilePresent } = imagePresence(records);
    const names = inspectedNames(records);
    for (const call of calls) {
      const { begun, asked } = call;
      const image = names.get(begun.id);
      if (asked === undefined || image === undefined) continue;
      const ref = refWhilePresent(call.node, image, begun.id, asked.id);
      if (ref === undefined || mayAskRegistry(call, image, ref)) continue;
      if (![...policies(begun)].every((policy) => policy === 'IfNotPresent')) continue;
      yield { record: asked.id, message: `${begun.actor} pulls ${image}, which is on ${call.node}` };
    }
  },
);

/**
 * Returns the name with the default tag for which the runtime was asked, by the record of the call's
 * beginning.
 */
function inspectedNames(records: readonly TraceRecord[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const [index, record] of records.entries()) {
    const before = records[index - 1];
    if (record.type === 'runtime' && record.op === 'GetImageRef' && before?.type === 'pull')
      names.set(before.id, record.image);
  }
  return names;
}
