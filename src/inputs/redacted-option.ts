import { kubeletFieldTypes } from '../rules/kubelet/configuration/kubelet-configuration.ts';
import { redactedText } from './documents/redacted-text.ts';
import { flagFields, flagsIn, isKubeletFlag } from './kubelet-sources/kubelet-flags.ts';

/** What stands for a value that may be anything. */
const unread = '…';

/** A value that cannot be a secret, whatever the field. */
const plainValue = /^(?:true|false|\d{1,7})$/;

/** Fields of KubeletConfiguration that hold addresses and headers, with what a server wants to see. */
const freeFields = new Set(['staticPodURL', 'staticPodURLHeader']);

/**
 * Returns `field=value` of `--set` without credentials: no value of a field that the kubelet does not have,
 * or that may hold anything (`staticPodURLHeader`).
 */
export function redactedSetting(option: string): string {
  const at = option.indexOf('=');
  if (at < 0) return redactedText(option);
  const [field, value] = [option.slice(0, at), option.slice(at + 1)];
  return isTyped(field) || plainValue.test(value.trim()) || value.trim() === ''
    ? redactedText(option)
    : `${redactedText(field)}=${unread}`;
}

function isTyped(field: string): boolean {
  const [top = ''] = field.split('.');
  if (freeFields.has(top)) return false;
  const isPart = [...kubeletFieldTypes.keys()].some((known) => known.startsWith(`${field}.`));
  return isPart || kubeletFieldTypes.has(field) || kubeletFieldTypes.has(top);
}

/**
 * Returns flags of `--kubelet-flag` with the values of those that set a field (not that of
 * `--manifest-url-header`).
 */
export function redactedFlag(option: string): string {
  const dashes = /^-*/.exec(option)?.[0] ?? '';
  const flags = flagsIn(dashes === '' ? `--${option}` : option);
  const [first, second] = flags;
  if (first === undefined) return redactedText(option);
  if (second === undefined && isKubeletFlag(first.name)) return redactedText(option);
  const words = flags.map(({ name, value }) => {
    if (value === undefined) return name;
    return `${name}=${flagFields.has(name) || plainValue.test(value) ? redactedText(value) : unread}`;
  });
  const isCut =
    second === undefined && first.value === undefined && option.length > dashes.length + first.name.length;
  return `${dashes}${words.join(' --')}${isCut ? ` ${unread}` : ''}`;
}
