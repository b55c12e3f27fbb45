import { Readable } from 'node:stream';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import { z } from 'zod';
import { type DrawnSizes, sizeDrawsMax } from '../../answers/what-if/runs/drawn-sizes.ts';
import type { PointInput } from '../../answers/what-if/sweep/sweep.ts';
import { pointsMax } from '../../answers/what-if/sweep/sweep-points.ts';
import type { Variant } from '../../answers/what-if/variants/variant.ts';
import type { Axis } from '../../answers/what-if/variants/vary.ts';
import { parseShape } from '../../inputs/documents/parse-shape.ts';
import { type EngineName, engineNames } from '../../run/engine/engine.ts';
import { CommandError, exitCode } from '../cli/command-error.ts';
import { inputBytesMax, isSimulationInput } from '../cli/sweep/input-shape.ts';
import { originEntriesOf, readOrigins } from '../cli/sweep/origin-shape.ts';
import type { PlannedSweep } from '../cli/sweep/planned-sweep.ts';
import { type Build, buildText, isSameBuild, ownBuild } from '../queue/build-name.ts';
import { completionsMax } from './job-options.ts';

const build = z.object({ version: z.string().max(64), digest: z.string().max(64) });
const builtPlan = z.object({ build });
const change = z.object({ field: z.string(), value: z.string() });

/** A sweep in shares, without its inputs. */
export interface SweepPlan {
  readonly build: Build;
  readonly id: string;
  readonly engine: EngineName;
  readonly axes: readonly Axis[];
  readonly points: readonly Variant[];
  readonly seeds: readonly number[];
  /** The sizes that are drawn, image by image. */
  readonly sizes: readonly (readonly [image: string, byDraw: readonly number[]])[];
  /** How many shares there are. */
  readonly shares: number;
}

const sweepPlan: z.ZodType<SweepPlan> = z.strictObject({
  build,
  id: z.string().regex(/^[0-9a-f]{1,64}$/),
  engine: z.enum(engineNames),
  axes: z.array(z.object({ field: z.string(), values: z.array(z.string()) })),
  points: z.array(z.object({ name: z.string(), changes: z.array(change) })).max(pointsMax),
  seeds: z.array(z.int()),
  sizes: z.array(z.tuple([z.string(), z.array(z.number().nonnegative()).max(sizeDrawsMax)])),
  shares: z.int().min(1).max(completionsMax),
});

const plannedInput = z.strictObject({
  point: z.int(),
  input: z.unknown(),
  origins: z.unknown().optional(),
});
const refusal = z.strictObject({ refused: z.string() });
const lineFeed = 0x0a;

/**
 * The inputs of a plan, point after point. They hold neither manifests nor secrets: those end where inputs
 * are read.
 */
type PlannedInputs = AsyncIterable<{ readonly point: number; readonly input: PointInput }>;

/** Inputs of points are alike: one is short where the one before is within this window of 16 MiB. */
const params = {
  [constants.BROTLI_PARAM_QUALITY]: 6,
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
};

/**
 * Packs a sweep with its inputs: JSON line by line, by Brotli. Returns undefined as soon as it is longer than
 * `bytesMax`.
 */
export async function packPlan(
  { id, axes, points, seeds, sizes, inputOf }: PlannedSweep,
  { engine, shares }: Pick<SweepPlan, 'engine' | 'shares'>,
  bytesMax: number,
): Promise<Buffer | undefined> {
  const drawn = [...sizes].map(([image, byDraw]) => [image, [...byDraw]] as const);
  const plan: SweepPlan = { build: ownBuild(), id, engine, axes, points, seeds, sizes: drawn, shares };
  function* lines() {
    yield `${JSON.stringify(plan)}\n`;
    for (const [point, variant] of points.entries()) {
      const line = `${JSON.stringify({ point, ...packedPoint(inputOf(variant)) })}\n`;
      if (line.length > inputBytesMax)
        throw new CommandError(
          exitCode.input,
          `the input of ${variant.name} has more than ${inputBytesMax / 1024 / 1024} MiB: fewer pods`,
        );
      yield line;
    }
  }
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of Readable.from(lines()).pipe(
    createBrotliCompress({ params }),
  ) as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length > bytesMax) return undefined;
  }
  return Buffer.concat(pieces);
}

