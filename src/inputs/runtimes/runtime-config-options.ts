import { checkShape } from '../documents/check-shape.ts';
import { parseSource } from '../documents/parse-source.ts';
import type { Problems } from '../documents/problems.ts';
import { wholeOf } from '../documents/source-document.ts';
import { registryHost } from '../images/image-name.ts';
import type { RunRequest } from '../run-request.ts';
import { warnOfUnusedHost } from '../scenario/unused-host.ts';
import { hostOfUrl } from './registry-mirrors.ts';
import { type RuntimeConfiguration, runtimeConfigOfDocument } from './runtime-config-of-document.ts';
import { runtimeConfigShape } from './runtime-config-shape.ts';
import { mergedConfigurations } from './runtime-configuration.ts';

const transferPrefix = 'io.containerd.transfer.v1.local.';
const parallelPrefix = 'parallel_pull_unpack.';
const lazyPrefix = 'lazy_pull.';
const hostsPrefix = 'hosts.';

/**
 * Returns what options say of the runtime of every node: those of --runtime-config, then those of --mirror.
 */
export function runtimeConfigOptions(
  { runtimeConfig = [], mirrors = [] }: RunRequest,
  problems: Problems,
): RuntimeConfiguration {
  const configurations = runtimeConfig.flatMap((option) => runtimeConfigOption(option, problems) ?? []);
  return mergedConfigurations([
    ...configurations,
    mirrorOptions(mirrors, problems.ofOption({ name: 'mirrors' })),
  ]);
}

/**
 * Reads `--mirror docker.io=https://mirror.example`. Several mirrors of one registry are asked in their
 * order.
 */
function mirrorOptions(options: readonly string[], problems: Problems): RuntimeConfiguration {
  const hosts: Record<string, string[]> = {};
  for (const option of options) {
    const [, registry = '', addresses = ''] = /^([^=\s]+)=(\S+)$/.exec(option) ?? [];
    const mirrors = addresses.split(',');
    if (registry === '' || mirrors.some((address) => hostOfUrl(address) === undefined)) {
      const expected = 'registry=address, such as --mirror docker.io=https://mirror.example';
      problems.add({
        code: 'OPTION',
        file: `--mirror ${option}`,
        message: 'not of the form registry=address',
        expected,
      });
    } else hosts[registry] = [...(hosts[registry] ?? []), ...mirrors];
  }
  return Object.keys(hosts).length === 0 ? {} : runtimeConfigOfDocument({ hosts });
}

/** Warns of each --mirror of a registry from which no image comes. */
export function warnOfUnusedMirrors(
  { mirrors = [] }: RunRequest,
  hosts: readonly string[],
  problems: Problems,
): void {
  for (const option of mirrors) {
    const registry = option.slice(0, Math.max(0, option.indexOf('=')));
    if (registry !== '' && registry !== '_default')
      warnOfUnusedHost(`--mirror ${option}`, registryHost(registry), hosts, problems);
  }
}

/**
 * Reads `--runtime-config max_concurrent_downloads=6`: a field of the Scenario's runtimeConfig, with the same
 * checks. Fields of the transfer service begin with `io.containerd.transfer.v1.local.`, those of the SOCI
 * snapshotter with `parallel_pull_unpack.`, those of lazy pulls with `lazy_pull.`, mirrors with `hosts.`. undefined after an error.
 */
function runtimeConfigOption(option: string, all: Problems): RuntimeConfiguration | undefined {
  const name = `--runtime-config ${option}`;
  const [, field = '', text = ''] = /^([^=\s]+)=([^\n]*)$/.exec(option) ?? [];
  const origin = { name: 'runtimeConfig', ...(field === '' ? {} : { key: field }) };
  const problems = all.ofOption(origin);
  if (field === '' || text.trim() === '') {
    const expected = 'name=value, such as --runtime-config max_concurrent_downloads=6';
    problems.add({
      code: 'OPTION',
      file: name.split('\n', 1)[0] ?? name,
      message: 'not of the form name=value',
      expected,
    });
    return undefined;
  }
  const [document] = parseSource({ name, text: written(field, text.trim()) }, problems);
  if (document === undefined) return undefined;
  const checked = checkShape(runtimeConfigShape, wholeOf({ ...document, option: origin }), problems);
  return checked && runtimeConfigOfDocument(checked);
}

/** Returns the option as YAML. A single mirror becomes a list of one. */
function written(field: string, text: string): string {
  const prefix = [transferPrefix, parallelPrefix, lazyPrefix].find((each) => field.startsWith(each));
  if (prefix !== undefined) return `${prefix.slice(0, -1)}: { ${field.slice(prefix.length)}: ${text} }`;
  if (!field.startsWith(hostsPrefix)) return `${field}: ${text}`;
  const mirrors = text.startsWith('[')
    ? text
    : `[${text
        .split(',')
        .map((mirror) => JSON.stringify(mirror.trim()))
        .join(', ')}]`;
  return `hosts: { ${JSON.stringify(field.slice(hostsPrefix.length))}: ${mirrors} }`;
}
