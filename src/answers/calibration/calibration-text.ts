import { appendAll } from '../../rules/collections/append-all.ts';
import { largest } from '../../rules/collections/extremes.ts';
import type { Calibration } from './calibration.ts';
import { type Estimate, halfWidth, samplesText } from './estimates/estimate.ts';

/**
 * Returns a table of the figures for people, with dropped samples and the reasons, notes, and advice for
 * surer figures.
 */
export function calibrationText(calibration: Calibration): string {
  const {
    link,
    unpack,
    cpus,
    combined,
    registries,
    anyRegistry,
    pullsSeen,
    pullsUsed,
    thrownAway,
    notes,
    advice,
  } = calibration;
  const rows = [
    ['', 'estimate', '95% interval', 'width', 'from'],
    ...(link === undefined ? [] : [row('link', link, rateText)]),
    ...(unpack === undefined ? [] : [row('unpack (unpacked)', unpack, rateText)]),
    ...(cpus === undefined ? [] : [row('cpus', cpus, cpusText)]),
    ...(combined === undefined ? [] : [row('both together', combined, rateText)]),
    ...registries.flatMap(({ registry, roundTrip, connect }) => [
      row(`round trip ${registry}`, roundTrip, microsText),
      ...(connect === undefined ? [] : [row(`connect ${registry}`, connect, microsText)]),
    ]),
    ...(anyRegistry === undefined ? [] : [row('round trip', anyRegistry, microsText)]),
  ];
  const lines = rows.length > 1 ? aligned(rows) : ['Nothing could be estimated.'];
  const dropped = thrownAway.reduce((sum, { count }) => sum + count, 0);
  // A histogram alone shows no single pull.
  if (pullsSeen + dropped > 0 || rows.length === 1) {
    lines.push(
      '',
      `Pulls: ${pullsSeen} seen, ${pullsUsed} used${dropped === 0 ? '' : `; thrown away or passed over:`}`,
    );
  }
  for (const { reason, count } of thrownAway) lines.push(`  ${String(count).padStart(5)}  ${reason}`);
  if (notes.length > 0) appendAll(lines, ['', ...notes.map((note) => `Note: ${note}.`)]);
  if (advice.length > 0) appendAll(lines, ['', 'Surer with:', ...advice.map((one) => `  - ${one}`)]);
  return `${lines.join('\n')}\n`;
}

function row(name: string, estimate: Estimate, text: (value: number) => string): string[] {
  const { value, low, high } = estimate;
  const width = halfWidth(estimate);
  return [
    name,
    value === null ? `≥ ${text(low)}` : text(value),
    high === null ? `${text(low)} or more` : `${text(low)} – ${text(high)}`,
    width === null ? 'open' : `±${Math.round(width * 100)} %`,
    samplesText(estimate),
  ];
}

function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => largest(rows.map((cells) => cells[column]?.length ?? 0))) ?? [];
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

const prefixes = ['', 'k', 'M', 'G', 'T'] as const;

/** Returns a rate as a Scenario takes it, with three digits: `19.6MB/s`. */
export function rateText(bytesPerSecond: number): string {
  let value = bytesPerSecond;
  for (const prefix of prefixes) {
    const text = threeFigures(value);
    if (Number(text) < 1_000 || prefix === 'T') return `${text}${prefix}B/s`;
    value /= 1_000;
  }
  return `${Math.round(bytesPerSecond)}B/s`;
}

/** Returns a duration as a Scenario takes it, with three digits: `20.3ms`, `850us`, `1.2s`. */
export function microsText(micros: number): string {
  if (micros < 999.5) return `${Math.round(micros)}us`;
  return micros < 999_500 ? `${threeFigures(micros / 1_000)}ms` : `${threeFigures(micros / 1e6)}s`;
}

/** A number of processors, which may be a share of one: `2`, `3.9`. */
export function cpusText(count: number): string {
  return String(Number(count.toFixed(1)));
}

function threeFigures(value: number): string {
  const digits = value < 9.995 ? 2 : value < 99.95 ? 1 : 0;
  return String(Number(value.toFixed(digits)));
}
