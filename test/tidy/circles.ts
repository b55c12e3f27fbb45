import { posix } from 'node:path';
import { importsOf } from './import-rules.ts';
import type { Source } from './sources.ts';

/**
 * Files that import each other, by whatever way round and types included; each circle once, its files in
 * order of path.
 */
export function importCircles(sources: readonly Source[]): string[][] {
  const importsBy = new Map(sources.map((source) => [source.path, importedBy(source)]));
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  // Tarjan's strongly connected components.
  const visit = (path: string): void => {
    const own = order.size;
    order.set(path, own);
    lowest.set(path, own);
    open.push(path);
    for (const target of importsBy.get(path) ?? []) {
      if (!importsBy.has(target)) continue;
      if (!order.has(target)) visit(target);
      if (open.includes(target))
        lowest.set(path, Math.min(lowest.get(path) ?? own, lowest.get(target) ?? own));
    }
    if (lowest.get(path) !== own) return;
    const circle = open.splice(open.indexOf(path));
    if (circle.length > 1) circles.push(circle.sort());
  };
  for (const { path } of sources) if (!order.has(path)) visit(path);
  return circles;
}

/** The files of ours that the file imports, by their paths. */
export function importedBy({ path, text }: Source): string[] {
  return importsOf(text)
    .filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => posix.join(posix.dirname(path), specifier));
}
