import { diskKinds } from '../rules/runtime/disk/disk-kinds.ts';
import {
  runtimeOptionName,
  runtimeOptionNames,
  runtimeOptionValue,
} from '../rules/runtime/profiles/runtime-options.ts';
import {
  type RuntimeProfile,
  runtimeDelayKeys,
  runtimeDelayNames,
} from '../rules/runtime/profiles/runtime-profile.ts';
import {
  containerd16,
  containerd17,
  containerd21,
  containerd24,
  criO,
} from '../rules/runtime/profiles/runtime-profiles.ts';
import { type Default, defaults } from './defaults.ts';
import { sandboxImageBytes } from './images/sandbox-images.ts';
import { elsewhereFactor, nearestFactors } from './known-images/find-known-image.ts';
import { type SizeModel, sizeModels } from './known-images/size-model.ts';
import { instanceTypeTables } from './machines/instance-types.ts';
import { machineFamilies } from './machines/machine-families.ts';
import { type NodeProfile, nodeFigureNames, nodeProfiles } from './nodes/node-profiles.ts';
import { type ProviderRow, providerColumns } from './providers/provider-row.ts';
import { providerRows } from './providers/provider-rows.ts';
import { isApplied } from './providers/provider-settings.ts';
import { cellText } from './providers/provider-text.ts';
import { knownRegistries } from './scenario/known-registries.ts';

const sizeIsSetBy = 'Scenario images, ImageCatalog, --image-size';

/**
 * Every default of a run, including the runtimes' fixed costs. `windlass defaults` and docs/defaults.md show
 * them.
 */
export const defaultsTable: readonly Default[] = [
  ...defaults,
  {
    name: 'nearest known version',
    value: nearestFactors.map((factor) => `×${factor}`).join(', '),
    mark: 'published',
    source:
      'of known images, the nearest other version: 80 % are within, where the first, the second, or a later number differs',
    where: sizeIsSetBy,
  },
  {
    name: 'same program elsewhere',
    value: `×${elsewhereFactor}`,
    mark: 'published',
    source: 'of known images, one of another repository that has the same last part: 88 % are within',
    where: sizeIsSetBy,
  },
  ...Object.entries(sizeModels).map(sizeDefault),
  ...Object.entries(nodeProfiles).flatMap(nodeDefaults),
  ...knownRegistries.flatMap(({ hosts, figures }) =>
    Object.entries(figures).map(([figure, { value, mark, source }]) => ({
      name: `${hosts.join(', ')} ${figure}`,
      value,
      mark,
      source,
      where: `Scenario registries.<host>.${figure}`,
    })),
  ),
  ...[containerd24, containerd21, containerd17, containerd16, criO].flatMap(optionDefaults),
  {
    name: 'sandbox image',
    value: `${sandboxImageBytes() / 1000}kB, one layer`,
    mark: 'published',
    source: 'a listing of `crictl images` with pause:3.10; other tags and names count as equally large',
    where: 'Scenario images, --image-size',
  },
  ...[containerd24, containerd21, containerd17, containerd16, criO].map(sandboxImageDefault),
  ...[containerd24, containerd16].map(({ name, intakeBytesPerCpuSecond }) => ({
    name: `${name} intake`,
    value: `${intakeBytesPerCpuSecond / 1e6}MB/s for each processor`,
    mark: 'measured' as const,
    source: 'measurements.md e2 and e7, two processors that the registry shared, without TLS',
    where: 'Scenario nodes.defaults.timings.intake',
  })),
  ...[containerd24, containerd16].flatMap((profile) =>
    runtimeDelayKeys.map((name) => ({
      name: `${profile.name} ${name}`,
      value: `${profile.delays[name] / 1000}ms`,
      mark: 'measured' as const,
      source: `measurements.md R2 and its recorded runs: ${runtimeDelayNames[name]}`,
      where: `Scenario nodes.defaults.runtimeDelays.${name}`,
    })),
  ),
  ...Object.entries(diskKinds).map(([name, kind]) => ({
    name: `diskKind ${name}`,
    value: `${Math.round(kind.bytesPerSecond(100e9) / 1e6)}MB/s with 100 GB`,
    mark: 'published' as const,
    source: kind.source,
    where: 'Scenario nodes.defaults.diskKind, diskBandwidth',
  })),
  ...instanceTypeTables.map(({ cloud, what, source }) => ({
    name: `instance types of ${cloud}`,
    value: what,
    mark: 'published' as const,
    source,
    where: "Scenario nodes.named.<node>, a Node's capacity, --memory, --link",
  })),
  ...machineFamilies.map(({ name, rates, source }) => ({
    name: `machine ${name}`,
    value: `hashes in ${rates.hashing} times, inflates in ${rates.inflating} times what R5's machine needs`,
    mark: 'measured' as const,
    source,
    where: 'Scenario nodes.defaults.machine',
  })),
  ...providerRows.flatMap(providerDefaults),
];

