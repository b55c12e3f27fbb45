import type { PodLifecycleEvent } from '../../kubelet/pleg/pod-lifecycle-event.ts';
import type { TraceRecord } from '../../trace/record.ts';
import { headerNodes } from './header-nodes.ts';
import { stoppedKubelets } from './stopped-kubelets.ts';

/** An event that PLEG has sent. Without one, the PLEG of that name has ended with its kubelet. */
export interface SentEvent {
  readonly record: number;
  readonly actor: string;
  readonly event?: PodLifecycleEvent;
  /** Whether the channel has lost events up to here. */
  readonly isLossy: boolean;
}

/** Returns the events of every PLEG in the order in which they were sent. */
export function* lifecycleEvents(records: readonly TraceRecord[]): Generator<SentEvent> {
  const nodes = headerNodes(records).map(({ name }) => name);
  const plegs = new Map<string, string>();
  const lossy = new Set<string>();
  for (const record of records) {
    const stopped = new Set(stoppedKubelets(record, nodes));
    for (const [actor, node] of plegs) {
      if (!stopped.has(node)) continue;
      plegs.delete(actor);
      lossy.delete(actor);
      yield { record: record.id, actor, isLossy: false };
    }
    if (record.type !== 'pleg' || record.state !== 'relisted') continue;
    plegs.set(record.actor, record.node);
    if ((record.discarded ?? 0) > 0) lossy.add(record.actor);
    for (const event of record.events ?? []) {
      yield { record: record.id, actor: record.actor, event, isLossy: lossy.has(record.actor) };
    }
  }
}
