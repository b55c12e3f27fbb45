const units = ['KiB', 'MiB', 'GiB', 'TiB'] as const;

/** Bytes as people read them, `512 B`, `1.5 GiB`. Mirrors `formatSize` in image_gc_manager.go (1.35 and later). */
export function formatSize(bytes: bigint): string {
  let size = Number(bytes);
  if (size < 1024) return `${bytes} B`;
  let unit: string = 'B';
  for (const next of units) {
    if (size < 1024) break;
    size /= 1024;
    unit = next;
  }
  return `${oneDecimal(size)} ${unit}`;
}

// Go rounds the exact value half to even, toFixed half up: they part only where the value ends in 5 exactly.
function oneDecimal(value: number): string {
  const twentieths = value * 20;
  if (Number.isInteger(twentieths) && twentieths % 2 !== 0) {
    const tenths = Math.floor(twentieths / 2);
    return ((tenths % 2 === 0 ? tenths : tenths + 1) / 10).toFixed(1);
  }
  return value.toFixed(1);
}
