import { firstBranch, type OrderedTree } from '../../collections/ordered-tree.ts';

/** The body of a response on its way over a link. */
export interface Flow<T> {
  /** Unique among the flows under way. */
  readonly id: string;
  readonly bytes: number;
  readonly linkId: string;
  readonly registry: string;
  readonly requester: T;
  /** The highest rate of this flow, even if there is room for more. */
  readonly bytesPerSecondMax?: number;
}

/**
 * The flows over one link from one registry with the same limit of their own, as their link sees them. They
 * always have the same rate.
 */
export interface LinkBundle {
  readonly linkId: string;
  readonly registry: string;
  readonly flows: number;
  /** The highest rate of each flow, even if there is room for more; Infinity means no such limit. */
  readonly bytesPerSecondMax: number;
  /**
   * If several flows end at the same time, the bundle with the lower number ends first; it has had flows for
   * longer.
   */
  readonly sequence: number;
  /** The rate of one of its flows if the registry's egress allows it. */
  readonly ceiling: number;
}

/**
 * A group of flows in motion. All have the same rate, so one number gives the ends of all: the bytes that
 * each flow would have received since the group began (processor sharing in virtual time). A flow that joins
 * when this number is `served` ends when it has grown by the flow's size. It counts millionths of a byte,
 * which are whole because rates are whole and so are microseconds.
 */
export interface FlowBundle<T> extends LinkBundle {
  /** The flows by the number of served bytes at which they end. */
  readonly ends: OrderedTree<Flow<T>>;
  /**
   * Whether the registry's egress limits its flows, not their ceiling. Its progress is then that of the
   * pool's clock.
   */
  readonly isFloating: boolean;
  /** The served bytes at `asOfMicros`; for a floating bundle, its lead over the clock. */
  readonly base: number;
  readonly asOfMicros: number;
  /**
   * When its first flow ends: in microseconds, or for a floating bundle as a value of the clock. Infinity if
   * it does not end at this rate.
   */
  readonly end: number;
}

/** The clock that all floating bundles of a pool share. */
export interface PoolClock {
  readonly level: number;
  readonly clock: number;
  readonly asOfMicros: number;
}

/** Returns the value of the clock at this time. */
export function clockAt({ level, clock, asOfMicros }: PoolClock, nowMicros: number): number {
  return level === Infinity || nowMicros === asOfMicros ? clock : clock + level * (nowMicros - asOfMicros);
}

/** Returns the bytes that each flow of the bundle would have received by now, in millionths of a byte. */
export function servedAt<T>(bundle: FlowBundle<T>, pool: PoolClock, nowMicros: number): number {
  if (bundle.isFloating) return clockAt(pool, nowMicros) + bundle.base;
  return nowMicros === bundle.asOfMicros
    ? bundle.base
    : bundle.base + bundle.ceiling * (nowMicros - bundle.asOfMicros);
}

/**
 * Returns the bundle with another ceiling and possibly other flows, floating or not as the pool's level
 * requires.
 */
export function placed<T>(
  bundle: Omit<FlowBundle<T>, 'isFloating' | 'base' | 'asOfMicros' | 'end'>,
  served: number,
  pool: PoolClock,
  nowMicros: number,
): FlowBundle<T> {
  const { linkId, registry, flows, bytesPerSecondMax, sequence, ceiling, ends } = bundle;
  const isFloating = ceiling > pool.level;
  const rank = firstBranch(ends)?.rank ?? Infinity;
  const base = isFloating ? served - clockAt(pool, nowMicros) : served;
  const end = isFloating ? rank - base : endMicros(rank - served, ceiling, nowMicros);
  return {
    linkId,
    registry,
    flows,
    bytesPerSecondMax,
    sequence,
    ceiling,
    ends,
    isFloating,
    base,
    asOfMicros: nowMicros,
    end,
  };
}

/**
 * Returns the first whole microsecond at which `left` millionths of a byte have been sent; Infinity if that
 * never happens.
 */
export function endMicros(left: number, bytesPerSecond: number, nowMicros: number): number {
  if (left <= 0) return nowMicros;
  return bytesPerSecond === 0 ? Infinity : nowMicros + Math.ceil(left / bytesPerSecond);
}
