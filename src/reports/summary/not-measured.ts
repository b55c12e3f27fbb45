import { groupedBy } from '../../rules/collections/grouped-by.ts';
import type { HeaderRecord } from '../../trace/record.ts';
import { visibleText } from '../text/visible-text.ts';

/**
 * Returns a sentence for each runtime of the run whose times were not measured, with its nodes:
 * `cri-o://1.33 was not measured: its times are figures of another runtime (node-1)`. Empty if all were
 * measured.
 */
export function notMeasured(header: HeaderRecord | undefined): string[] {
  const nodes = (header?.nodes ?? []).filter(({ runtimeMeasured }) => runtimeMeasured === false);
  return [...groupedBy(nodes, ({ runtime }) => runtime)].map(([runtime, alike]) => {
    const names =
      alike.length === 1
        ? alike[0]?.name
        : `${alike.length} nodes, ${alike[0]?.name} … ${alike.at(-1)?.name}`;
    return visibleText(`${runtime} was not measured: its times are figures of another runtime (${names})`);
  });
}
