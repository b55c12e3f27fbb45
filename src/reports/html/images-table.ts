import { getOrInsert } from '../../rules/collections/get-or-insert.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { durationText, sizeText } from '../text/quantity-text.ts';
import type { Markup } from './markup.ts';
import { pageTable } from './page-table.ts';

interface ImageFigures {
  readonly nodes: Set<string>;
  pulls: number;
  failed: number;
  present: number;
  tookMs: number;
  waitedMs: number;
  ended: number;
  bytes: number;
  downloadedBytes: number;
}

/** Returns the images, those with the most downloaded bytes first; undefined if no pod needed one. */
export function imagesTable(records: readonly TraceRecord[]): Markup | undefined {
  const images = imageFigures(records);
  if (images.size === 0) return undefined;
  const rows = [...images]
    .toSorted(([, a], [, b]) => b.downloadedBytes - a.downloadedBytes || b.pulls - a.pulls)
    .map(([image, figures]) => [
      image,
      figures.bytes === 0 ? '–' : sizeText(figures.bytes),
      String(figures.nodes.size),
      String(figures.pulls),
      String(figures.failed),
      String(figures.present),
      sizeText(figures.downloadedBytes),
      figures.ended === 0 ? '–' : durationText(figures.waitedMs / figures.ended),
      figures.ended === 0 ? '–' : durationText(figures.tookMs / figures.ended),
    ]);
  const number = (title: string) => ({ title, look: 'number' }) as const;
  const columns = [
    'size',
    'nodes',
    'pulls',
    'failed',
    'found present',
    'downloaded',
    'mean wait for a slot',
    'mean pull',
  ].map(number);
  return pageTable(
    'Images, the most downloaded first',
    [{ title: 'image', look: 'name' }, ...columns],
    rows,
    200,
  );
}

function imageFigures(records: readonly TraceRecord[]): Map<string, ImageFigures> {
  const images = new Map<string, ImageFigures>();
  const byActor = new Map<string, ImageFigures>();
  const shared = new Set<string>();
  for (const record of records) {
    if (record.type === 'fetch') {
      const caller = record.pull;
      const layer = `${caller} ${record.layer} ${record.digest}`;
      const wasShared = shared.delete(layer);
      if (record.state === 'shared') shared.add(layer);
      const image = byActor.get(caller);
      if (record.state === 'fetched' && !wasShared && image !== undefined)
        image.downloadedBytes += record.bytes;
    }
    if (record.type !== 'pull') continue;
    const figures = getOrInsert(images, record.image, emptyFigures);
    byActor.set(record.actor, figures);
    figures.nodes.add(record.node);
    if (record.state === 'pulling') figures.pulls += 1;
    if (record.state === 'present') figures.present += 1;
    if (record.state === 'failed') figures.failed += 1;
    if (record.sizeBytes !== undefined) figures.bytes = record.sizeBytes;
    if (record.state !== 'pulled') continue;
    figures.ended += 1;
    figures.tookMs += record.tookMs ?? 0;
    figures.waitedMs += record.waitedMs ?? 0;
  }
  return images;
}

function emptyFigures(): ImageFigures {
  return {
    nodes: new Set(),
    pulls: 0,
    failed: 0,
    present: 0,
    tookMs: 0,
    waitedMs: 0,
    ended: 0,
    bytes: 0,
    downloadedBytes: 0,
  };
}
