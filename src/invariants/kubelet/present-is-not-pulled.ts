import type { TraceRecord } from '../../trace/record.ts';
import type { Invariant, Violation } from '../invariant.ts';
import { imagePresence } from '../reading/image-presence.ts';
import { nodeLives } from '../reading/node-lives.ts';
import { pullCalls } from '../reading/pull-calls.ts';
import { registryQuestions } from '../reading/registry-questions.ts';
import { policyOfPull } from './policy-of-pull.ts';

/**
 * An image is present if it came before the runtime was asked and did not leave until the pull asked for its slot. With the gate
 * KubeletEnsureSecretPulledImages a pull record may require that the pod asks the registry anyway: see `registryQuestions`.
 */
export const presentIsNotPulled: Invariant = {
  name: 'present-is-not-pulled',
  kind: 'always',
  says: 'A container of policy IfNotPresent does not pull an image that is on the node.',
  check: (records) => {
    const policies = policyOfPull(records);
    const calls = pullCalls(records);
    const mayAskRegistry = registryQuestions(records, calls, nodeLives(records));
    const { refWhilePresent } = imagePresence(records);
    const names = inspectedNames(records);
    return calls.flatMap((call): Violation[] => {
      const { begun, asked } = call;
      const image = names.get(begun.id);
      if (asked === undefined || image === undefined) return [];
      const ref = refWhilePresent(call.node, image, begun.id, asked.id);
      if (ref === undefined || mayAskRegistry(call, image, ref)) return [];
      if (![...policies(begun)].every((policy) => policy === 'IfNotPresent')) return [];
      return [{ record: asked.id, message: `${begun.actor} pulls ${image}, which is on ${call.node}` }];
    });
  },
};

/** Returns the name with the default tag for which the runtime was asked, by the record of the call's beginning. */
function inspectedNames(records: readonly TraceRecord[]): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  for (const [index, record] of records.entries()) {
    const before = records[index - 1];
    if (record.type === 'runtime' && record.op === 'GetImageRef' && before?.type === 'pull') names.set(before.id, record.image);
  }
  return names;
}
