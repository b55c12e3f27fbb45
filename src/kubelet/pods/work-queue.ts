const tickMicros = 1_000_000;

/**
 * The tick of the sync loop that hands out a pod due at `dueMicros`: the first one strictly after it. Ticks are whole
 * seconds from `tickOriginMicros`. Mirrors `GetWork` (pkg/kubelet/util/queue/work_queue.go) and `syncCh` of the sync loop.
 */
export function tickAfter(dueMicros: number, tickOriginMicros: number): number {
  return tickOriginMicros + (Math.floor((dueMicros - tickOriginMicros) / tickMicros) + 1) * tickMicros;
}