/**
 * Reads a plan; its inputs come as they are asked for. Throws a `CommandError` if it is none, or one of
 * another build.
 */
export async function readPlan(
  bytes: Uint8Array,
  name: string,
): Promise<{ readonly plan: SweepPlan; readonly inputs: PlannedInputs }> {
  const noPlan = () =>
    new CommandError(
      exitCode.input,
      `${name} is no plan of a sweep: windlass sweep --indexed-job makes them`,
    );
  const lines = unpackedLines(bytes, name, noPlan)[Symbol.asyncIterator]();
  const next = async (): Promise<unknown> => {
    const { done, value } = await lines.next();
    if (done === true) return undefined;
    try {
      return JSON.parse(value) as unknown;
    } catch {
      throw noPlan();
    }
  };
  const first = await next();
  const { data: build } = builtPlan.safeParse(first);
  if (build === undefined) throw noPlan();
  const own = ownBuild();
  if (!isSameBuild(build.build, own))
    throw new CommandError(
      exitCode.input,
      `${name} is of ${buildText(build.build)}, and this is ${buildText(own)}: its figures could be others, so use the same package for the plan, its shares and their collection`,
    );
  const { data: plan } = parseShape(sweepPlan, first) ?? {};
  if (plan === undefined) throw noPlan();
  async function* inputs({ points }: SweepPlan) {
    for (const point of points.keys()) {
      const line = plannedInput.safeParse(await next()).data;
      if (line?.point !== point) throw noPlan();
      const input = unpackedPoint(line);
      if (input === undefined) throw noPlan();
      yield { point, input };
    }
    if ((await next()) !== undefined) throw noPlan();
  }
  return { plan, inputs: inputs(plan) };
}

function packedPoint(point: PointInput): Readonly<Record<string, unknown>> {
  if ('refused' in point) return { input: point };
  const { input, origins } = point;
  return { input: { ...input, seed: 0 }, origins: originEntriesOf(input, origins) };
}

/** Returns the input of a point as it was packed; undefined if this is none. */
function unpackedPoint({ input, origins: entries }: z.infer<typeof plannedInput>): PointInput | undefined {
  const refused = refusal.safeParse(input).data;
  if (refused !== undefined) return refused;
  const origins = readOrigins(entries);
  return isSimulationInput(input) && origins !== undefined ? { input, origins } : undefined;
}

/** Returns the sizes that a plan has. */
export function plannedSizes({ sizes }: Pick<SweepPlan, 'sizes'>): DrawnSizes {
  return new Map(sizes);
}

/** Yields the lines of a packed text one by one, so that it need not fit into memory; only a line must. */
async function* unpackedLines(
  bytes: Uint8Array,
  name: string,
  noPlan: () => CommandError,
): AsyncGenerator<string> {
  const source = Readable.from([bytes]).pipe(createBrotliDecompress());
  let pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      let from = 0;
      for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, from)) {
        yield Buffer.concat([...pieces, chunk.subarray(from, at)]).toString('utf8');
        pieces = [];
        length = 0;
        from = at + 1;
      }
      pieces.push(chunk.subarray(from));
      length += chunk.length - from;
      if (length > inputBytesMax)
        throw new CommandError(
          exitCode.input,
          `${name}: a line of more than ${inputBytesMax / 1024 / 1024} MiB, which is not read`,
        );
    }
  } catch (error) {
    throw error instanceof CommandError ? error : noPlan();
  }
  if (length > 0) yield Buffer.concat(pieces).toString('utf8');
}

/**
 * Returns which seeds of a point are in a share. Runs are dealt one by one, since those of some points take
 * longer.
 */
export function seedsOfShare({ seeds, shares }: SweepPlan, point: number, share: number): readonly number[] {
  return seeds.filter((_, index) => (point * seeds.length + index) % shares === share);
}
