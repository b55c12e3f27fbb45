import type { ListedBug } from './node-bugs.ts';

/** Returns what has the bug: `image pull, 1.33 to 1.36`; `cri-o, 1.30.0 to 1.30.12, 1.31.0 to 1.31.7, simulated`. */
export function bugReleases(bug: ListedBug): string {
  if (!('program' in bug)) return `${bug.area}, ${rangeText(bug)}`;
  const { program, ranges, isOpen, isRare, isSimulated } = bug;
  const marks = [
    isOpen === true ? 'open' : [],
    isRare === true ? 'rare' : [],
    isSimulated === true ? 'simulated' : [],
  ].flat();
  return [program, ...ranges.map(rangeText), ...marks].join(', ');
}

function rangeText({ since, until }: { readonly since: string; readonly until: string }): string {
  return since === until ? since : `${since} to ${until}`;
}
