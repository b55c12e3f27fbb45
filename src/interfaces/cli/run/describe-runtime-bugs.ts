import { runtimeBugsOfNodes } from '../../../reports/summary/runtime-bugs-of-nodes.ts';
import { groupedBy } from '../../../rules/collections/grouped-by.ts';
import type { HeaderRecord } from '../../../trace/record.ts';

/** Returns a line for each release of a runtime or distribution with known bugs that its nodes can meet. */
export function describeRuntimeBugs(header: Pick<HeaderRecord, 'nodes'>): readonly string[] {
  return [...groupedBy(runtimeBugsOfNodes(header), ({ of }) => of)].map(([of, bugs]) => {
    const [{ program, version } = { program: '', version: '' }] = bugs;
    const names = bugs.map(({ id, isSimulated }) => (isSimulated ? id : `${id} (not simulated)`));
    const option = of.includes('://') ? `--runtime ${of}` : `--kubelet-version ${of}`;
    return `known bugs of ${program} ${version}: ${names.join(', ')}; \`windlass bugs ${option}\` shows more`;
  });
}
