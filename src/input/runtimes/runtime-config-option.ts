import { checkShape } from '../documents/check-shape.ts';
import { parseSource } from '../documents/parse-source.ts';
import type { Problems } from '../documents/problems.ts';
import { type RuntimeConfiguration, runtimeConfigOfDocument } from './runtime-config-of-document.ts';
import { runtimeConfigShape } from './runtime-config-shape.ts';

const transferPrefix = 'io.containerd.transfer.v1.local.';
const hostsPrefix = 'hosts.';

/**
 * What `--runtime-config max_concurrent_downloads=6` says: a field of the Scenario's runtimeConfig, with the same checks. Those
 * of the transfer service stand behind `io.containerd.transfer.v1.local.`, mirrors behind `hosts.`. Undefined after a complaint.
 */
export function runtimeConfigOption(option: string, problems: Problems): RuntimeConfiguration | undefined {
  const name = `--runtime-config ${option}`;
  const [, field = '', text = ''] = /^([^=\s]+)=([^\n]*)$/.exec(option) ?? [];
  if (field === '' || text.trim() === '') {
    const expected = 'name=value, such as --runtime-config max_concurrent_downloads=6';
    problems.add({ code: 'OPTION', file: name.split('\n', 1)[0] ?? name, message: 'not of the form name=value', expected });
    return undefined;
  }
  const [document] = parseSource({ name, text: written(field, text.trim()) }, problems);
  if (document === undefined) return undefined;
  const checked = checkShape(runtimeConfigShape, { ...document, isOption: true }, [], document.value, problems);
  return checked && runtimeConfigOfDocument(checked);
}

/** The option as YAML. A mirror alone is a list of one. */
function written(field: string, text: string): string {
  if (field.startsWith(transferPrefix)) {
    return `${transferPrefix.slice(0, -1)}: { ${field.slice(transferPrefix.length)}: ${text} }`;
  }
  if (!field.startsWith(hostsPrefix)) return `${field}: ${text}`;
  const mirrors = text.startsWith('[')
    ? text
    : `[${text
        .split(',')
        .map((mirror) => JSON.stringify(mirror.trim()))
        .join(', ')}]`;
  return `hosts: { ${JSON.stringify(field.slice(hostsPrefix.length))}: ${mirrors} }`;
}
