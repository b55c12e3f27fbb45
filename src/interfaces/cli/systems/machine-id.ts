import { closest } from 'fastest-levenshtein';
import { CommandError, exitCode } from '../command-error.ts';

/**
 * Returns the machine's id that `image-pull` or `imagePull` means. Throws a usage error that names the
 * nearest one.
 */
export function machineId(name: string, ids: readonly string[]): string {
  const found = matchingId(name, ids);
  if (found !== undefined) return found;
  const plainest = closest(plain(name), ids.map(plain));
  const nearest = ids.find((id) => plain(id) === plainest);
  throw new CommandError(
    exitCode.usage,
    `there is no machine ${name}. Did you mean ${nearest}? These are known:\n  ${ids.join('\n  ')}`,
  );
}

/** Returns the id among these that `image-pull` or `imagePull` means, if there is one. */
export function matchingId(name: string, ids: readonly string[]): string | undefined {
  return ids.find((id) => plain(id) === plain(name));
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll('-', '');
}
