import {
  type BlockFormat,
  blockedBytes,
  blockedSegment,
  bufferSegment,
  repeatedSegment,
  type Segment,
  type Source,
  startOf,
} from './segments.ts';

/** The parts of a gzip file (RFC 1952): fixed header, CRC-32 and length at the end. */
const headerBytes = 10;
const trailerBytes = 8;
export const gzipFrameBytes = headerBytes + trailerBytes;
const extraField = 0x04;
const nameField = 0x08;
/** Of an extra field, with its length. */
const extraBytesMax = 65_535 + 2;

/** What deflate does not compress it copies in blocks (RFC 1951, 3.2.4). */
const copied: BlockFormat = {
  blockBytes: 65_535,
  headerBytes: 5,
  header: (length, isLast) => {
    const header = Buffer.alloc(5);
    header.writeUInt8(isLast ? 1 : 0, 0);
    header.writeUInt16LE(length, 1);
    header.writeUInt16LE(length ^ 0xffff, 3);
    return header;
  },
};
const emptyBlock = copied.header(0, false);

/** An empty tar, deflated: for layers too small to have a file. */
export const emptyTarDeflated = Buffer.from('63601805a360148c540000', 'hex');

/**
 * Zeros are a block with fixed codes (RFC 1951, 3.2.6): one zero, then as often as needed "the last byte 258 times
 * more", 13 bits each.
 */
const zerosAtOnce = 258;

/** How a tar is divided: bytes that are copied, and the zeros behind them. */
export interface GzipSplit {
  readonly copiedBytes: number;
  /** How many times 258 zeros follow the first one; undefined: no zeros are compressed. */
  readonly zeroMatches: number | undefined;
}

/** Returns the size of the deflated tar. */
function deflatedBytes({ copiedBytes, zeroMatches }: GzipSplit): number {
  return blockedBytes(copied, copiedBytes) + (zeroMatches === undefined ? 0 : zerosBytes(zeroMatches));
}

/**
 * Returns how a tar fills so many bytes best: the most of it that is copied, where only zeros follow its first
 * `leastCopied` bytes. Undefined where it does not fit.
 */
export function gzipSplit(tarBytes: number, leastCopied: number, room: number): GzipSplit | undefined {
  const whole = { copiedBytes: tarBytes, zeroMatches: undefined };
  if (deflatedBytes(whole) <= room) return whole;
  const splitFor = (zeroMatches: number): GzipSplit => ({
    copiedBytes: tarBytes - 1 - zerosAtOnce * zeroMatches,
    zeroMatches,
  });
  // More zeros always make it smaller.
  let [low, high] = [0, Math.floor((tarBytes - 1 - leastCopied) / zerosAtOnce)];
  if (high < 0 || deflatedBytes(splitFor(high)) > room) return undefined;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (deflatedBytes(splitFor(middle)) <= room) high = middle;
    else low = middle + 1;
  }
  return splitFor(low);
}

/** Returns the parts of a gzip file of exactly so many bytes, without its trailer. `filler`: any bytes. */
export function gzipSegments(
  bytes: number,
  tar: Source,
  split: GzipSplit,
  filler: Source,
): readonly Segment[] {
  const leftOver = bytes - gzipFrameBytes - deflatedBytes(split);
  const emptyBlocks = Math.max(0, Math.ceil((leftOver - extraBytesMax) / emptyBlock.length));
  const { copiedBytes, zeroMatches } = split;
  const isEnd = zeroMatches === undefined;
  return [
    bufferSegment(gzipHeader(leftOver - emptyBlocks * emptyBlock.length, filler)),
    repeatedSegment(emptyBlock, emptyBlocks * emptyBlock.length),
    blockedSegment(startOf(tar, copiedBytes), copied, isEnd),
    ...(zeroMatches === undefined ? [] : zerosSegments(zeroMatches)),
  ];
}

/** Returns the parts of a gzip file with an empty tar, without its trailer. */
export function emptyGzipSegments(bytes: number, filler: Source): readonly Segment[] {
  const leftOver = bytes - gzipFrameBytes - emptyTarDeflated.length;
  return [bufferSegment(gzipHeader(leftOver, filler)), bufferSegment(emptyTarDeflated)];
}

/** Returns the end of a gzip file: CRC-32 and length of what is in it. */
export function gzipTrailer(crc: number, tarBytes: number): Buffer {
  const trailer = Buffer.alloc(trailerBytes);
  trailer.writeUInt32LE(crc, 0);
  trailer.writeUInt32LE(tarBytes % 2 ** 32, 4);
  return trailer;
}

/**
 * Returns a gzip header that is longer by so many bytes: an extra field, filled with the layer's random bytes so
 * that small layers differ; one byte more is an empty name.
 */
function gzipHeader(leftOver: number, filler: Source): Buffer {
  const flags = leftOver === 0 ? 0 : leftOver === 1 ? nameField : extraField;
  const header = Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 255]);
  if (leftOver < 2) return Buffer.concat([header, Buffer.alloc(leftOver)]);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(leftOver - 2);
  return Buffer.concat([header, length, filler.read(0, leftOver - 2)]);
}

/** The block's header (last, fixed codes) and the literal 0, in the order in which bits are written. */
const zerosStart = '11000110000';
/** Length 258 (symbol 285, whose code is 11000101), and distance 1 (code 0, of five bits). */
const zerosMatch = '1100010100000';
const zerosEnd = '0000000';

function zerosBytes(matches: number): number {
  return Math.ceil((zerosStart.length + zerosMatch.length * matches + zerosEnd.length) / 8);
}

/** Returns the block of zeros. Where only matches are, its bytes come round after 13. */
function zerosSegments(matches: number): readonly Segment[] {
  const startBits = zerosStart.length;
  const matchBitsEnd = startBits + zerosMatch.length * matches;
  const matchBit = (index: number): string => zerosMatch.charAt((index - startBits) % zerosMatch.length);
  const bit = (index: number): string => {
    if (index < startBits) return zerosStart.charAt(index);
    return index < matchBitsEnd ? matchBit(index) : zerosEnd.charAt(index - matchBitsEnd);
  };
  const roundsAt = Math.ceil(startBits / 8);
  const roundsEnd = Math.max(roundsAt, Math.floor(matchBitsEnd / 8));
  return [
    bufferSegment(packedBits(bit, 0, roundsAt)),
    repeatedSegment(packedBits(matchBit, roundsAt, roundsAt + zerosMatch.length), roundsEnd - roundsAt),
    bufferSegment(packedBits(bit, roundsEnd, zerosBytes(matches))),
  ];
}

/** Returns the bytes from one place up to, and without, another; the first bit of each is its lowest. */
function packedBits(bit: (index: number) => string, from: number, to: number): Buffer {
  return Buffer.from(
    Array.from({ length: to - from }, (_, index) => {
      const bits = Array.from({ length: 8 }, (_, place) => bit((from + index) * 8 + place) || '0');
      return Number.parseInt(bits.reverse().join(''), 2);
    }),
  );
}
