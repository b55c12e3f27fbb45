import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { EngineName } from '../../engine/engine.ts';
import type { SimulationInput } from '../../input/model.ts';
import type { FigureValues, SweepChunk } from '../../what-if/sweep/sweep.ts';
import type { ExitCode } from '../command-error.ts';

/** A chunk on its way through a queue. */
export interface ChunkData {
  readonly engine: EngineName;
  readonly seeds: readonly number[];
  /** The input as JSON, by Brotli, as base64. It holds no manifest and no secret: those end where inputs are read. */
  readonly input: string;
}

/** What came of a chunk. An error that ends a run is a result like another: it would come again. */
export type ChunkOutcome =
  | { readonly values: readonly FigureValues[] }
  | { readonly failed: { readonly exitCode: ExitCode; readonly message: string } };

/** Makes the jobs of chunks. Those of one point come one after another, so its input is packed once. */
export class ChunkPacker {
  readonly #engine: EngineName;
  #last: { readonly of: SimulationInput; readonly digest: string; readonly input: string } | undefined;

  constructor(engine: EngineName) {
    this.#engine = engine;
  }

  /** Returns a chunk's job. Its name is made of all that decides its figures, so equal chunks have one name, whoever asks for them. */
  pack({ input, seeds }: SweepChunk): { readonly id: string; readonly data: ChunkData } {
    if (this.#last?.of !== input) {
      const json = JSON.stringify({ ...input, seed: 0 });
      const packed = brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });
      this.#last = { of: input, digest: createHash('sha256').update(json).digest('hex'), input: packed.toString('base64') };
    }
    const id = createHash('sha256')
      .update(JSON.stringify([this.#last.digest, this.#engine, seeds]))
      .digest('hex');
    return { id: `chunk-${id.slice(0, 32)}`, data: { engine: this.#engine, seeds, input: this.#last.input } };
  }
}

/** Returns the chunk of a job. */
export function unpackChunk({ seeds, input }: ChunkData): SweepChunk {
  return { seeds, input: JSON.parse(brotliDecompressSync(Buffer.from(input, 'base64')).toString('utf8')) as SimulationInput };
}
