import type { ImageOrigin } from '../../inputs/images/image-origin.ts';
import { imagesOfRanges } from '../../inputs/images/with-size-draw.ts';
import { nodeCapacities } from '../../inputs/nodes/node-figures.ts';
import type { NodeFigureName } from '../../inputs/nodes/node-profiles.ts';
import { leastSure, type RunFigure, restsOn } from '../../reports/summary/rests-on.ts';
import type { Certainty, RunSummary } from '../../reports/summary/summary.ts';
import { textBytesPerSecond } from '../../rules/runtime/images/unpack-work.ts';
import { nodeRuntimeProfile } from '../../rules/runtime/profiles/node-runtime-profile.ts';
import type { Pauses } from '../../run/simulation/simulate.ts';
import type { NodeInput, SimulationInput } from '../../run/simulation-input.ts';
import { runFigures } from './run-figures.ts';
import { type DrawOptions, drawSizes, type SizedInput } from './size-draws.ts';

/** A figure that the user did not give and on which the answer of a run may depend. */
interface AssumedFigure extends Pick<RunFigure, 'name' | 'value' | 'mark' | 'where'> {
  /** Returns the same input with the figure multiplied by the factor wherever it was not given. */
  readonly scaled: Scale;
}

type Scale = (input: SimulationInput, factor: number) => SimulationInput;

/**
 * Returns the figures of a run that were not given and may affect a time, without settings of the kubelet,
 * whose defaults are its own.
 */
export function assumedFigures(
  input: SimulationInput,
  origins: ReadonlyMap<string, ImageOrigin>,
): readonly AssumedFigure[] {
  const untold = runFigures(input, origins).filter(({ mark }) => mark !== 'given');
  const ranged = new Set(imagesOfRanges(input, origins));
  const row = (words: string, figures: readonly RunFigure[], scaled: Scale): AssumedFigure[] => {
    const [first] = figures;
    const mark = leastSure(figures);
    return first === undefined || mark === undefined
      ? []
      : [{ name: words, value: valueText(figures), mark, where: whereOf(first), scaled }];
  };
  const named = (name: string, words: string, scaled: Scale) =>
    row(
      words,
      untold.filter((figure) => figure.name === name && figure.value !== 'unlimited'),
      scaled,
    );
  const sizes = untold.filter(({ name, of }) => name === 'size' && ranged.has(of));
  return [
    ...row('sizes of images', sizes, onImages(ranged)).map((figure) => ({
      ...figure,
      value: `${sizes.length} not given`,
    })),
    ...nodeFigures.flatMap((name) => named(name, `${name} of nodes`, onNodes(byItsKind(name)))),
    ...named('unpack', 'unpack of nodes', onNodes(withUnpack)),
    ...Object.entries(timings).flatMap(([name, field]) =>
      named(name, name, onNodes(withTiming(name, field))),
    ),
    ...named('roundTrip', 'round trip to registries', onRegistries('roundTrip', 'roundTripMicros')),
    ...named('perResponse', 'rate of a connection', onRegistries('perResponse', 'bytesPerSecondPerResponse')),
  ];
}

/** Returns `20ms to 40ms`. */
function valueText(figures: readonly RunFigure[]): string {
  const values = [...new Set(figures.map(({ value }) => value))].sort(
    (a, b) => Number.parseFloat(a) - Number.parseFloat(b),
  );
  return values.length < 2 ? (values[0] ?? '') : `${values[0]} to ${values.at(-1)}`;
}

function whereOf({ where, of }: RunFigure): string {
  return where.replace(`registries.${of}.`, 'registries.<host>.').replace('Scenario ', '');
}

function onImages(names: ReadonlySet<string>): Scale {
  return (input, factor) => ({
    ...input,
    images: Object.fromEntries(
      Object.entries(input.images).map(([name, image]) => {
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
}

type NodeChange = (node: NodeInput, factor: number) => NodeInput;

function onNodes(change: NodeChange): Scale {
  return (input, factor) => ({ ...input, nodes: input.nodes.map((node) => change(node, factor)) });
}

/** How a node changes if a figure that only its kind gives is scaled. */
const nodeChanges = {
  cpus: ({ cpus = 1 }: NodeInput, factor: number) => ({ cpus: cpus * factor }),
  link: ({ linkBytesPerSecond: rate }: NodeInput, factor: number) => ({
    linkBytesPerSecond: rate === null ? null : rate * factor,
  }),
  diskBandwidth: ({ diskBytesPerSecond: rate }: NodeInput, factor: number) =>
    rate === undefined ? {} : { diskBytesPerSecond: rate * factor },
} satisfies Partial<Record<NodeFigureName, (node: NodeInput, factor: number) => Partial<NodeInput>>>;

const nodeFigures = Object.keys(nodeChanges) as (keyof typeof nodeChanges)[];

function byItsKind(name: keyof typeof nodeChanges): NodeChange {
  return (node, factor) =>
    node.byNodeProfile?.includes(name) ? withIntake({ ...node, ...nodeChanges[name](node, factor) }) : node;
}

/** The intake, and what the processors get done, are computed from the node's figures again. */
function withIntake({ intake: _, ...node }: NodeInput): NodeInput {
  return { ...node, ...nodeCapacities(node) };
}

const withUnpack: NodeChange = (node, factor) => {
  if (node.timings.unpackBytesPerSecond !== null) return node;
  const rate = textBytesPerSecond(nodeRuntimeProfile(node).unpackRates);
  return { ...node, timings: { ...node.timings, unpackBytesPerSecond: rate * factor } };
};

const timings = {
  podSync: 'podSyncMicros',
  sandbox: 'sandboxMicros',
  createContainer: 'createContainerMicros',
  startContainer: 'startContainerMicros',
} as const;

function withTiming(name: string, field: (typeof timings)[keyof typeof timings]): NodeChange {
  return (node, factor) =>
    Object.hasOwn(node.fixedCosts ?? {}, name)
      ? node
      : { ...node, timings: { ...node.timings, [field]: Math.round(node.timings[field] * factor) } };
}

function onRegistries(name: string, field: 'roundTripMicros' | 'bytesPerSecondPerResponse'): Scale {
  return (input, factor) => ({
    ...input,
    registries: Object.fromEntries(
      Object.entries(input.registries).map(([host, registry]) => {
        const value = registry[field];
        const isTold = value === null || registry.told?.includes(name) === true;
        return [host, isTold ? registry : { ...registry, [field]: Math.round(value * factor) }];
      }),
    ),
  });
}

/**
 * Returns how certain the result of a run is: what it depends on and, for a whole run, the results with other
 * sizes of images.
 */
export async function certaintyOf(
  sized: SizedInput,
  summary: Pick<RunSummary, 'timeToRunningMs' | 'pods' | 'endMs' | 'endReason'>,
  options: DrawOptions,
  pauses: Pauses,
): Promise<Certainty> {
  const basis = { restsOn: restsOn(runFigures(sized.input, sized.origins)) };
  if (summary.endReason === 'interrupted') return basis;
  const imageSizes = await drawSizes(sized, summary, options, pauses);
  return imageSizes === undefined ? basis : { ...basis, imageSizes };
}
