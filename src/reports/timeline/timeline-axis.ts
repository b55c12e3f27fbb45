const stepsMs = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 1_200_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 21_600_000, 43_200_000, 86_400_000,
] as const;

const columnsPerLabel = 9;

/**
 * Returns the line of times above the bars, at most `columns` wide: `0s       10s      20s`, each label above
 * its moment.
 */
export function timelineAxis(columns: number, spanMs: number): string {
  const stepMs = stepFor((spanMs / columns) * columnsPerLabel);
  let axis = '';
  for (let atMs = 0; atMs < spanMs || atMs === 0; atMs += stepMs) {
    const column = spanMs > 0 ? Math.floor((atMs / spanMs) * columns) : 0;
    const label = axisLabel(atMs);
    if (column + label.length > columns) break;
    axis = `${axis.padEnd(column)}${label}`;
  }
  return axis;
}

/** Returns the moments to mark on an axis, at most about `count`, each with its label. */
export function axisTicks(
  spanMs: number,
  count: number,
): { readonly atMs: number; readonly label: string }[] {
  const stepMs = stepFor(spanMs / count);
  const ticks = [];
  for (let atMs = 0; atMs < spanMs || atMs === 0; atMs += stepMs)
    ticks.push({ atMs, label: axisLabel(atMs) });
  return ticks;
}

function stepFor(leastMs: number): number {
  for (const stepMs of stepsMs) if (stepMs >= leastMs) return stepMs;
  let stepMs: number = stepsMs[stepsMs.length - 1] ?? 86_400_000;
  while (stepMs < leastMs) stepMs *= 2;
  return stepMs;
}

function axisLabel(atMs: number): string {
  if (atMs === 0) return '0s';
  if (atMs < 1000) return `${atMs}ms`;
  const seconds = atMs / 1000;
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m${seconds % 60 === 0 ? '' : `${seconds % 60}s`}`;
  return `${Math.floor(minutes / 60)}h${minutes % 60 === 0 ? '' : `${minutes % 60}m`}`;
}
