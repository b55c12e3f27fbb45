import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import type { EngineName } from '../../engine/engine.ts';
import type { PointInput } from '../../what-if/sweep/sweep.ts';
import type { Variant } from '../../what-if/variants/variant.ts';
import type { Axis } from '../../what-if/variants/vary.ts';
import { CommandError, exitCode } from '../command-error.ts';
import { type Build, buildText, isSameBuild, ownBuild } from '../queue/build-name.ts';
import type { PlannedSweep } from '../sweep/planned-sweep.ts';

/** A sweep in shares, without its inputs. */
export interface SweepPlan {
  readonly build: Build;
  readonly id: string;
  readonly engine: EngineName;
  readonly axes: readonly Axis[];
  readonly points: readonly Variant[];
  readonly seeds: readonly number[];
  /** How many shares there are. */
  readonly shares: number;
}

/** The inputs of a plan, point after point. They hold neither manifests nor secrets: those end where inputs are read. */
type PlannedInputs = AsyncIterable<{ readonly point: number; readonly input: PointInput }>;

/** Inputs of points are alike: one is short where the one before is within this window of 16 MiB. */
const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };

/** Packs a sweep with its inputs: JSON line by line, by Brotli. Returns undefined as soon as it is longer than `bytesMax`. */
export async function packPlan(
  { id, axes, points, seeds, inputOf }: PlannedSweep,
  { engine, shares }: Pick<SweepPlan, 'engine' | 'shares'>,
  bytesMax: number,
): Promise<Buffer | undefined> {
  const plan: SweepPlan = { build: ownBuild(), id, engine, axes, points, seeds, shares };
  function* lines() {
    yield `${JSON.stringify(plan)}\n`;
    for (const [point, variant] of points.entries()) {
      const input = inputOf(variant);
      yield `${JSON.stringify({ point, input: 'refused' in input ? input : { ...input, seed: 0 } })}\n`;
    }
  }
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of Readable.from(lines()).pipe(createBrotliCompress({ params })) as AsyncIterable<Buffer>) {
    pieces.push(piece);
    length += piece.length;
    if (length > bytesMax) return undefined;
  }
  return Buffer.concat(pieces);
}

/** Reads a plan; its inputs come as they are asked for. Throws a `CommandError` if it is none, or one of another build. */
export async function readPlan(bytes: Uint8Array, name: string): Promise<{ readonly plan: SweepPlan; readonly inputs: PlannedInputs }> {
  const source = Readable.from([bytes]).pipe(createBrotliDecompress());
  const lines = createInterface({ input: source, crlfDelay: Infinity })[Symbol.asyncIterator]();
  // The error comes from the source, and readline does not pass it on.
  const failed = new Promise<never>((_, reject) => source.on('error', reject));
  failed.catch(() => {});
  const noPlan = () => new CommandError(exitCode.input, `${name} is no plan of a sweep: windlass sweep --indexed-job makes them`);
  const next = async (): Promise<unknown> => {
    try {
      const { done, value } = await Promise.race([lines.next(), failed]);
      return done === true ? undefined : (JSON.parse(value) as unknown);
    } catch {
      throw noPlan();
    }
  };
  const plan = (await next()) as SweepPlan | undefined;
  if (plan?.build === undefined) throw noPlan();
  const own = ownBuild();
  if (!isSameBuild(plan.build, own))
    throw new CommandError(
      exitCode.input,
      `${name} is of ${buildText(plan.build)}, and this is ${buildText(own)}: its figures could be others, so use the same package for the plan, its shares and their collection`,
    );
  async function* inputs() {
    for (let line = await next(); line !== undefined; line = await next())
      yield line as { readonly point: number; readonly input: PointInput };
  }
  return { plan, inputs: inputs() };
}

/** Returns which seeds of a point are in a share. Runs are dealt one by one, since those of some points take longer. */
export function seedsOfShare({ seeds, shares }: SweepPlan, point: number, share: number): readonly number[] {
  return seeds.filter((_, index) => (point * seeds.length + index) % shares === share);
}
