import type { Invariant } from '../../invariants/invariant.ts';
import { nodeUnderTest } from '../trace-to-records.ts';
import type { ProtocolProperty } from './protocol-property.ts';

/** Returns an invariant of traces as a property of a system under test. It judges the records that `traceToRecords` makes. */
export function invariantProperty({ name, says, check }: Invariant): ProtocolProperty {
  return {
    name,
    says,
    check: ({ records }) =>
      check(records).map(({ record, message }) => {
        const shows = records[record];
        const call = shows !== undefined && 'container' in shows ? { call: shows.container } : {};
        return { at: shows?.at ?? 0, ...call, message: inWordsOfScript(message) };
      }),
  };
}

/** A script has no node and no kubelet: `sut/kubelet/ns/pod/c1` becomes `ns/pod/c1`. */
function inWordsOfScript(message: string): string {
  return message.replaceAll(`${nodeUnderTest}/kubelet/`, '').replaceAll(new RegExp(` on ${nodeUnderTest}\\b`, 'g'), ' on the node');
}
