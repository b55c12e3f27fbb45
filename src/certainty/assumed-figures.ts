import { type Default, type DefaultName, defaults } from '../input/defaults.ts';
import type { ImageOrigin } from '../input/images/image-origin.ts';
import { imagesOfRanges } from '../input/images/with-size-draw.ts';
import type { NodeInput, SimulationInput } from '../input/model.ts';
import { nodeIntake } from '../input/nodes/node-figures.ts';
import { defaultNodeProfile, isNodeProfileName, type NodeFigureName, nodeProfiles } from '../input/nodes/node-profiles.ts';
import { selectRuntimeProfile } from '../runtime/profiles/select-runtime-profile.ts';

/** A figure that nobody told, on which the answer of a run may rest. */
export interface AssumedFigure {
  readonly name: string;
  /** As users write it. */
  readonly value: string;
  readonly mark: Default['mark'] | 'drawn';
  /** How to tell it. */
  readonly where: string;
  /** The same input, in which the figure is so many times as large. */
  readonly scaled: (input: SimulationInput, factor: number) => SimulationInput;
}

/** The figures of a run that nobody told and that a time may rest on, but for settings of the kubelet, whose defaults are its own. */
export function assumedFigures(input: SimulationInput, origins: ReadonlyMap<string, ImageOrigin>): readonly AssumedFigure[] {
  return [...imageFigures(input, origins), ...nodeFigureRows(input), ...timingFigures(input), ...registryFigures(input)];
}

function imageFigures(input: SimulationInput, origins: ReadonlyMap<string, ImageOrigin>): AssumedFigure[] {
  const names = new Set(imagesOfRanges(input, origins));
  if (names.size === 0) return [];
  const scaled = (other: SimulationInput, factor: number): SimulationInput => ({
    ...other,
    images: Object.fromEntries(
      Object.entries(other.images).map(([name, image]) => {
        if (!names.has(name)) return [name, image];
        const layers = image.layers.map((layer) => ({
          ...layer,
          bytes: Math.round(layer.bytes * factor),
          unpackedBytes: Math.round(layer.unpackedBytes * factor),
        }));
        return [name, { ...image, layers }];
      }),
    ),
  });
  return [
    { name: 'sizes of images', value: `${names.size} not given`, mark: 'drawn', where: 'crictl images -o json, --image-size', scaled },
  ];
}

/** What is done to a node whose figure is told by its kind alone. */
const nodeChanges = {
  cpus: ({ cpus = 1 }: NodeInput, factor: number) => ({ cpus: cpus * factor }),
  link: ({ linkBytesPerSecond: rate }: NodeInput, factor: number) => ({ linkBytesPerSecond: rate === null ? null : rate * factor }),
  diskBandwidth: ({ diskBytesPerSecond: rate }: NodeInput, factor: number) =>
    rate === undefined ? {} : { diskBytesPerSecond: rate * factor },
} satisfies Partial<Record<NodeFigureName, (node: NodeInput, factor: number) => Partial<NodeInput>>>;

function nodeFigureRows({ nodes }: SimulationInput): AssumedFigure[] {
  const [first] = nodes.filter(({ byNodeProfile = [] }) => byNodeProfile.length > 0);
  const kind = first?.nodeProfile ?? defaultNodeProfile;
  const { figures } = nodeProfiles[isNodeProfileName(kind) ? kind : defaultNodeProfile];
  const names = Object.keys(nodeChanges) as (keyof typeof nodeChanges)[];
  return names.flatMap((name) => {
    const isAssumed = ({ byNodeProfile = [] }: NodeInput) => byNodeProfile.includes(name);
    if (!nodes.some(isAssumed)) return [];
    const change = (node: NodeInput, factor: number) =>
      isAssumed(node) ? withIntake({ ...node, ...nodeChanges[name](node, factor) }) : node;
    const { value, mark } = figures[name];
    return [{ name: `${name} of nodes`, value, mark, where: `nodes.defaults.${name}, --node-profile`, scaled: onNodes(change) }];
  });
}

/** What it takes in follows from its figures. */
function withIntake({ intake: _, ...node }: NodeInput): NodeInput {
  return { ...node, ...nodeIntake(node) };
}

const timings = {
  podSync: 'podSyncMicros',
  sandbox: 'sandboxMicros',
  createContainer: 'createContainerMicros',
  startContainer: 'startContainerMicros',
} as const;

function timingFigures({ nodes }: SimulationInput): AssumedFigure[] {
  const told = new Set(nodes.flatMap(({ fixedCosts = {} }) => Object.keys(fixedCosts)));
  const fixed = (Object.keys(timings) as (keyof typeof timings)[])
    .filter((name) => !told.has(name))
    .map((name) => ({
      ...rowOf(name, name),
      scaled: onNodes((node, factor) => ({
        ...node,
        timings: { ...node.timings, [timings[name]]: Math.round(node.timings[timings[name]] * factor) },
      })),
    }));
  if (nodes.some(({ timings: { unpackBytesPerSecond } }) => unpackBytesPerSecond !== null)) return fixed;
  const unpackOf = ({ runtime }: NodeInput) => selectRuntimeProfile(runtime).profile.unpackRates.gzip;
  const unpack: AssumedFigure = {
    name: 'unpack of nodes',
    value: `${Math.min(...nodes.map(unpackOf)) / 1e6}MB/s`,
    mark: 'measured',
    where: 'nodes.defaults.timings.unpack, windlass calibrate',
    scaled: onNodes((node, factor) => ({ ...node, timings: { ...node.timings, unpackBytesPerSecond: unpackOf(node) * factor } })),
  };
  return [unpack, ...fixed];
}

function registryFigures({ registries }: SimulationInput): AssumedFigure[] {
  if (Object.keys(registries).length === 0) return [];
  const scaled = (input: SimulationInput, factor: number): SimulationInput => ({
    ...input,
    registries: Object.fromEntries(
      Object.entries(input.registries).map(([host, registry]) => [
        host,
        { ...registry, roundTripMicros: Math.round(registry.roundTripMicros * factor) },
      ]),
    ),
  });
  const millis = Object.values(registries).map(({ roundTripMicros }) => roundTripMicros / 1000);
  const [least, most] = [Math.min(...millis), Math.max(...millis)];
  const value = least === most ? `${least}ms` : `${least}ms to ${most}ms`;
  return [{ name: 'round trip to registries', value, mark: 'assumed', where: 'registries.<host>.roundTrip', scaled }];
}

function rowOf(name: DefaultName, shown: string): Pick<AssumedFigure, 'name' | 'value' | 'mark' | 'where'> {
  const found: Default | undefined = defaults.find((entry) => entry.name === name);
  if (found === undefined) throw new Error(`no default named ${name}`);
  return { name: shown, value: found.value, mark: found.mark, where: found.where.replace('Scenario ', '') };
}

function onNodes(change: (node: NodeInput, factor: number) => NodeInput): AssumedFigure['scaled'] {
  return (input, factor) => ({ ...input, nodes: input.nodes.map((node) => change(node, factor)) });
}