/** What a provider sets on its nodes, as far as a run goes by it. */
function providerDefaults(row: ProviderRow): Default[] {
  return providerColumns.flatMap((column): readonly Default[] => {
    const cell = row.facts[column];
    if (cell === undefined || !isApplied(column, cell)) return [];
    const [source = ''] = cell.from.flatMap((name) => row.sources[name] ?? []);
    return [
      {
        name: `${row.id} ${column}`,
        value: cellText(cell.value),
        mark: 'published',
        source,
        where: "the cluster's own files, and the options that set it everywhere",
      },
    ];
  });
}

/** Returns the default size of images of which only the name is known, without any word that counts. */
function sizeDefault([kind, { intercept, low, high }]: readonly [string, SizeModel]): Default {
  const middle = Math.exp(intercept);
  return {
    name: `image size (${kind === 'component' ? 'part of a cluster' : 'other'})`,
    value: `${sizeText(middle)} by the words of the name, ${low} to ${high} times that`,
    mark: 'published',
    source: 'learnt from the names and sizes of known images (docs/images.md): median, 10 to 90 %',
    where: sizeIsSetBy,
  };
}

/** More than two digits would claim too much precision. */
function sizeText(bytes: number): string {
  const [unit, name] = bytes < 1e9 ? [1e6, 'MB'] : [1e9, 'GB'];
  return `${Number((bytes / unit).toPrecision(2))}${name}`;
}

/** Returns the figures of a kind of node. The first kind is the default. */
function nodeDefaults([name, { words, figures }]: readonly [string, NodeProfile]): Default[] {
  return nodeFigureNames.map((figure) => ({
    name: `${name} ${figure}`,
    ...figures[figure],
    source: `${words}: ${figures[figure].source}`,
    where: `--node-profile, Scenario nodes.defaults.nodeProfile, nodes.defaults.${figure}${figure === 'link' ? ', --link' : ''}`,
  }));
}

/** Returns the defaults of a runtime's own configuration, under its own names. */
function optionDefaults({ name: runtime, options, settable, isMeasured }: RuntimeProfile): Default[] {
  return runtimeOptionNames
    .filter((name) => settable.includes(name) || name === 'maxConcurrentDownloads')
    .map((name) => ({
      name: `${runtime} ${runtimeOptionName(name, options)}`,
      value: runtimeOptionValue(name, options[name]),
      mark: isMeasured ? 'measured' : 'published',
      source: isMeasured
        ? "measurements.md: the runtime's own default, recorded with it"
        : 'its source and documentation; not measured',
      where: settable.includes(name)
        ? `Scenario nodes.defaults.runtimeConfig.${runtimeOptionName(name, options)}, --runtime-config, config.toml`
        : 'not settable: a constant of its library',
    }));
}

function sandboxImageDefault({ name: runtime, sandboxImage }: RuntimeProfile): Default {
  return {
    name: `${runtime} sandbox_image`,
    value: sandboxImage.name,
    mark: 'published',
    source: "the runtime's source; not on the node at the start",
    where:
      'Scenario nodes.defaults.runtimeConfig.sandbox_image and presentImages, --runtime-config, config.toml, crio.conf',
  };
}
