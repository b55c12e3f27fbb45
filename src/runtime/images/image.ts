/** An image as its registry serves it. */
export interface Image {
  readonly name: string;
  /** The image ID that the runtime reports, `sha256:…`. */
  readonly ref: string;
  /** Whether the tag points to an index, which costs one more round trip (docs/fidelity: not measured). */
  readonly index: boolean;
  readonly configBytes: number;
  readonly layers: readonly Layer[];
  readonly source: 'scenario' | 'catalogue' | 'node' | 'known' | 'assumed';
}

export interface Layer {
  readonly digest: string;
  readonly bytes: number;
  readonly unpackedBytes: number;
  /** The compression of the layer; absent: gzip. */
  readonly compression?: 'gzip' | 'none' | 'zstd';
  /** How many files the layer holds; absent: few. */
  readonly files?: number;
}
