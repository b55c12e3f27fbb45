import { firstBranch, type OrderedTree } from '../../collections/ordered-tree.ts';
import type { FlowGroup } from './fair-share.ts';

/** A body of a response on its way over a link. */
export interface Flow<T> {
  /** Unique among the flows under way. */
  readonly id: string;
  readonly bytes: number;
  readonly linkId: string;
  readonly registry: string;
  readonly requester: T;
  /** What it may have at most, whatever there is room for. */
  readonly bytesPerSecondMax?: number;
}

/** A group of flows as its link sees it. */
export interface LinkBundle extends FlowGroup {
  /** The one that has had flows for longest comes first where several end at once. */
  readonly sequence: number;
  /** The rate of one of its flows, as far as the registry's egress allows. */
  readonly ceiling: number;
}

/**
 * A group of flows as it moves. All go at the same rate, so that one number, the bytes that each of them would have got
 * since the group began, tells all their ends: a flow that joins when `served` of them are gone ends when that has grown
 * by its bytes (processor sharing in virtual time). In millionths of a byte, whole, as rates are and microseconds.
 */
export interface FlowBundle<T> extends LinkBundle {
  /** By the served bytes at which they end. */
  readonly ends: OrderedTree<Flow<T>>;
  /** The egress of the registry, not the ceiling, holds it: it goes by the clock of the pool. */
  readonly isFloating: boolean;
  /** What had been served at `asOfMicros`; of a floating one, how far it is ahead of the clock. */
  readonly base: number;
  readonly asOfMicros: number;
  /** When its first flow ends: in microseconds; of a floating one, by the clock. Infinity: not at this rate. */
  readonly end: number;
}

/** Something that all that float go by. */
export interface PoolClock {
  readonly level: number;
  readonly clock: number;
  readonly asOfMicros: number;
}

/** Returns what the clock shows by now. */
export function clockAt({ level, clock, asOfMicros }: PoolClock, nowMicros: number): number {
  return level === Infinity || nowMicros === asOfMicros ? clock : clock + level * (nowMicros - asOfMicros);
}

/** Returns what each flow of the bundle would have got by now, in millionths of a byte. */
export function servedAt<T>(bundle: FlowBundle<T>, pool: PoolClock, nowMicros: number): number {
  if (bundle.isFloating) return clockAt(pool, nowMicros) + bundle.base;
  return nowMicros === bundle.asOfMicros ? bundle.base : bundle.base + bundle.ceiling * (nowMicros - bundle.asOfMicros);
}

/** Returns the bundle, with another ceiling and maybe other flows, on its side of the pool's level. */
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
  return { linkId, registry, flows, bytesPerSecondMax, sequence, ceiling, ends, isFloating, base, asOfMicros: nowMicros, end };
}

/** Returns the first whole microsecond at which `left` millionths of a byte have gone by; Infinity where they never do. */
export function endMicros(left: number, bytesPerSecond: number, nowMicros: number): number {
  if (left <= 0) return nowMicros;
  return bytesPerSecond === 0 ? Infinity : nowMicros + Math.ceil(left / bytesPerSecond);
}
