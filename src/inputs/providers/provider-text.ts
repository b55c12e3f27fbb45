import { isMapping } from '../documents/mapping.ts';
import type { CellValue, PlainValue, ProviderRow } from './provider-row.ts';

/** Returns a cell's value as people read it: `true, false from 1.31 on`. */
export function cellText(value: CellValue): string {
  if (!isMapping(value)) return plainText(value as PlainValue);
  if ('rule' in value) return String(value.rule);
  if ('byRelease' in value) {
    const { byRelease } = value as { readonly byRelease: Readonly<Record<string, PlainValue>> };
    return Object.entries(byRelease)
      .map(([from, each]) => (from === '' ? plainText(each) : `${plainText(each)} from ${from} on`))
      .join(', ');
  }
  if ('byLabel' in value) {
    const { byLabel } = value as Extract<CellValue, { readonly byLabel: unknown }>;
    const each = Object.entries(byLabel.values).map(
      ([label, one]) => `${plainText(one)} with ${byLabel.label}=${label}`,
    );
    return [...each, `${plainText(byLabel.otherwise)} otherwise`].join(', ');
  }
  if ('podsOfInterfaces' in value) {
    const { atMost } = value.podsOfInterfaces as { readonly atMost?: number };
    const limit = atMost === undefined ? '' : `, at most ${atMost}`;
    return `the network interfaces of the instance type, each with its addresses but one, and 2${limit}`;
  }
  if ('byVersion' in value) {
    const { byVersion } = value as Extract<CellValue, { readonly byVersion: unknown }>;
    const { in: place, since } = byVersion;
    const where = place.replace('label ', '');
    const each = Object.entries(since).map(([from, one]) =>
      from === '' ? plainText(one) : `${plainText(one)} from ${where} ${from} on`,
    );
    return each.join(', ');
  }
  return plainText(value as PlainValue);
}

function plainText(value: PlainValue): string {
  if (Array.isArray(value))
    return value.map((each) => (isMapping(each) ? String(each.name ?? '') : plainText(each))).join(', ');
  if (!isMapping(value)) return String(value);
  return Object.entries(value)
    .map(([key, each]) => `${key} ${plainText(each as PlainValue)}`)
    .join(', ');
}

/** Returns how the kubelets of a provider pull: `in parallel`, `one by one, in parallel from 1.31 on`. */
export function pullsText({
  serializeImagePulls: serial,
  maxParallelImagePulls: limit,
}: Pick<ProviderRow['facts'], 'serializeImagePulls' | 'maxParallelImagePulls'>): string {
  if (serial === undefined) return 'not public';
  const isLimited = limit !== undefined && limit.value !== 'unset';
  const words = (isSerial: PlainValue) => {
    if (isSerial !== false) return 'one by one';
    return isLimited ? `at once: ${cellText(limit.value)}` : 'in parallel';
  };
  if (!isMapping(serial.value) || !('byRelease' in serial.value)) return words(serial.value as PlainValue);
  const { byRelease } = serial.value as { readonly byRelease: Readonly<Record<string, PlainValue>> };
  const changes = Object.entries(byRelease);
  if (changes.length > 3) return 'by release';
  return changes
    .map(([from, each]) => (from === '' ? words(each) : `${words(each)} from ${from} on`))
    .join(', ');
}
