import type { RecordedRun } from './recorded-run.ts';

/**
 * Returns the layers that a recorded pull queued for download, in the order of their first requests; those
 * that were never requested come last, as they were queued. Layers that two pulls share are told apart by the
 * image that was recorded first.
 */
export function requestedLayers(run: RecordedRun, pull: string): readonly number[] {
  const start = run.events.find((event) => event.ev === 'pull.start' && event.pull === pull);
  if (start?.ev !== 'pull.start') return [];
  const end = run.events.find((event) => event.ev === 'pull.end' && event.pull === pull);
  const layers = run.header.images[start.image]?.layers ?? [];
  const places = new Map(layers.map(({ blob }, place) => [blob, place] as const));
  const during = run.events.filter(({ ms }) => ms >= start.ms && ms <= (end?.ms ?? Infinity));
  const requested = during.flatMap((event) => (event.ev === 'http' ? (places.get(event.blob) ?? []) : []));
  const queued = during.flatMap((event) =>
    event.ev === 'fetch.begin' ? (places.get(event.blob) ?? []) : [],
  );
  return [...new Set([...requested, ...queued])];
}
