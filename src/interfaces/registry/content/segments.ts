/** Bytes that are made when they are read. */
export interface Source {
  /** Returns the bytes from `from` up to, and without, `to`. */
  read(from: number, to: number): Buffer;
}

/** So many of them. */
export interface Segment extends Source {
  readonly bytes: number;
}

/** Returns the first bytes of a source. */
export function startOf(source: Source, bytes: number): Segment {
  return { bytes, read: (from, to) => source.read(from, to) };
}

export function bufferSegment(buffer: Buffer): Segment {
  return { bytes: buffer.length, read: (from, to) => buffer.subarray(from, to) };
}

/** Returns a segment in which this pattern is repeated, and may break off. */
export function repeatedSegment(pattern: Buffer, bytes: number): Segment {
  return {
    bytes,
    read: (from, to) => {
      const start = from % pattern.length;
      return Buffer.alloc(start + to - from, pattern).subarray(start);
    },
  };
}

/** How something is cut into blocks, each with a header before it. */
export interface BlockFormat {
  readonly blockBytes: number;
  readonly headerBytes: number;
  readonly header: (bytes: number, isLast: boolean) => Buffer;
}

/** Returns the size of so many bytes in blocks. */
export function blockedBytes({ blockBytes, headerBytes }: BlockFormat, bytes: number): number {
  return bytes + headerBytes * Math.ceil(bytes / blockBytes);
}

/** Returns the segment in which these bytes are copied block by block. `isEnd`: nothing comes after it. */
export function blockedSegment(source: Segment, format: BlockFormat, isEnd: boolean): Segment {
  const { blockBytes, headerBytes, header } = format;
  const step = headerBytes + blockBytes;
  return {
    bytes: blockedBytes(format, source.bytes),
    read: (from, to) => {
      const pieces: Buffer[] = [];
      for (let index = Math.floor(from / step); index * step < to; index++) {
        const [at, sourceAt] = [index * step, index * blockBytes];
        const length = Math.min(blockBytes, source.bytes - sourceAt);
        const isLast = isEnd && sourceAt + length === source.bytes;
        const [start, end] = [Math.max(0, from - at), to - at];
        pieces.push(header(length, isLast).subarray(start, end));
        const [first, last] = [Math.max(0, start - headerBytes), Math.min(length, end - headerBytes)];
        if (last > first) pieces.push(source.read(sourceAt + first, sourceAt + last));
      }
      return Buffer.concat(pieces);
    },
  };
}

/** Returns segments one after the other as one. */
export function joinedSegments(segments: readonly Segment[]): Segment {
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  return {
    bytes,
    read: (from, to) => {
      const pieces: Buffer[] = [];
      let at = 0;
      for (const segment of segments) {
        const [start, end] = [Math.max(0, from - at), Math.min(segment.bytes, to - at)];
        if (end > start) pieces.push(segment.read(start, end));
        at += segment.bytes;
      }
      return pieces.length === 1 ? (pieces[0] ?? Buffer.alloc(0)) : Buffer.concat(pieces);
    },
  };
}
