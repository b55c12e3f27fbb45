import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { NodePlan } from '../nodes/plan-nodes.ts';
import { type RuntimeConfiguration, runtimeConfigOfDocument } from './runtime-config-of-document.ts';
import type { RuntimeLayer } from './runtime-layer.ts';

/**
 * Returns the configurations merged, later ones over earlier ones, with mirrors registry by registry, and
 * settings of snapshotters one by one.
 */
export function mergedConfigurations(configurations: readonly RuntimeConfiguration[]): RuntimeConfiguration {
  const hosts: RuntimeConfiguration['hosts'] = Object.assign({}, ...configurations.map((each) => each.hosts));
  const merged: RuntimeConfiguration = Object.assign({}, ...configurations);
  const registriesConf = configurations.flatMap((each) => each.registriesConf ?? []);
  const parallelPull = Object.assign({}, ...configurations.map((each) => each.parallelPull));
  const lazyPull = Object.assign({}, ...configurations.map((each) => each.lazyPull));
  const sociPull = Object.assign({}, ...configurations.map((each) => each.sociPull));
  return {
    ...merged,
    ...(Object.keys(parallelPull).length === 0 ? {} : { parallelPull }),
    ...(Object.keys(lazyPull).length === 0 ? {} : { lazyPull }),
    ...(Object.keys(sociPull).length === 0 ? {} : { sociPull }),
    ...(Object.keys(hosts ?? {}).length === 0 ? {} : { hosts: hosts ?? {} }),
    ...(registriesConf.length === 0 ? {} : { registriesConf }),
  };
}

/**
 * What the input says of the runtimes: of each node by documents of clusters and by the runtimes' own files, and
 * by options, which have precedence over everything else.
 */
export interface ConfiguredRuntime {
  readonly filesOf: (node: string) => RuntimeConfiguration;
  readonly options: RuntimeConfiguration;
}

/** Returns what documents and files say of each node's runtime; the files are those of all nodes. */
export function runtimesByNode(
  files: RuntimeConfiguration,
  layersOf: (node: string) => readonly RuntimeLayer[],
): ConfiguredRuntime['filesOf'] {
  const merged = new Map<string, RuntimeConfiguration>();
  const numbers = new Map<RuntimeLayer, number>();
  return (node) => {
    const layers = layersOf(node);
    const key = layers.map((layer) => getOrInsert(numbers, layer, () => numbers.size)).join();
    return getOrInsert(merged, key, () =>
      mergedConfigurations([...layers.map(({ configuration }) => configuration), files]),
    );
  };
}

/**
 * Returns the configuration of a node. An option has precedence over what the Scenario says of it, that over
 * the files, those over what it says of all nodes, and that over what its provider writes.
 */
export function configurationOf(
  { name, named, defaults }: NodePlan,
  { filesOf, options }: ConfiguredRuntime,
  ofProvider: RuntimeConfiguration = {},
): RuntimeConfiguration {
  const written = [defaults, named].map((node) =>
    node?.runtimeConfig === undefined ? {} : runtimeConfigOfDocument(node.runtimeConfig),
  );
  const [ofAll = {}, ofThis = {}] = written;
  return mergedConfigurations([ofProvider, ofAll, filesOf(name), ofThis, options]);
}
