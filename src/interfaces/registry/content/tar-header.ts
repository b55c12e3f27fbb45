/** The unit in which tar counts: a header has one, and a file is filled up to whole ones. */
export const tarBlockBytes = 512;

const octalSizeMax = 8 ** 11 - 1;

/** Returns the header of a regular file that anyone may read (ustar; GNU's binary size from 8 GiB on). */
export function tarHeader(name: string, fileBytes: number): Buffer {
  const header = Buffer.alloc(tarBlockBytes);
  header.write(name, 0, 100, 'latin1');
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  if (fileBytes <= octalSizeMax) header.write(`${fileBytes.toString(8).padStart(11, '0')}\0`, 124);
  else {
    header.writeUInt8(0x80, 124);
    header.writeBigUInt64BE(BigInt(fileBytes), 128);
  }
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
