import type { Layer } from '../../runtime/images/image.ts';

/** How a layer of this media type is packed, in the words of OCI or Docker; undefined for gzip, which goes without saying. */
export function layerCompression(mediaType: string | null | undefined): Exclude<Layer['compression'], 'gzip'> {
  if (/[.+]zstd$/.test(mediaType ?? '')) return 'zstd';
  return /\.tar$/.test(mediaType ?? '') ? 'none' : undefined;
}
