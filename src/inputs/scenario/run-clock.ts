import { defaultOf } from '../defaults.ts';
import { parseDuration } from './quantities.ts';
import { micros } from './quantity-shapes.ts';
import type { ReadScenario } from './read-scenario.ts';

/** What the clock shows at the start of a run, and how long the run goes on at most. */
export interface RunClock {
  /** Since 1970. */
  readonly startMs: number;
  readonly horizonMicros: number;
}

/** Returns the clock of a Scenario that says its startTime. */
export function runClock(
  { value: { startTime, horizon } }: ReadScenario,
  request: { readonly horizon?: string },
): RunClock | undefined {
  if (startTime === undefined) return undefined;
  const asked = request.horizon === undefined ? undefined : parseDuration(request.horizon);
  return { startMs: Date.parse(startTime), horizonMicros: asked ?? micros(horizon ?? defaultOf('horizon')) };
}

/** `2026-03-01T02:00:00Z`, with a fraction if there is one. */
export function instantText(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}
