import { kubectlTable } from '../text/kubectl-table.ts';
import { countText, durationText } from '../text/quantity-text.ts';
import type { FleetBlame } from './blame.ts';

/** Longer tables are cut; JSON has all rows. */
const rowsMax = 10;

const titles = [
  ['CAUSE', 'causes'],
  ['FAULT', 'faults'],
  ['IMAGE', 'images'],
  ['REGISTRY', 'registries'],
  ['NODE', 'nodes'],
] as const;

/** Returns where the time of all pods went, in tables. Ends in a line feed. */
export function formatBlame(blame: FleetBlame): string {
  const lines = titles.flatMap(([title, name]) => {
    const rows = blame[name];
    if (rows.length === 0) return [];
    const told = rows.slice(0, rowsMax).map((row) => [durationText(row.tookMs), `${row.percent.toFixed(1)} %`, `${row.pods}`, row.name]);
    const left = rows.length > rowsMax ? [`and ${rows.length - rowsMax} more (-o json has all)`] : [];
    return ['', ...kubectlTable(['TOOK', 'SHARE', 'PODS', title], told), ...left];
  });
  return `${[`${blameSentence(blame)} Where it went:`, ...lines].join('\n')}\n`;
}

/** Returns how many pods came to run, and how long all together took. */
export function blameSentence({ pods: { ran, waiting }, tookMs }: FleetBlame): string {
  const others =
    waiting === 0 ? '' : `; ${countText(waiting, 'pod')} that ${waiting === 1 ? 'does' : 'do'} not run waited until the end of the run`;
  return `${countText(ran, 'pod')} started${others}. All together took ${durationText(tookMs)}.`;
}
