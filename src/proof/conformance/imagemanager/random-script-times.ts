import fc from 'fast-check';
import {
  type BackOffRules,
  type BackOffTable,
  backOffKeptMicros,
  emptyBackOffTable,
  isInBackOffSinceUpdate,
  nextBackOff,
} from '../../../rules/kubelet/images/back-off.ts';
import { takeToken } from '../../../rules/kubelet/images/token-bucket.ts';
import { coarseFromMicros } from '../script-time.ts';
import type { ScriptKubelet, ScriptPull } from './script.ts';

/**
 * A moment relative to earlier calls, so that it stays at the edge at which it aims while everything else
 * shrinks.
 */
export type Moment =
  /** So many microseconds after the call before. */
  | { readonly kind: 'gap'; readonly micros: number }
  /** At an edge of a rule for a call that is `back` calls earlier, shifted by `offMicros`. */
  | { readonly kind: 'edge'; readonly edge: Edge; readonly back: number; readonly offMicros: number };

/**
 * The edges: the end of the call's pull, of the window that its key has then or would have after another
 * failure, of the longest window, of the time for which the key is remembered, or of the wait for a token.
 * `sweep` is between the last two: what is swept there must not be forgotten.
 */
type Edge = 'pull' | 'window' | 'nextWindow' | 'maximum' | 'sweep' | 'expiry' | 'token';

const secondMicros = 1_000_000;
const hourMicros = 3600 * secondMicros;
/** The last of these moments. What follows it within a day still has a time exact to the nanosecond. */
const lastMicros = coarseFromMicros - 24 * hourMicros;
const off = fc.constantFrom(0, -1, 1);

const gap: fc.Arbitrary<Moment> = fc
  .oneof(
    { withCrossShrink: true },
    { weight: 4, arbitrary: fc.constant(0) },
    { weight: 3, arbitrary: fc.constantFrom(1_000_000, 1_000, 10_000_000, 1, 200_000) },
    { weight: 3, arbitrary: fc.nat(15_000_000) },
    { weight: 1, arbitrary: fc.nat(700_000_000) },
  )
  .map((micros) => ({ kind: 'gap', micros }));

function edgeOf(edges: fc.Arbitrary<Edge>, backMax: number): fc.Arbitrary<Moment> {
  return fc
    .record({ edge: edges, back: fc.nat(backMax), offMicros: off })
    .map((drawn) => ({ kind: 'edge', ...drawn }));
}

/** Moments of calls and removals of all kinds. */
export const moment: fc.Arbitrary<Moment> = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: gap },
  { weight: 2, arbitrary: edgeOf(fc.constantFrom('window', 'pull', 'nextWindow', 'expiry', 'token'), 4) },
);

/**
 * Moments of one key that fails again and again: at the end of each window, sometimes in the middle of it or
 * long after.
 */
export const windowMoment: fc.Arbitrary<Moment> = fc.oneof(
  { withCrossShrink: true },
  { weight: 10, arbitrary: edgeOf(fc.constant('window'), 0) },
  { weight: 2, arbitrary: edgeOf(fc.constant('expiry'), 0) },
  { weight: 1, arbitrary: edgeOf(fc.constantFrom('nextWindow', 'pull'), 0) },
  { weight: 2, arbitrary: gap },
);

/** Moments of calls that take tokens: many at once, then when there is a token again. */
export const tokenMoment: fc.Arbitrary<Moment> = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constant<Moment>({ kind: 'gap', micros: 0 }) },
  { weight: 3, arbitrary: edgeOf(fc.constant('token'), 4) },
  { weight: 1, arbitrary: gap },
);

/** Moments of many calls: most at once, the others within a second. */
export const crowdMoment: fc.Arbitrary<Moment> = fc
  .oneof(
    { withCrossShrink: true },
    { weight: 6, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.nat(secondMicros) },
  )
  .map((micros) => ({ kind: 'gap', micros }));

function gapOf(micros: fc.Arbitrary<number>): fc.Arbitrary<Moment> {
  return micros.map((drawn) => ({ kind: 'gap', micros: drawn }));
}

/** Moments of several keys at every edge of the back-off, of the one that was called last or of another. */
export const backOffMoment: fc.Arbitrary<Moment> = fc.oneof(
  { withCrossShrink: true },
  { weight: 5, arbitrary: edgeOf(fc.constantFrom('window', 'nextWindow', 'maximum', 'sweep', 'expiry'), 2) },
  { weight: 4, arbitrary: edgeOf(fc.constantFrom('window', 'sweep'), 1) },
  { weight: 2, arbitrary: fc.constant<Moment>({ kind: 'gap', micros: 0 }) },
  { weight: 1, arbitrary: edgeOf(fc.constant('pull'), 2) },
  { weight: 1, arbitrary: gapOf(fc.nat(999)) },
);

/** Moments of pulls that overlap: at once, during the pull before, or at its end. */
export const overlapMoment: fc.Arbitrary<Moment> = fc.oneof(
  { withCrossShrink: true },
  { weight: 3, arbitrary: fc.constant<Moment>({ kind: 'gap', micros: 0 }) },
  { weight: 4, arbitrary: gapOf(fc.nat(3_000_000)) },
  { weight: 2, arbitrary: edgeOf(fc.constant('pull'), 2) },
  { weight: 1, arbitrary: fc.constant<Moment>({ kind: 'gap', micros: 20_000_000 }) },
);

