import type { CriCall } from './cri-call.ts';
import type { CriEntry, CriTrace, RegistryRequest, ServedImage } from './cri-trace.ts';
import { expectedStatuses, type StatusExpectation } from './status-expectations.ts';

/** A trace with what properties ask of it. */
export interface CriRun {
  readonly trace: CriTrace;
  readonly calls: readonly CriCall[];
  readonly requests: readonly RegistryRequest[];
  /** What the registry had under the tag of an image at a time. */
  servedAt(image: string, atMs: number): ServedImage | undefined;
  /** Every content that the tag of an image had. */
  everServed(image: string): readonly ServedImage[];
  /** What a call of ImageStatus has to answer. */
  expected(call: CriCall): StatusExpectation;
  /** The requests for an image between the begin and the end of a call. */
  requestsDuring(call: CriCall): readonly RegistryRequest[];
}

/** Reads a trace. */
export function criRun(trace: CriTrace): CriRun {
  const { entries } = trace;
  const calls = callsOf(entries);
  const served = entries.filter((entry) => entry.type === 'served');
  const requests = entries.filter((entry) => entry.type === 'request');
  const servedAt = (image: string, atMs: number): ServedImage | undefined =>
    served.findLast(({ at }) => at <= atMs)?.images[image];
  const expectations = expectedStatuses(calls, servedAt);
  return {
    trace,
    calls,
    requests,
    servedAt,
    everServed: (image) => served.flatMap(({ images }) => images[image] ?? []),
    expected: ({ call }) => expectations.get(call) ?? { kind: 'unknown' },
    requestsDuring: ({ image, startMs, endMs }) =>
      requests.filter((each) => each.image === image && each.atMs >= startMs && each.atMs <= endMs),
  };
}

function callsOf(entries: readonly CriEntry[]): readonly CriCall[] {
  const replies = new Map(entries.flatMap((entry) => (entry.type === 'answer' ? [[entry.call, entry]] : [])));
  const cancels = new Map(
    entries.flatMap((entry) => (entry.type === 'cancel' ? [[entry.call, entry.at]] : [])),
  );
  return entries.flatMap((entry) => {
    if (entry.type !== 'call') return [];
    const { call, op, image = '', reference = '', as, at } = entry;
    const reply = replies.get(call) ?? { type: 'answer', at, call, code: 'none' };
    const cancelMs = cancels.get(call);
    return [{ call, op, image, reference, as, startMs: at, endMs: reply.at, reply, cancelMs }];
  });
}
