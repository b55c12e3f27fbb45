import { kubeletFieldNames } from '../../rules/kubelet/configuration/kubelet-configuration.ts';
import { simulatedFields } from '../../rules/kubelet/configuration/kubelet-fields.ts';
import { shownValue } from '../documents/check-shape.ts';
import { meantHint } from '../documents/did-you-mean.ts';
import type { Complaint } from '../documents/problems.ts';

/**
 * Returns what is wrong with a name that should be a field of KubeletConfiguration; undefined if it is one.
 */
export function unknownKubeletField(name: string): Complaint | undefined {
  if (kubeletFieldNames.includes(name) && name !== 'kind' && name !== 'apiVersion') return undefined;
  const simulated = [...simulatedFields.keys()].sort();
  const message = `KubeletConfiguration has no field ${shownValue(name)}`;
  const hint = meantHint(name, simulated) ?? meantHint(name, kubeletFieldNames);
  return { code: 'UNKNOWN_FIELD', message, expected: `one of ${simulated.join(', ')}`, hint };
}
