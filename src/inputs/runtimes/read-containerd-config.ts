import { omitUndefined } from '../../rules/values/omit-undefined.ts';
import { countText } from '../count-text.ts';
import { checkShape } from '../documents/check-shape.ts';
import { countLeaves } from '../documents/mapping.ts';
import type { Problems } from '../documents/problems.ts';
import { type SourceDocument, wholeOf } from '../documents/source-document.ts';
import { type ConfiguredHost, configuredHost } from './configured-host.ts';
import {
  type CriPluginDocument,
  containerdConfigShape,
  criPlugins,
  runtimeFileSettings,
  transferPlugin,
} from './containerd-config-shape.ts';
import { hostOfUrl } from './registry-mirrors.ts';
import {
  type RuntimeConfiguration,
  settingsOfCri,
  settingsOfTransfer,
  withItself,
} from './runtime-config-of-document.ts';
import { mergedConfigurations } from './runtime-configuration.ts';

/**
 * Reads what containerd's config.toml, in any of its three layouts, says about pulls. How many other settings
 * it has, and which have no effect here, goes to `readings`. undefined after an error.
 */
export function readContainerdConfig(
  document: SourceDocument,
  readings: Set<string>,
  problems: Problems,
): RuntimeConfiguration | undefined {
  const { name } = document.source;
  const file = checkShape(containerdConfigShape(), wholeOf(document), problems);
  if (file === undefined) return undefined;
  const plugins = file.plugins ?? {};
  const read = [
    plugins.cri,
    plugins['io.containerd.grpc.v1.cri'],
    plugins['io.containerd.cri.v1.images'],
  ].filter((plugin) => plugin !== undefined);
  const transfer = plugins[transferPlugin];
  noteIgnored(name, countLeaves(document.value, isRead), readings);
  if (
    read.some(
      ({ registry }) =>
        Object.keys(registry?.configs ?? {}).length + Object.keys(registry?.auths ?? {}).length > 0,
    )
  ) {
    readings.add(
      `${name}: configs and auths of registries ignored; credentials of a Scenario say who may pull what.`,
    );
  }
  if ((file.imports ?? []).length > 0)
    readings.add(`${name}: its imports are not followed; give those files too.`);
  const folder = [...read.map(({ registry }) => registry?.config_path), transfer?.config_path].find(Boolean);
  return mergedConfigurations([
    ...(folder === undefined ? [] : [{ hostsFolder: `${name}: ${folder}`, hostsPath: folder }]),
    ...read.map(configurationOfCri),
    ...(transfer === undefined ? [] : [settingsOfTransfer(transfer)]),
  ]);
}

/** Returns what settings of the CRI plugin say. */
export function configurationOfCri(plugin: CriPluginDocument): RuntimeConfiguration {
  const { containerd, pinned_images, registry } = plugin;
  const snapshotter = plugin.snapshotter ?? containerd?.snapshotter;
  const mirrors = Object.entries(registry?.mirrors ?? {}).map(([host, { endpoint }]) =>
    ofMirror(host, endpoint ?? []),
  );
  return {
    ...settingsOfCri({
      ...plugin,
      snapshotter,
      sandbox_image: pinned_images?.sandbox || plugin.sandbox_image,
    }),
    ...omitUndefined({
      onlyLocal: onlyLocalSetting(plugin),
      discards: plugin.discard_unpacked_layers ?? containerd?.discard_unpacked_layers,
      hosts: mirrors.length === 0 ? undefined : Object.fromEntries(mirrors),
    }),
  };
}

/**
 * Returns the first setting, in containerd's order, that its transfer service does not support
 * (CheckLocalImagePullConfigs, 2.4.2), except discard_unpacked_layers, which a later file may take back.
 */
function onlyLocalSetting(plugin: CriPluginDocument): string | undefined {
  const { registry = {}, containerd } = plugin;
  const has = (table: object | undefined) => table !== undefined && Object.keys(table).length > 0;
  if ((plugin.disable_snapshot_annotations ?? containerd?.disable_snapshot_annotations) === false)
    return 'disable_snapshot_annotations = false';
  if (has(registry.mirrors)) return 'registry.mirrors';
  if (has(registry.configs)) return 'registry.configs';
  if (has(registry.auths)) return 'registry.auths';
  return plugin.image_pull_with_sync_fs === true ? 'image_pull_with_sync_fs' : undefined;
}

/** Reads the old form of mirrors. `*` stands for all registries that are not named. */
function ofMirror(
  written: string,
  endpoints: readonly string[],
): readonly [string, readonly ConfiguredHost[]] {
  const registry = written === '*' ? '_default' : (hostOfUrl(written) ?? written);
  const hosts = endpoints.flatMap((endpoint) => configuredHost(endpoint, undefined, 'written'));
  // An endpoint at the registry's own name stands for it, also for docker.io (`registryEndpoints`, 2.1.4).
  const hasItself = endpoints.some(
    (endpoint) => endpoint.replace(/^https?:\/\//, '').split('/', 1)[0] === written,
  );
  return [registry, hasItself ? hosts : withItself(registry, hosts)];
}

function isRead(path: readonly string[]): boolean {
  const [top, plugin = '', ...rest] = path;
  if (top === 'version' || top === 'imports') return true;
  if (top !== 'plugins' || !([...criPlugins, transferPlugin] as readonly string[]).includes(plugin))
    return false;
  const [first = '', second = ''] = rest;
  if (first === 'config_path') return true;
  if (first === 'pinned_images') return second === 'sandbox';
  if (first === 'registry') return ['config_path', 'mirrors', 'configs', 'auths'].includes(second);
  return runtimeFileSettings().includes(first === 'containerd' ? second : first);
}

/** Says how many settings of a file are not read. */
export function noteIgnored(name: string, count: number, readings: Set<string>): void {
  if (count > 0) readings.add(`${name}: ${countText(count, 'setting')} without effect on pulls ignored.`);
}
