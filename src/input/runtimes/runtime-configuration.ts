import type { NodePlan } from '../nodes/node-plan.ts';
import { type RuntimeConfiguration, runtimeConfigOfDocument } from './runtime-config-of-document.ts';

/** The later one's settings over the earlier one's; mirrors registry by registry. */
export function mergedConfigurations(configurations: readonly RuntimeConfiguration[]): RuntimeConfiguration {
  const hosts: RuntimeConfiguration['hosts'] = Object.assign({}, ...configurations.map((each) => each.hosts));
  const merged: RuntimeConfiguration = Object.assign({}, ...configurations);
  return Object.keys(hosts ?? {}).length === 0 ? merged : { ...merged, hosts: hosts ?? {} };
}

/** What holds for every node: the runtimes' own files, and options, which come before all else. */
export interface ConfiguredRuntime {
  readonly files: RuntimeConfiguration;
  readonly options: RuntimeConfiguration;
}

/** What is in force on a node: an option comes before what the Scenario says of it, that before the files, those before what it says of all. */
export function configurationOf({ named, defaults }: NodePlan, { files, options }: ConfiguredRuntime): RuntimeConfiguration {
  const written = [defaults, named].map((node) => (node?.runtimeConfig === undefined ? {} : runtimeConfigOfDocument(node.runtimeConfig)));
  const [ofAll = {}, ofThis = {}] = written;
  return mergedConfigurations([ofAll, files, ofThis, options]);
}
