import { useCallback, useMemo } from 'preact/hooks';
import type { PhaseName } from '../../../../reports/phases/container-phases.ts';
import type { ResourceView } from '../../../../reports/run-view/resource-view.ts';
import type { RowView, RunView } from '../../../../reports/run-view/run-view.ts';
import { groupedBy } from '../../../../rules/collections/grouped-by.ts';
import { canonicalImageName } from '../../../../rules/runtime/images/image-location.ts';
import type { Grouping, TimeWindow } from '../../ui-protocol.ts';
import type { RunContents } from '../../worker/worker-protocol.ts';
import { type BandLanes, firstBarAfter, type LaneSizes, type Lanes, lanesOf } from '../lanes.ts';
import { groupRows, type RowGroupView } from './row-groups.ts';
import { searchOf } from './row-words.ts';

function keyOf(row: RowView | undefined): string {
  return [row?.node, row?.actor, row?.kind, row?.container, row?.image].join('\u0000');
}

/**
 * Returns, for each row of `view`, the number of the same container's row in another run; undefined if it has
 * none.
 */
export function rowPairs(view: RunView, other: RunView): readonly (number | undefined)[] {
  const places = groupedBy(other.rows.keys(), (place) => keyOf(other.rows[place]));
  for (const same of places.values()) same.reverse();
  return view.rows.map((row) => places.get(keyOf(row))?.pop());
}

interface Rows {
  readonly grouped: readonly RowGroupView[];
  readonly lanes: Lanes;
  readonly imageBytesOf: (row: RowView) => number | undefined;
  /** Returns the same row of the run as loaded, if a what-if is shown. */
  readonly beforeOf: (row: number) => RowView | undefined;
  /** The phases that occur in the window of time. */
  readonly phases: ReadonlySet<PhaseName>;
  readonly hasFailures: boolean;
}

/** Returns what the timeline knows of its rows. It is computed again only if something in it changes. */
export function useRows(
  run: RunContents,
  shadow: RunContents | undefined,
  grouping: Grouping,
  search: string,
  collapsed: ReadonlySet<string>,
  sizes: LaneSizes,
  band: BandLanes | undefined,
  window: TimeWindow,
): Rows {
  const { view, resources } = run;
  const grouped = useMemo(() => groupRows(view, grouping), [view, grouping]);
  const lanes = useMemo(
    () => lanesOf(grouped, searchOf(view.rows, search), collapsed, sizes, band),
    [view, grouped, search, collapsed, sizes, band],
  );
  const bytesOf = useMemo(() => imageSizes(resources), [resources]);
  const imageBytesOf = useCallback(({ image }: RowView) => bytesOf(image), [bytesOf]);
  const pairs = useMemo(
    () => (shadow === undefined ? undefined : rowPairs(view, shadow.view)),
    [view, shadow],
  );
  const beforeOf = useCallback(
    (row: number) => {
      const pair = pairs?.[row];
      return pair === undefined ? undefined : shadow?.view.rows[pair];
    },
    [pairs, shadow],
  );
  const phases = useMemo(() => phasesIn(view.rows, window), [view, window.fromMs, window.toMs]);
  const hasFailures = useMemo(() => view.rows.some(({ failures }) => failures.length > 0), [view]);
  return { grouped, lanes, imageBytesOf, beforeOf, phases, hasFailures };
}

/** Returns the phases of which a part is in the window. */
function phasesIn(rows: readonly RowView[], { fromMs, toMs }: TimeWindow): ReadonlySet<PhaseName> {
  const phases = new Set<PhaseName>();
  for (const { bars } of rows)
    for (let place = firstBarAfter(bars, fromMs); place < bars.length; place++) {
      const bar = bars[place];
      if (bar === undefined || bar.fromMs > toMs) break;
      phases.add(bar.phase);
    }
  return phases;
}

/** Returns a function that gives the size of each image in the run; undefined if no node had it. */
export function imageSizes({ nodes }: ResourceView): (image: string) => number | undefined {
  const sizes = new Map<string, number>();
  for (const { images } of nodes)
    for (const { image, bytes } of images)
      if (bytes !== undefined) sizes.set(canonicalImageName(image), bytes);
  return (image) => sizes.get(canonicalImageName(image));
}
