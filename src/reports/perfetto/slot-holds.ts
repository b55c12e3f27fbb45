import type { RecordOf, TraceRecord } from '../../trace/record.ts';

type PullRecord = RecordOf<'pull'>;

/** A pull that holds one of the kubelet's slots. Times in virtual ms. */
export interface SlotHold {
  readonly node: string;
  readonly actor: string;
  readonly container: string;
  readonly image: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** How it ended; absent if it continues at the end of the trace, or if its kubelet has ended. */
  readonly end?: PullRecord;
}

/** Returns the pulls that held a slot, in order of their beginnings. */
export function slotHolds(records: readonly TraceRecord[]): SlotHold[] {
  const endMs = records.at(-1)?.at ?? 0;
  const holds: { hold: SlotHold }[] = [];
  const open = new Map<string, { hold: SlotHold }>();
  const close = (actor: string, toMs: number, end?: PullRecord): void => {
    const held = open.get(actor);
    if (held === undefined) return;
    open.delete(actor);
    held.hold = { ...held.hold, toMs, ...(end === undefined ? {} : { end }) };
  };
  for (const record of records) {
    if (record.type === 'pull') {
      const { node, actor, at, image, pod, container, state } = record;
      close(actor, at, state === 'pulled' || state === 'failed' ? record : undefined);
      if (state !== 'pulling') continue;
      const name = `${pod.namespace}/${pod.name}/${container}`;
      const held = { hold: { node, actor, container: name, image, fromMs: at, toMs: endMs } };
      holds.push(held);
      open.set(actor, held);
    } else if (
      record.type === 'node' &&
      (record.state === 'kubeletRestarted' || record.state === 'rebooting')
    ) {
      for (const [actor, { hold }] of open) if (hold.node === record.node) close(actor, record.at);
    }
  }
  return holds.map(({ hold }) => hold);
}
