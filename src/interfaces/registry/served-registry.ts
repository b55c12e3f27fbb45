import { get } from '../../rules/collections/sorted-map.ts';
import type { Fault } from '../../rules/runtime/fault.ts';
import { faultKinds } from '../../rules/runtime/fault.ts';
import { isLimited, limitPull } from '../../rules/runtime/registry/pull-limit.ts';
import {
  beginningFault,
  concernsRegistry,
  type RegistryFault,
} from '../../rules/runtime/registry/registry-fault.ts';
import {
  type JudgedRequest,
  type RegistryState,
  registryVerdict,
  type Verdict,
} from '../../rules/runtime/registry/registry-verdict.ts';
import { faultName } from '../../run/simulation/fault-name.ts';
import type { FaultInput, FaultWindow, RegistryInput } from '../../run/simulation-input.ts';
import type { ServerClock } from './server-clock.ts';

/** A verdict that needs no draw any more. */
export type SettledVerdict = Exclude<Verdict, { kind: 'draw' }>;

/** A verdict that stays: nothing holds the request. */
export type FinalVerdict = Exclude<SettledVerdict, { kind: 'held' }>;

/** An answer that is no success. */
export type Refusal = Extract<SettledVerdict, { kind: 'status' }>;

/** A fault that can meet this registry. */
interface TimedFault extends FaultWindow {
  readonly id: string;
  readonly fault: Fault;
}

/** How much of its pull limit a client has left. */
export interface PullsLeft {
  readonly pullsMax: number;
  readonly left: number;
  readonly windowMicros: number;
}

/** Whether a fault of the input can meet a registry; those of nodes, links and disks cannot. */
export function isRegistryFault(fault: FaultInput): fault is FaultWindow & Fault {
  return (
    Object.hasOwn(faultKinds, fault.kind) && faultKinds[fault.kind as Fault['kind']].actorKind === 'registry'
  );
}

/**
 * A registry while it is served: the rules of the simulated one (src/rules/runtime/registry), the faults that
 * are in force now, and its counts.
 */
export class ServedRegistry {
  readonly rules: RegistryInput;
  readonly #faults: readonly TimedFault[];
  readonly #draw: () => number;
  #state: RegistryState = { faults: [], pulls: undefined };

  /**
   * `draw` returns a number from 0 up to 1, for faults that meet a share of the requests. A blob store meets only the
   * faults that name it.
   */
  constructor(rules: RegistryInput, faults: readonly FaultInput[], draw: () => number, isBlobStore: boolean) {
    this.rules = rules;
    this.#draw = draw;
    this.#faults = faults.flatMap((fault, index) =>
      isRegistryFault(fault) && concernsRegistry(fault, rules.host, isBlobStore)
        ? [{ ...fault, id: faultName(index, fault.kind), fault }]
        : [],
    );
  }

  /** Returns what becomes of a request at this moment, and counts it. */
  judge(request: JudgedRequest, nowMicros: number): SettledVerdict {
    const before = { ...this.#state, faults: this.#inForce(nowMicros) };
    const { verdict, state } = registryVerdict(this.rules, before, request, nowMicros);
    this.#state = state;
    if (verdict.kind !== 'draw') return verdict;
    const { rate, status, fault, otherwise } = verdict;
    return this.#draw() < rate ? { kind: 'status', status, fault } : otherwise;
  }

  /**
   * Returns what becomes of a request, as soon as no fault holds it any more; undefined if the signal aborts before.
   * `onHeld` is called with the id of a fault that holds it.
   */
  async settle(
    request: JudgedRequest,
    clock: ServerClock,
    signal: AbortSignal,
    onHeld?: (fault: string) => void,
  ): Promise<FinalVerdict | undefined> {
    for (;;) {
      if (signal.aborted) return undefined;
      const verdict = this.judge(request, clock.nowMicros());
      if (verdict.kind !== 'held') return verdict;
      onHeld?.(verdict.fault);
      const end = this.#endOf(verdict.fault);
      await clock.wait(end === undefined ? Number.MAX_SAFE_INTEGER : end - clock.nowMicros(), signal);
    }
  }

  /**
   * Counts the GET of a tag that is answered with a manifest: a pull, which in a simulated runtime asks for the
   * manifest by its digest.
   */
  countPull(request: JudgedRequest, nowMicros: number): void {
    const { pullLimit } = this.rules;
    if (pullLimit === undefined || request.kind !== 'tag' || !isLimited(request)) return;
    const { counts } = limitPull(this.#state.pulls, pullLimit, { ...request, kind: 'manifest' }, nowMicros);
    this.#state = { ...this.#state, pulls: counts };
  }

  /** Returns what the client has left of the pull limit; undefined if there is no limit. */
  pullsLeft(request: JudgedRequest, nowMicros: number): PullsLeft | undefined {
    const { pullLimit } = this.rules;
    if (pullLimit === undefined) return undefined;
    const asked = limitPull(this.#state.pulls, pullLimit, { ...request, kind: 'tag' }, nowMicros);
    const { pullsMax, windowMicros, counter } = asked;
    return { pullsMax, windowMicros, left: pullsMax - (get(asked.counts, counter)?.pulls.size ?? 0) };
  }

  /** Returns when the fault ends, in microseconds since the start; undefined if it does not. */
  #endOf(id: string): number | undefined {
    return this.#faults.find((fault) => fault.id === id)?.untilMicros ?? undefined;
  }

  #inForce(nowMicros: number): readonly RegistryFault[] {
    const before = new Map(this.#state.faults.map((fault) => [fault.id, fault]));
    return this.#faults
      .filter(
        ({ fromMicros, untilMicros }) => fromMicros <= nowMicros && nowMicros < (untilMicros ?? Infinity),
      )
      .sort((one, other) => one.fromMicros - other.fromMicros)
      .map(({ id, fault, fromMicros }) => before.get(id) ?? beginningFault(id, fault, fromMicros));
  }
}
