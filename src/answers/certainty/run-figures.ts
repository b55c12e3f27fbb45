import type { Default, DefaultName } from '../../inputs/defaults.ts';
import { defaultsTable } from '../../inputs/defaults-table.ts';
import type { ImageOrigin } from '../../inputs/images/image-origin.ts';
import { imageRowsOf } from '../../inputs/images/image-rows.ts';
import { instanceType } from '../../inputs/machines/instance-types.ts';
import { unpackMachineSource } from '../../inputs/machines/unpack-machine-of-node.ts';
import {
  defaultNodeProfile,
  isNodeProfileName,
  type NodeFigureName,
  nodeFigureNames,
  nodeProfiles,
} from '../../inputs/nodes/node-profiles.ts';
import { knownFigures } from '../../inputs/scenario/known-registries.ts';
import { byteRateText } from '../../inputs/scenario/quantities.ts';
import { bytesPerSecond } from '../../inputs/scenario/quantity-shapes.ts';
import type { RunFigure } from '../../reports/summary/rests-on.ts';
import { groupedBy } from '../../rules/collections/grouped-by.ts';
import { textBytesPerSecond } from '../../rules/runtime/images/unpack-work.ts';
import { peersHost } from '../../rules/runtime/peers/peer-source.ts';
import { nodeRuntimeProfile } from '../../rules/runtime/profiles/node-runtime-profile.ts';
import { type RuntimeProfile, runtimeDelayKeys } from '../../rules/runtime/profiles/runtime-profile.ts';
import { containerd16, containerd24 } from '../../rules/runtime/profiles/runtime-profiles.ts';
import { selectRuntimeProfile } from '../../rules/runtime/profiles/select-runtime-profile.ts';
import type { NodeInput, SimulationInput } from '../../run/simulation-input.ts';

/**
 * Returns the figures on which the times of a run depend, each with its source: those of images, nodes,
 * runtimes and registries. Settings of kubelets and runtimes are left out, because their defaults are their
 * own; so are figures that only restarts and image GC use.
 */
export function runFigures(input: SimulationInput, origins: ReadonlyMap<string, ImageOrigin>): RunFigure[] {
  const figures = [...imageFigures(input, origins), ...nodesFigures(input), ...registriesFigures(input)];
  return figures.map(({ name, of, value, mark, source, where }) => ({
    name,
    of,
    value,
    mark,
    source,
    where,
  }));
}

const given = (value: string): Pick<RunFigure, 'value' | 'mark' | 'source'> => ({
  value,
  mark: 'given',
  source: 'your input',
});

function imageFigures(input: SimulationInput, origins: ReadonlyMap<string, ImageOrigin>): RunFigure[] {
  const sizes = imageRowsOf(input, origins).map(({ image, bytes, from, mark, source }): RunFigure => {
    const size = { of: image, value: `${bytes}B`, where: 'images, ImageCatalog, --image-size' };
    // Nobody asked for the sandbox image: it is no image of the input.
    const isSandbox = from === 'given' && input.images[image]?.source === 'assumed';
    if (isSandbox) return { ...tableRow('sandbox image'), ...size, name: 'sandboxImage' };
    return { ...size, name: 'size', mark: from === 'drawn' ? 'drawn' : mark, source };
  });
  return sizes.length === 0
    ? []
    : [...sizes, { name: 'unpackedRatio', of: 'images', ...defaultRow('unpackedRatio') }];
}

/** Nodes that are alike share their figures. */
function nodesFigures({ nodes }: SimulationInput): RunFigure[] {
  const kinds = [...groupedBy(nodes, timingKey).values()];
  const rows = kinds.flatMap((alike) =>
    figuresOfNode(alike).map((figure) => ({ figure, names: alike.map(({ name }) => name) })),
  );
  const same = groupedBy(rows, ({ figure: { name, value, mark, source } }) =>
    JSON.stringify([name, value, mark, source]),
  );
  return [...same.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const names = group.flatMap((row) => row.names);
    const others = names.length === 1 ? '' : ` and ${names.length - 1} more`;
    return [{ ...first.figure, of: names.length === nodes.length ? 'nodes' : `${names[0]}${others}` }];
  });
}

