import type { Series } from '../run-view/series-builder.ts';

/**
 * Returns the sum of step functions, which is one itself; undefined if there are none, or if all are always
 * zero.
 */
export function sumSeries(all: readonly (Series | undefined)[]): Series | undefined {
  const changes: { readonly atMs: number; readonly by: number }[] = [];
  for (const series of all) {
    let before = 0;
    for (const [index, value] of (series?.values ?? []).entries()) {
      if (value !== before) changes.push({ atMs: series?.atMs[index] ?? 0, by: value - before });
      before = value;
    }
  }
  if (changes.length === 0) return undefined;
  changes.sort((a, b) => a.atMs - b.atMs);
  const atMs: number[] = [0];
  const values: number[] = [0];
  let sum = 0;
  for (const change of changes) {
    sum += change.by;
    // Floating-point sums do not return exactly to zero.
    if (Math.abs(sum) < 1e-6) sum = 0;
    if (atMs.at(-1) === change.atMs) values[values.length - 1] = sum;
    else {
      atMs.push(change.atMs);
      values.push(sum);
    }
  }
  return { atMs, values };
}

/** A point of a drawn step function. */
export interface Step {
  readonly atMs: number;
  readonly value: number;
}

/**
 * Returns the steps to draw, at most about `stepsMax`. A longer series gets the highest value of each of
 * equal stretches of time, so that no peak is lost. The last step is at `endMs`.
 */
export function drawnSteps({ atMs, values }: Series, endMs: number, stepsMax: number): Step[] {
  const steps = atMs
    .map((at, index) => ({ atMs: at, value: values[index] ?? 0 }))
    .filter((step) => step.atMs <= endMs);
  const drawn = steps.length <= stepsMax ? steps : peaks(steps, endMs, stepsMax);
  return [...drawn, { atMs: endMs, value: steps.at(-1)?.value ?? 0 }];
}

function peaks(steps: readonly Step[], endMs: number, stepsMax: number): Step[] {
  const stretchMs = endMs / stepsMax;
  const drawn: Step[] = [];
  let next = 0;
  let value = 0;
  for (let stretch = 0; stretch < stepsMax; stretch++) {
    let peak = value;
    for (
      let step = steps[next];
      step !== undefined && step.atMs < (stretch + 1) * stretchMs;
      step = steps[next]
    ) {
      value = step.value;
      peak = Math.max(peak, value);
      next += 1;
    }
    if (drawn.at(-1)?.value !== peak) drawn.push({ atMs: stretch * stretchMs, value: peak });
  }
  return drawn;
}
