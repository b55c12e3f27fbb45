import fc from 'fast-check';
import type { ScriptKubelet } from './script.ts';

/** When something happens, told by what came before, so that it stays at the edge it aims at while all else shrinks. */
export type Moment =
  /** So many microseconds after the call before. */
  | { readonly kind: 'gap'; readonly micros: number }
  /**
   * At the edge of a window: after a call `back` calls earlier, its image's pull number `pull` (0: no pull), and a window
   * of the back-off or the throttle; `offMicros` beside that.
   */
  | { readonly kind: 'edge'; readonly back: number; readonly pull: number; readonly window: number; readonly offMicros: number };

const gap: fc.Arbitrary<Moment> = fc
  .oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.constantFrom(1_000_000, 1_000, 10_000_000, 1, 200_000) },
    { weight: 3, arbitrary: fc.nat(15_000_000) },
    { weight: 1, arbitrary: fc.nat(700_000_000) },
  )
  .map((micros) => ({ kind: 'gap', micros }));

const edge: fc.Arbitrary<Moment> = fc
  .record({ back: fc.nat(4), pull: fc.nat(2), window: fc.nat(7), offMicros: fc.constantFrom(0, -1, 1) })
  .map((drawn) => ({ kind: 'edge', ...drawn }));

/** Moments of calls and removals. */
export const moment: fc.Arbitrary<Moment> = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: gap },
  { weight: 2, arbitrary: edge },
);

/** What a moment may refer to: when the earlier calls were, and how long their images' pulls take. */
export interface EarlierCall {
  readonly atMicros: number;
  readonly pullsMicros: readonly number[];
}

/** The moment in whole microseconds from the start, never before it. */
export function microsOfMoment(moment: Moment, earlier: readonly EarlierCall[], kubelet: ScriptKubelet): number {
  if (moment.kind === 'gap') return (earlier.at(-1)?.atMicros ?? 0) + moment.micros;
  const from = earlier[Math.max(0, earlier.length - 1 - moment.back)];
  const pull = moment.pull === 0 ? 0 : (from?.pullsMicros[moment.pull - 1] ?? 0);
  return Math.max(0, (from?.atMicros ?? 0) + pull + windowMicros(moment.window, kubelet) + moment.offMicros);
}

/** Nothing, the first windows of the back-off, its expiry, and the time in which a token comes back. */
function windowMicros(window: number, { imagePullBackOff, registryPullQPS }: ScriptKubelet): number {
  const { initialMs, maxMs } = imagePullBackOff;
  const tokenMs = registryPullQPS > 0 ? 1_000 / registryPullQPS : 0;
  const windowsMs = [
    0,
    initialMs,
    Math.min(2 * initialMs, maxMs),
    Math.min(4 * initialMs, maxMs),
    maxMs,
    2 * maxMs,
    tokenMs,
    initialMs + maxMs,
  ];
  return Math.round((windowsMs[window] ?? 0) * 1_000);
}