function timingKey(node: NodeInput): string {
  const {
    runtime,
    cpus,
    memoryBytes,
    linkBytesPerSecond,
    diskBytesPerSecond,
    diskBytes,
    runtimeBytesPerSecond,
    nodeProfile,
    byNodeProfile,
    byInstanceType,
    machine,
  } = node;
  const figures = [
    runtime,
    cpus,
    memoryBytes,
    linkBytesPerSecond,
    diskBytesPerSecond,
    diskBytes,
    runtimeBytesPerSecond,
    nodeProfile,
    byNodeProfile,
    byInstanceType,
    byInstanceType && machine,
    node.unpackMachine,
  ];
  return JSON.stringify([...figures, node.timings, node.runtimeDelays, node.fixedCosts]);
}

function figuresOfNode([node]: readonly NodeInput[]): Omit<RunFigure, 'of'>[] {
  if (node === undefined) return [];
  const { profile } = selectRuntimeProfile(node.runtime);
  return [
    ...nodeFigureNames.map((name) => ofNodeProfile(node, name)),
    intakeOf(node, profile),
    unpackOf(node, profile),
    ...timingNames.map((name) => ({ name, ...(costOf(node, name) ?? defaultRow(name)) })),
    ...runtimeDelayKeys.map((name) => ({
      name: `runtimeDelays.${name}`,
      ...(costOf(node, name) ?? delayOf(node, profile, name)),
    })),
  ];
}

function ofNodeProfile(node: NodeInput, name: NodeFigureName): Omit<RunFigure, 'of'> {
  const {
    byNodeProfile = [],
    byInstanceType = [],
    machine = '',
    nodeProfile = defaultNodeProfile,
    cpus,
    memoryBytes,
    linkBytesPerSecond,
    diskBytesPerSecond,
    diskBytes,
  } = node;
  const where = `nodes.defaults.${name}, --node-profile`;
  const { words, figures } = nodeProfiles[isNodeProfileName(nodeProfile) ? nodeProfile : defaultNodeProfile];
  if (byNodeProfile.includes(name))
    return { name, ...figures[name], source: `${words}: ${figures[name].source}`, where };
  const told: Readonly<Record<NodeFigureName, string>> = {
    cpus: String(cpus ?? 'unlimited'),
    memory: memoryBytes === undefined ? 'unlimited' : `${memoryBytes}B`,
    link: byteRateText(linkBytesPerSecond),
    diskBandwidth: rateText(diskBytesPerSecond ?? null),
    disk: diskBytes === null ? 'unlimited' : `${diskBytes}B`,
  };
  if (byInstanceType.includes(name)) {
    const source = `${machine}: ${instanceType(machine)?.source ?? 'the table of instance types'}`;
    return { name, value: told[name], mark: 'published', source, where };
  }
  return { name, ...given(told[name]), where };
}

/** Returns the intake of the runtime with its processors. */
function intakeOf(
  { runtimeBytesPerSecond: told }: NodeInput,
  profile: RuntimeProfile,
): Omit<RunFigure, 'of'> {
  const ofProfile = tableRow(`${measuredLike(profile).name} intake`);
  return {
    name: 'intake',
    ...(told === undefined ? asMeasured(ofProfile, profile) : { ...ofProfile, ...given(rateText(told)) }),
  };
}

function unpackOf(node: NodeInput, profile: RuntimeProfile): Omit<RunFigure, 'of'> {
  const rows = (['unpack', 'unpackContainerd1'] as const).map(defaultRow);
  const row = rows.find(({ value }) => bytesPerSecond(value) === profile.unpackRates.gzip);
  if (row === undefined) throw new Error(`no default for the rate of unpacking of ${profile.name}`);
  const { unpackBytesPerSecond: told } = node.timings;
  if (told === null && node.unpackMachine !== undefined) {
    const rate = textBytesPerSecond(nodeRuntimeProfile(node).unpackRates);
    return {
      ...row,
      name: 'unpack',
      value: `${Math.round(rate / 1e6)}MB/s`,
      mark: 'assumed',
      source: unpackMachineSource(node),
    };
  }
  return {
    name: 'unpack',
    ...(told === null ? asMeasured(row, profile) : { ...row, ...given(rateText(told)) }),
  };
}

/** Times of the kubelet's part of a start. */
const timingNames = [
  'podSync',
  'volumeMount',
  'sandbox',
  'createContainer',
  'startContainer',
  'imageStatus',
  'imageSize',
  'relistPeriod',
  'relist',
] as const satisfies readonly DefaultName[];

/** Returns a fixed cost that a Scenario sets. */
function costOf({ fixedCosts = {} }: NodeInput, name: string): Omit<RunFigure, 'of' | 'name'> | undefined {
  const ms = fixedCosts[name];
  const { where } = table.get(name) ?? tableRow(`${containerd24.name} ${name}`);
  return ms === undefined ? undefined : { ...given(`${ms}ms`), where };
}

