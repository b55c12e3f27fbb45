import { useMemo, useState } from 'preact/hooks';
import { visibleText } from '../../../reports/text/visible-text.ts';
import { useKeptFlag } from '../shell/use-kept.ts';
import type { BandLanes } from '../timeline/lanes.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import type { BandRow } from './band-row.ts';
import { bandRows } from './band-rows.ts';

interface Band {
  readonly title: string;
  readonly rows: readonly BandRow[];
  /** undefined where nothing happened of which there would be a row. */
  readonly lanes: BandLanes | undefined;
  readonly isOpen: boolean;
  /** Opens or closes the band (line 0), or the parts of one of its rows. */
  readonly onToggle: (line: number) => void;
}

const headerPx = 26;
const rowPx = 22;
/** A name and its value below each other. */
const narrowRowPx = 36;

/**
 * Returns the band above the pods for a node of the run. Whether it is open is kept for later visits; where there is
 * little room it is closed until a person opens it.
 */
export function useBand(run: RunContents, nodeName: string | undefined, isNarrow: boolean): Band {
  const { resources, activity, view } = run;
  const [hides, setHides] = useKeptFlag('hides-band');
  const [opens, setOpens] = useKeptFlag('opens-narrow-band');
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const node = resources.nodes.find((each) => each.node === nodeName) ?? resources.nodes[0];
  const rows = useMemo(
    () =>
      node === undefined
        ? []
        : bandRows({ node, registries: resources.registries, activity, endMs: view.endMs }, expanded),
    [node, resources, activity, view, expanded],
  );
  const isOpen = isNarrow ? opens : !hides;
  const lanes = useMemo(
    () =>
      rows.length === 0
        ? undefined
        : { headerPx, rowPx: isNarrow ? narrowRowPx : rowPx, rows: isOpen ? rows.length : 0 },
    [rows.length, isNarrow, isOpen],
  );
  const onToggle = (line: number): void => {
    if (line === 0) {
      if (isNarrow) setOpens(!opens);
      else setHides(!hides);
      return;
    }
    const row = rows[line - 1];
    if (row?.isExpanded === undefined) return;
    const next = new Set(expanded);
    if (!next.delete(row.key)) next.add(row.key);
    setExpanded(next);
  };
  const of = resources.nodes.length > 1 ? ` · ${visibleText(node?.node ?? '')}` : '';
  return { title: `Faults and resources${of}`, rows, lanes, isOpen, onToggle };
}
