import { useEffect, useState } from 'preact/hooks';
import type { Comparison } from '../../report/comparison/comparison.ts';
import type { RunClient } from '../worker/run-client.ts';

/** What the change did: undefined until it is known, a text where it could not be found out. */
export function useComparison(
  client: RunClient,
  before: number,
  after: number | undefined,
  isAnotherDraw: boolean,
): Comparison | string | undefined {
  const [found, setFound] = useState<{ readonly after: number; readonly comparison: Comparison | string } | undefined>(undefined);
  useEffect(() => {
    if (after === undefined) return;
    let isWanted = true;
    const keep = (comparison: Comparison | string): void => {
      if (isWanted) setFound({ after, comparison });
    };
    client
      .compare(before, after, { isAnotherDraw })
      .then(keep, (error: unknown) => keep(error instanceof Error ? error.message : String(error)));
    return () => {
      isWanted = false;
    };
  }, [client, before, after, isAnotherDraw]);
  return found !== undefined && found.after === after ? found.comparison : undefined;
}
