import { kubeletFieldTypes } from '../../rules/kubelet/configuration/kubelet-configuration.ts';
import { simulatedFields } from '../../rules/kubelet/configuration/kubelet-fields.ts';
import { isMapping } from '../documents/mapping.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns of a KubeletConfiguration's fields only those that are simulated, in each only what its type has.
 */
export function allowedKubeletFields(fields: Fields): Fields {
  const kept = Object.entries(fields).filter(([name]) => simulatedFields.has(name));
  return Object.fromEntries(kept.map(([name, value]) => [name, allowedValue(name, value)]));
}

function allowedValue(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((item) => typeof item !== 'object');
  if (!isMapping(value)) return value;
  const isKnown = (key: string) => kubeletFieldTypes.has(name) || kubeletFieldTypes.has(`${name}.${key}`);
  return Object.fromEntries(
    Object.entries(value).filter(([key, one]) => isKnown(key) && (one === null || typeof one !== 'object')),
  );
}

/** Returns the steps of a JSON patch that change simulated fields. */
export function allowedPatchSteps(steps: readonly unknown[]): readonly unknown[] {
  return steps.filter(isMapping).flatMap(({ op, path, value }) => {
    if (typeof path !== 'string') return [];
    const [, field = '', key] = path.split('/');
    if (!simulatedFields.has(field)) return [];
    const kept =
      key === undefined ? allowedValue(field, value) : typeof value === 'object' ? undefined : value;
    return [{ op, path, ...(kept === undefined ? {} : { value: kept }) }];
  });
}
