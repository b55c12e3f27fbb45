import type { ObservedRun } from './observed-run.ts';

/** Returns what happened in a run, a line for each request, layer unpacked and reply, in order of time. */
export function sequenceOf({ pulls, requests, unpacks }: ObservedRun): readonly string[] {
  const lines: readonly (readonly [number, string])[] = [
    ...requests.map(({ sentMs, method, kind, blob, status, offset }) => {
      const range = offset === 0 ? '' : ` from ${offset}`;
      return [
        sentMs,
        `${method} ${kind} ${kind === 'layer' ? blob : ''}${range} ${status === 0 ? 'unanswered' : status}`,
      ] as const;
    }),
    ...unpacks.map(
      ({ startMs, endMs, blob }) => [startMs, `unpack ${blob} until ${endMs.toFixed(1)}`] as const,
    ),
    ...pulls.map(
      ({ endMs, pull, ok, gaveUp }) =>
        [endMs, `${pull} ${ok ? 'pulled' : gaveUp ? 'given up' : 'failed'}`] as const,
    ),
  ];
  return lines
    .toSorted(([left], [right]) => left - right)
    .map(([ms, what]) => `${ms.toFixed(1).padStart(8)} ${what.replace(/ +/g, ' ')}`);
}
