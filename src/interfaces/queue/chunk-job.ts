import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { z } from 'zod';
import { sizeDrawsMax } from '../../answers/what-if/runs/drawn-sizes.ts';
import type { FigureValues, SweepChunk } from '../../answers/what-if/sweep/sweep.ts';
import { figureRows } from '../../reports/comparison/figure-rows.ts';
import { type EngineName, engineNames } from '../../run/engine/engine.ts';
import type { SimulationInput } from '../../run/simulation-input.ts';
import { CommandError, exitCode } from '../cli/command-error.ts';
import { inputBytesMax, isSimulationInput } from '../cli/sweep/input-shape.ts';
import { originEntriesOf, readOrigins } from '../cli/sweep/origin-shape.ts';

/** How many seeds a chunk has at most. */
export const seedsPerChunkMax = 100;
/** An input, packed. */
const packedLengthMax = 32 * 1024 * 1024;
/** A result as JSON: some 20 figures for each seed. */
export const outcomeLengthMax = 256 * 1024;
const messageLengthMax = 8_000;

const chunkData = z.strictObject({
  engine: z.enum(engineNames),
  seeds: z.array(z.int()).min(1).max(seedsPerChunkMax),
  /** Of each seed the draw of sizes that its run has. */
  draws: z.array(z.int().nonnegative().lt(sizeDrawsMax)),
  /**
   * The input and the origins of the images whose sizes are drawn, as JSON, by Brotli, as base64. It holds no manifest and no secret: those end where inputs are
   * read.
   */
  input: z.string().max(packedLengthMax),
});

const packedInput = z.strictObject({ input: z.unknown(), origins: z.unknown() });

/** A chunk on its way through a queue. */
export type ChunkData = Readonly<z.infer<typeof chunkData>>;

/** What came of a chunk. An error that ends a run is a result like another: it would come again. */
const chunkOutcome = z.union([
  z.strictObject({
    values: z.array(z.array(z.number().nullable()).length(figureRows.length)).max(seedsPerChunkMax),
  }),
  z.strictObject({
    failed: z.strictObject({
      exitCode: z.literal(exitCode.simulation),
      message: z.string().max(messageLengthMax),
    }),
  }),
]);

export type ChunkOutcome = Readonly<z.infer<typeof chunkOutcome>>;

/** Makes the jobs of chunks. Those of one point come one after another, so its input is packed once. */
export class ChunkPacker {
  readonly #engine: EngineName;
  #last: { readonly of: SimulationInput; readonly digest: string; readonly input: string } | undefined;

  constructor(engine: EngineName) {
    this.#engine = engine;
  }

  /**
   * Returns a chunk's job. Its name is made of all that decides its figures, so equal chunks have one name,
   * whoever asks for them. Throws a `CommandError` for an input that is longer than a worker takes.
   */
  pack({ input, origins, seeds, draws }: SweepChunk): { readonly id: string; readonly data: ChunkData } {
    if (this.#last?.of !== input) {
      const json = JSON.stringify({ input: { ...input, seed: 0 }, origins: originEntriesOf(input, origins) });
      if (Buffer.byteLength(json) > inputBytesMax) throw tooLarge();
      const packed = brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }).toString(
        'base64',
      );
      if (packed.length > packedLengthMax) throw tooLarge();
      this.#last = { of: input, digest: createHash('sha256').update(json).digest('hex'), input: packed };
    }
    const id = createHash('sha256')
      .update(JSON.stringify([this.#last.digest, this.#engine, seeds, draws]))
      .digest('hex');
    return {
      id: `chunk-${id.slice(0, 32)}`,
      data: { engine: this.#engine, seeds: [...seeds], draws: [...draws], input: this.#last.input },
    };
  }
}

function tooLarge(): CommandError {
  return new CommandError(
    exitCode.input,
    `the input of a run has more than ${inputBytesMax / 1024 / 1024} MiB as JSON, which --queue does not carry: fewer pods, or the same command without --queue`,
  );
}

/**
 * Returns the chunk of a job, with its engine. Throws an error that says what is wrong if the job holds none.
 */
export function unpackChunk(data: unknown): SweepChunk & { readonly engine: EngineName } {
  const read = chunkData.safeParse(data);
  if (!read.success || read.data.draws.length !== read.data.seeds.length)
    throw new Error('the job holds no chunk of a sweep');
  const { engine, seeds, draws } = read.data;
  const packed = packedInput.safeParse(parsedJson(unpackedText(read.data.input))).data;
  const origins = readOrigins(packed?.origins);
  if (!isSimulationInput(packed?.input) || origins === undefined)
    throw new Error('the job of a chunk holds no input of a run');
  return { engine, seeds, draws, input: packed.input, origins };
}

function unpackedText(packed: string): string {
  try {
    return brotliDecompressSync(Buffer.from(packed, 'base64'), { maxOutputLength: inputBytesMax }).toString(
      'utf8',
    );
  } catch (error) {
    const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new Error(
      isTooLong
        ? `the job of a chunk has more than ${inputBytesMax / 1024 / 1024} MiB unpacked`
        : 'the job of a chunk cannot be unpacked',
      { cause: error },
    );
  }
}

/**
 * Returns what came of a chunk with so many seeds, as its worker wrote it; undefined if this is no outcome of
 * it.
 */
export function readOutcome(
  text: string,
  seeds: number,
): { readonly values: readonly FigureValues[] } | ChunkFailure | undefined {
  const read = chunkOutcome.safeParse(parsedJson(text));
  if (!read.success) return undefined;
  return 'values' in read.data && read.data.values.length !== seeds ? undefined : read.data;
}

type ChunkFailure = Extract<ChunkOutcome, { readonly failed: unknown }>;

/** Returns the outcome of a run that ended with an error of the simulation. */
export function failedOutcome(error: CommandError): ChunkOutcome | undefined {
  if (error.exitCode !== exitCode.simulation) return undefined;
  return { failed: { exitCode: error.exitCode, message: error.message.slice(0, messageLengthMax) } };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