function delayOf(
  node: NodeInput,
  profile: RuntimeProfile,
  name: (typeof runtimeDelayKeys)[number],
): Omit<RunFigure, 'of' | 'name'> {
  const row = tableRow(`${measuredLike(profile).name} ${name}`);
  const reckoned = node.runtimeDelays[name];
  if (reckoned === undefined) return asMeasured(row, profile);
  return {
    ...row,
    value: `${reckoned / 1000}ms`,
    mark: 'assumed',
    source:
      name === 'commitPerMegabyte' || node.diskKind === undefined
        ? 'layers come no faster than the disk writes'
        : `a write that has to be on a ${node.diskKind} takes longer (docs/fidelity.md, large images)`,
  };
}

/** Returns the runtime from which a profile has its figures, which is itself if it was measured. */
function measuredLike({ delays }: RuntimeProfile): RuntimeProfile {
  return [containerd24, containerd16].find((measured) => measured.delays === delays) ?? containerd24;
}

/** A figure of another runtime is a guess. */
function asMeasured(
  row: Pick<RunFigure, 'value' | 'mark' | 'source' | 'where'>,
  { isMeasured, name }: RuntimeProfile,
) {
  return isMeasured
    ? row
    : { ...row, mark: 'assumed' as const, source: `${row.source}; ${name} was not measured` };
}

/**
 * The figures of a registry by a Scenario's names, with their defaults. A figure without a default is listed
 * only if it is known.
 */
const registryFigures: readonly (readonly [name: string, byDefault?: DefaultName])[] = [
  ['roundTrip', 'registryRoundTrip'],
  ['connect', 'registryConnect'],
  ['perResponse', 'registryPerResponse'],
  ['perClient', 'registryPerClient'],
  ['egress', 'registryEgress'],
  ['authentication'],
  ['blobStore'],
];

/** The figures of a registry that its blob store does not have. */
const notOfStores: readonly string[] = ['authentication', 'blobStore'];

function registriesFigures({ registries }: SimulationInput): RunFigure[] {
  const owners = new Map(
    Object.values(registries).flatMap(({ host, blobStore }) =>
      blobStore === undefined ? [] : [[blobStore, host]],
    ),
  );
  return Object.values(registries).flatMap((registry) => {
    const { host, told = [] } = registry;
    const owner = owners.get(host);
    const known = knownFigures(owner ?? host);
    const values: Readonly<Record<string, string>> = {
      roundTrip: `${registry.roundTripMicros / 1000}ms`,
      connect: `${(registry.connectMicros ?? 0) / 1000}ms`,
      perResponse: rateText(registry.bytesPerSecondPerResponse),
      perClient: rateText(registry.bytesPerSecondPerClient ?? null),
      egress: rateText(registry.egressBytesPerSecond),
      authentication: registry.authentication ?? 'none',
      blobStore: registry.blobStore ?? 'none',
    };
    const isPeers = host === peersHost;
    return registryFigures.flatMap(([name, byDefault]): RunFigure[] => {
      const row = {
        name,
        of: host,
        where: isPeers ? `peers.${name === 'roundTrip' ? 'lookup' : name}` : `registries.${host}.${name}`,
      };
      const value = values[name] ?? '';
      if (owner !== undefined && notOfStores.includes(name)) return [];
      if (told.includes(name)) return [{ ...row, ...given(value) }];
      const found =
        knownFigure(known, name) ??
        (byDefault && defaultRow(isPeers && name === 'roundTrip' ? 'peersLookup' : byDefault));
      return found === undefined ? [] : [{ ...row, value, mark: found.mark, source: found.source }];
    });
  });
}

function knownFigure(
  known: ReturnType<typeof knownFigures>,
  name: string,
): Pick<RunFigure, 'mark' | 'source'> | undefined {
  return Object.entries(known).find(([figure]) => figure === name)?.[1];
}

function rateText(rate: number | null): string {
  return rate === null ? 'unlimited' : `${Number((rate / 1e6).toPrecision(6))}MB/s`;
}

const table: ReadonlyMap<string, Default> = new Map(defaultsTable.map((row) => [row.name, row]));

function defaultRow(name: DefaultName): Omit<Default, 'name'> {
  return tableRow(name);
}

function tableRow(name: string): Omit<Default, 'name'> {
  const found = table.get(name);
  if (found === undefined) throw new Error(`no default named ${name}`);
  const { name: _, where, ...row } = found;
  return { ...row, where: where.replace('Scenario ', '') };
}
