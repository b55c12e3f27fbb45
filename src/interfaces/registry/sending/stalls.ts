import { getOrInsert } from '../../../rules/collections/get-or-insert.ts';
import { faultName } from '../../../run/simulation/fault-name.ts';
import type { FaultInput, RegistryInput } from '../../../run/simulation-input.ts';
import type { ServerClock } from '../server-clock.ts';

interface Stall {
  readonly id: string;
  /** Absent: of all registries. */
  readonly registry: string | undefined;
  readonly fromMicros: number;
  readonly untilMicros: number | null;
}

/**
 * The faults `stall` of an input, as bodies meet them that are on their way: while one lasts nothing more of them is
 * sent. A stalled registry holds the bodies of its blob store, too (src/rules/runtime/network/network-capacities.ts).
 */
export class Stalls {
  readonly #stalls: readonly Stall[];
  readonly #redirecting = new Map<string, string[]>();

  constructor(faults: readonly FaultInput[], registries: Readonly<Record<string, RegistryInput>>) {
    this.#stalls = faults.flatMap((fault, index) => {
      if (fault.kind !== 'stall') return [];
      const { registry, fromMicros, untilMicros } = fault;
      return [{ id: faultName(index, fault.kind), registry, fromMicros, untilMicros }];
    });
    for (const { host, blobStore } of Object.values(registries))
      if (blobStore !== undefined) getOrInsert(this.#redirecting, blobStore, () => []).push(host);
  }

  /** Resolves once no stall holds what this host sends, or the signal aborts. `onStall` is called with the id of one. */
  async pass(
    host: string,
    { clock, signal, onStall }: { clock: ServerClock; signal: AbortSignal; onStall: (id: string) => void },
  ): Promise<void> {
    const hosts = [host, ...(this.#redirecting.get(host) ?? [])];
    while (!signal.aborted) {
      const now = clock.nowMicros();
      const stall = this.#stalls.find(
        ({ registry, fromMicros, untilMicros }) =>
          fromMicros <= now &&
          now < (untilMicros ?? Infinity) &&
          (registry === undefined || hosts.includes(registry)),
      );
      if (stall === undefined) return;
      onStall(stall.id);
      await clock.wait(
        stall.untilMicros === null ? Number.MAX_SAFE_INTEGER : stall.untilMicros - now,
        signal,
      );
    }
  }
}
