import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { ShownMoment } from '../replay/replay-boot.ts';
import { handOver, handoverName } from '../replay/replay-handover.ts';
import type { RunClient } from '../worker/run-client.ts';

export interface ReplayLinkProps {
  readonly client: RunClient;
  readonly run: number;
  readonly title: string;
  readonly shown: ShownMoment;
  /** The address of the replay page. */
  readonly page: string;
  readonly onOpened: () => void;
}

/**
 * A link that opens the statecharts of the run in Stately Inspector, in a page of their own. It is a link so that no browser blocks it as a
 * pop-up.
 */
export function ReplayLink({ client, run, title, shown, page, onOpened }: ReplayLinkProps) {
  const name = useMemo(handoverName, [run]);
  const isFollowed = useRef(false);
  // The shown part when the link was followed: this page may move on, and the other one may be reloaded.
  const latest = useRef(shown);
  if (!isFollowed.current) latest.current = shown;
  useEffect(() => {
    const stop = handOver(name, async () => ({ title, shown: latest.current, run: JSON.parse(await client.export(run, 'replay')) }));
    // The other page may be reloaded long after this menu is closed.
    return () => {
      if (!isFollowed.current) stop();
    };
  }, [name]);
  const follow = (): void => {
    isFollowed.current = true;
    setTimeout(onOpened);
  };
  return (
    <a href={`${page}#${name}`} target="_blank" rel="noopener" onClick={follow} onAuxClick={follow} onContextMenu={follow}>
      <b>Open in Stately Inspector</b>
      <span>the statecharts of this run, step by step, in a new tab</span>
    </a>
  );
}
