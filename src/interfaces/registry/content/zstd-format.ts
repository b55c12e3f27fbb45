import {
  type BlockFormat,
  blockedBytes,
  blockedSegment,
  bufferSegment,
  type Segment,
  type Source,
  startOf,
} from './segments.ts';

/** Magic number, and a header that says: no checksum, no size, a window of 128 KiB (RFC 8878, 3.1.1). */
const frameHeader = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38]);
const blockBytes = 1 << 17;
/** A frame that decoders pass over: a magic number, and how many bytes follow (RFC 8878, 3.1.2). */
const skippedHeaderBytes = 8;

function blockFormat(type: 'raw' | 'repeated'): BlockFormat {
  const header = (length: number, isLast: boolean): Buffer => {
    const written = Buffer.alloc(3);
    written.writeUIntLE((isLast ? 1 : 0) | (type === 'raw' ? 0 : 2) | (length << 3), 0, 3);
    return type === 'raw' ? written : Buffer.concat([written, Buffer.alloc(1)]);
  };
  return { blockBytes, headerBytes: type === 'raw' ? 3 : 4, header };
}

const raw = blockFormat('raw');
/** One byte, here a zero, that comes so many times. */
const repeated = blockFormat('repeated');

/** How a tar is divided: bytes that are copied, and the zeros behind them. */
export interface ZstdSplit {
  readonly copiedBytes: number;
  readonly zeroBytes: number;
}

function framedBytes({ copiedBytes, zeroBytes }: ZstdSplit): number {
  const zeros = repeated.headerBytes * Math.ceil(zeroBytes / blockBytes);
  return frameHeader.length + blockedBytes(raw, copiedBytes) + zeros;
}

/**
 * Returns how a tar fills so many bytes best: the most of it that is copied, where only zeros follow its first
 * `leastCopied` bytes. Undefined where it does not fit.
 */
export function zstdSplit(tarBytes: number, leastCopied: number, room: number): ZstdSplit | undefined {
  const splitFor = (copiedBytes: number): ZstdSplit => ({ copiedBytes, zeroBytes: tarBytes - copiedBytes });
  // Of a tar that is copied as a whole, some bytes may make room for the header of what fills up the rest.
  const fits = (copiedBytes: number): boolean => framedBytes(splitFor(copiedBytes)) <= room;
  if (!fits(leastCopied)) return undefined;
  let [low, high] = [leastCopied, tarBytes];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  for (let copiedBytes = low; copiedBytes >= leastCopied; copiedBytes--)
    if (isFilled(room - framedBytes(splitFor(copiedBytes)))) return splitFor(copiedBytes);
  return undefined;
}

function isFilled(leftOver: number): boolean {
  return leftOver === 0 || leftOver >= skippedHeaderBytes;
}

/** Returns the parts of a zstd file of exactly so many bytes. `filler`: any bytes. */
export function zstdSegments(
  bytes: number,
  tar: Source,
  split: ZstdSplit,
  filler: Source,
): readonly Segment[] {
  const { copiedBytes, zeroBytes } = split;
  const leftOver = bytes - framedBytes(split);
  return [
    bufferSegment(frameHeader),
    blockedSegment(startOf(tar, copiedBytes), raw, zeroBytes === 0),
    repeatedBlocks(zeroBytes),
    ...(leftOver === 0 ? [] : skippedFrame(leftOver, filler)),
  ];
}

function repeatedBlocks(zeroBytes: number): Segment {
  const whole = Math.max(0, Math.ceil(zeroBytes / blockBytes) - 1);
  const pattern = repeated.header(blockBytes, false);
  const end = zeroBytes === 0 ? Buffer.alloc(0) : repeated.header(zeroBytes - whole * blockBytes, true);
  const endAt = whole * pattern.length;
  return {
    bytes: endAt + end.length,
    read: (from, to) => {
      const start = from % pattern.length;
      const length = Math.max(0, Math.min(to, endAt) - from);
      const blocks = Buffer.alloc(start + length, pattern).subarray(start);
      return Buffer.concat([blocks, end.subarray(Math.max(0, from - endAt), Math.max(0, to - endAt))]);
    },
  };
}

function skippedFrame(bytes: number, filler: Source): readonly Segment[] {
  const header = Buffer.alloc(skippedHeaderBytes);
  header.writeUInt32LE(0x184d2a50, 0);
  header.writeUInt32LE(bytes - skippedHeaderBytes, 4);
  return [bufferSegment(header), startOf(filler, bytes - skippedHeaderBytes)];
}
