import type { Capacities } from '../../../src/rules/runtime/network/capacities.ts';
import type { Flow } from '../../../src/rules/runtime/network/flow-bundle.ts';
import { slowShare } from './slow-share.ts';

export interface SlowFlow extends Flow<undefined> {
  /** In millionths of a byte. */
  left: number;
}

/** The same flows kept the deliberately slow way: every flow by itself, every rate anew at every change. */
export class SlowTable {
  capacities: Capacities;
  flows: SlowFlow[] = [];
  rates: readonly number[] = [];
  nowMicros = 0;

  constructor(capacities: Capacities) {
    this.capacities = capacities;
  }

  tune(): void {
    this.rates = slowShare(
      this.flows.map(({ linkId, registry, bytesPerSecondMax = Infinity }) => ({
        linkId,
        registry,
        bytesPerSecondMax,
      })),
      this.capacities,
    );
  }

  wait(toMicros: number): void {
    const micros = toMicros - this.nowMicros;
    if (micros > 0)
      for (const [place, flow] of this.flows.entries())
        flow.left = Math.max(0, flow.left - (this.rates[place] ?? 0) * micros);
    this.nowMicros = toMicros;
  }

  endOf(place: number): number {
    const left = this.flows[place]?.left ?? 0;
    const perSecond = this.rates[place] ?? 0;
    return left === 0
      ? this.nowMicros
      : perSecond === 0
        ? Infinity
        : this.nowMicros + Math.ceil(left / perSecond);
  }

  drop(id: string): void {
    this.flows = this.flows.filter((flow) => flow.id !== id);
    this.tune();
  }
}
