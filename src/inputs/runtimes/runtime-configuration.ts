import type { NodePlan } from '../nodes/plan-nodes.ts';
import { type RuntimeConfiguration, runtimeConfigOfDocument } from './runtime-config-of-document.ts';

/** Returns the configurations merged, later ones over earlier ones, with mirrors registry by registry. */
export function mergedConfigurations(configurations: readonly RuntimeConfiguration[]): RuntimeConfiguration {
  const hosts: RuntimeConfiguration['hosts'] = Object.assign({}, ...configurations.map((each) => each.hosts));
  const merged: RuntimeConfiguration = Object.assign({}, ...configurations);
  const registriesConf = configurations.flatMap((each) => each.registriesConf ?? []);
  return {
    ...merged,
    ...(Object.keys(hosts ?? {}).length === 0 ? {} : { hosts: hosts ?? {} }),
    ...(registriesConf.length === 0 ? {} : { registriesConf }),
  };
}

/**
 * What applies to every node: the runtimes' own files, and options, which have precedence over everything
 * else.
 */
export interface ConfiguredRuntime {
  readonly files: RuntimeConfiguration;
  readonly options: RuntimeConfiguration;
}

/**
 * Returns the configuration of a node. An option has precedence over what the Scenario says of it, that over
 * the files, those over what it says of all nodes, and that over what its provider writes.
 */
export function configurationOf(
  { named, defaults }: NodePlan,
  { files, options }: ConfiguredRuntime,
  ofProvider: RuntimeConfiguration = {},
): RuntimeConfiguration {
  const written = [defaults, named].map((node) =>
    node?.runtimeConfig === undefined ? {} : runtimeConfigOfDocument(node.runtimeConfig),
  );
  const [ofAll = {}, ofThis = {}] = written;
  return mergedConfigurations([ofProvider, ofAll, files, ofThis, options]);
}