/** Moments at which a bucket is empty, nearly full, or has been full for long. */
export const bucketMoment: fc.Arbitrary<Moment> = fc.oneof(
  { withCrossShrink: true },
  { weight: 5, arbitrary: fc.constant<Moment>({ kind: 'gap', micros: 0 }) },
  { weight: 3, arbitrary: edgeOf(fc.constant('token'), 3) },
  { weight: 2, arbitrary: gapOf(fc.nat(2_000_000)) },
  {
    weight: 1,
    arbitrary: gapOf(fc.constantFrom(60_000_000, 3_600_000_000)),
  },
);

const atOnce = fc.constant(0);

/** Shortly before the kubelet is an hour, a day or a month old, so that the script continues past that. */
const atAnAge = fc
  .tuple(fc.constantFrom(1, 24, 1, 24, 24 * 30), fc.nat(60 * secondMicros))
  .map(([hours, before]) => hours * hourMicros - before);

/** The time of the first call of a script. */
export const mostlyAtOnce = fc.oneof(
  { withCrossShrink: true },
  { weight: 4, arbitrary: atOnce },
  { weight: 1, arbitrary: atAnAge },
);
export const mostlyAtAnAge = fc.oneof(
  { withCrossShrink: true },
  { weight: 1, arbitrary: atOnce },
  { weight: 3, arbitrary: atAnAge },
);

/** The part of a call to which later moments may refer. */
interface ForeseenCall {
  /** The key of the pod and the image in the back-off. */
  readonly key: string;
  /** Outcomes of the image's pulls, of which the last one repeats. */
  readonly pulls: readonly ScriptPull[];
}

interface EarlierCall {
  readonly atMicros: number;
  readonly endMicros: number;
  readonly key: string;
}

/**
 * Predicts the outcome of the calls so far by the kubelet's own rules of back-off and throttle, as if every
 * call pulled at once. It need not be exact: it shows at which edges a call is worthwhile.
 */
export class Foresight {
  readonly #backOff: BackOffRules;
  readonly #throttle: { readonly qps: number; readonly burst: number };
  readonly #earlier: EarlierCall[] = [];
  readonly #pulled = new Map<string, number>();
  #table: BackOffTable = emptyBackOffTable;
  readonly #startMicros: number;

  constructor({ imagePullBackOff, registryPullQPS, registryBurst }: ScriptKubelet, firstMicros: number) {
    this.#backOff = {
      initialMicros: imagePullBackOff.initialMs * 1000,
      maxMicros: imagePullBackOff.maxMs * 1000,
    };
    this.#throttle = { qps: registryPullQPS, burst: registryBurst };
    this.#startMicros = firstMicros;
  }

  /** Returns the moment in whole microseconds from the start, never before it. */
  microsOf(moment: Moment): number {
    return Math.min(lastMicros, this.#momentMicros(moment));
  }

  #momentMicros(moment: Moment): number {
    const earlier = this.#earlier;
    if (moment.kind === 'gap') return (earlier.at(-1)?.atMicros ?? this.#startMicros) + moment.micros;
    const from = earlier[Math.max(0, earlier.length - 1 - moment.back)];
    if (from === undefined) return this.#startMicros;
    return Math.max(0, Math.round(this.#edgeMicros(moment.edge, from) + moment.offMicros));
  }

  /** Adds a call. */
  add(atMicros: number, { key, pulls }: ForeseenCall): void {
    // A pull that is still active refuses nobody.
    const hasFailed = atMicros >= (this.#table.get(key)?.lastUpdateMicros ?? 0);
    const refused = hasFailed && isInBackOffSinceUpdate(this.#table, this.#backOff, key, atMicros);
    const number = this.#pulled.get(key) ?? 0;
    const { takesMs = 0, error } = pulls[Math.min(number, pulls.length - 1)] ?? { error: 'not found' };
    const endMicros = refused ? atMicros : atMicros + Math.round(takesMs * 1000);
    if (!refused) this.#pulled.set(key, number + 1);
    if (!refused && error !== undefined)
      this.#table = nextBackOff(this.#table, this.#backOff, key, endMicros);
    this.#earlier.push({ atMicros, endMicros, key });
  }

  #edgeMicros(edge: Edge, { atMicros, endMicros, key }: EarlierCall): number {
    const { initialMicros } = this.#backOff;
    const { lastUpdateMicros, backOffMicros } = this.#table.get(key) ?? {
      lastUpdateMicros: endMicros,
      backOffMicros: initialMicros,
    };
    switch (edge) {
      case 'pull':
        return endMicros;
      case 'window':
        return lastUpdateMicros + backOffMicros;
      case 'nextWindow':
        return (
          lastUpdateMicros +
          (nextBackOff(this.#table, this.#backOff, key, lastUpdateMicros).get(key)?.backOffMicros ?? 0)
        );
      case 'maximum':
        return lastUpdateMicros + this.#backOff.maxMicros;
      case 'sweep':
        return lastUpdateMicros + 1.5 * this.#backOff.maxMicros;
      case 'expiry':
        return lastUpdateMicros + backOffKeptMicros(this.#backOff);
      case 'token':
        return atMicros + this.#tokenMicros();
    }
  }

  /**
   * Returns how long an empty bucket takes to get a token; 0 if there is no throttle, or if it never gets
   * one.
   */
  #tokenMicros(): number {
    const { qps, burst } = this.#throttle;
    const micros = qps > 0 ? Math.round(secondMicros / qps) : 0;
    const has = (atMicros: number) =>
      takeToken({ qps, burst: Math.max(1, burst) }, { tokens: 0, lastMicros: 0 }, atMicros).accepted;
    return micros > 0 && !has(micros) ? micros + 1 : micros;
  }
}
