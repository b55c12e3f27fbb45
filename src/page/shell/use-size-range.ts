import { useEffect, useState } from 'preact/hooks';
import type { ToldSizeRange } from '../../report/summary/size-range.ts';
import type { RunClient } from '../worker/run-client.ts';
import type { RunContents } from '../worker/worker-protocol.ts';

/** The page is drawn first, and a run that is replaced at once is not made again for nothing. */
const restMs = 500;

/** Returns what other sizes of images come to, once that has been tried; undefined until then, and where no size is a range. */
export function useSizeRange(client: RunClient, { run }: RunContents): ToldSizeRange | undefined {
  const [answered, setAnswered] = useState<{ readonly run: number; readonly range: ToldSizeRange | undefined }>();
  useEffect(() => {
    let isWanted = true;
    const rest = setTimeout(() => {
      client.sizes(run).then(
        (range) => {
          if (isWanted) setAnswered({ run, range });
        },
        // The run stands without it.
        () => undefined,
      );
    }, restMs);
    return () => {
      isWanted = false;
      clearTimeout(rest);
    };
  }, [client, run]);
  return answered?.run === run ? answered.range : undefined;
}
