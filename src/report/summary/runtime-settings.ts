import { type RuntimeOptions, runtimeOptionNames, runtimeOptionValue, runtimeOptionWords } from '../../runtime/profiles/runtime-options.ts';
import { selectRuntimeProfile } from '../../runtime/profiles/select-runtime-profile.ts';
import type { HeaderNode } from '../../trace/record.ts';

/** One option of a node's runtime, by the runtime's own name. */
export interface RuntimeSetting {
  readonly name: string;
  readonly value: string;
  /** Whether the node's configuration sets it to another value than the runtime's default. */
  readonly isSet: boolean;
}

/** Returns the options that the node's runtime has, with their current values, then its mirrors and processors if they are known. */
export function runtimeSettings({ runtime, runtimeOptions = {}, registryHosts = {}, cpus }: HeaderNode): readonly RuntimeSetting[] {
  const { profile } = selectRuntimeProfile(runtime, runtimeOptions);
  const defaults = selectRuntimeProfile(runtime).profile.options;
  const isTold = (name: keyof RuntimeOptions): boolean => profile.settable.includes(name) || name === 'maxConcurrentDownloads';
  return [
    ...runtimeOptionNames.filter(isTold).map((name) => ({
      name: runtimeOptionWords[name],
      value: runtimeOptionValue(name, profile.options[name]),
      isSet: profile.options[name] !== defaults[name],
    })),
    ...Object.entries(registryHosts).map(([registry, hosts]) => ({ name: `hosts of ${registry}`, value: hosts.join(', '), isSet: true })),
    ...(cpus === undefined ? [] : [{ name: 'cpus', value: `${cpus}`, isSet: true }]),
  ];
}

/**
 * Returns what a node's configuration sets in its runtime, in one line: `max_concurrent_downloads 6, use_local_image_pull true`; empty if
 * nothing is set.
 */
export function runtimeSettingsText(node: HeaderNode): string {
  const set = runtimeSettings(node).filter(({ isSet, name }) => isSet && name !== 'cpus');
  return set.map(({ name, value }) => (name.startsWith('hosts of ') ? `${name}: ${value}` : `${name} ${value}`)).join(', ');
}
