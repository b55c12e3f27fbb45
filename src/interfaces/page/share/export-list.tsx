import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ShownMoment } from '../replay/replay-boot.ts';
import { handOver, handoverName } from '../replay/replay-handover.ts';
import type { RunClient } from '../worker/run-client.ts';
import type { ExportFormat, RunContents } from '../worker/worker-protocol.ts';
import { exportOffers, type Offer } from './export-offers.ts';
import { saveText } from './save-text.ts';

interface ExportListProps {
  readonly client: RunClient;
  readonly run: RunContents;
  /** The base name of saved files, without an ending. */
  readonly name: string;
  /** The shown part of the run, for the replay page. */
  readonly shown: ShownMoment;
  /** The page that replays runs; undefined if there is none beside this one. */
  readonly replayPage: string | undefined;
  /** Closes the menu that it is in. */
  readonly close: () => void;
}

/** Saves the shown run as a file, or opens it in Stately Inspector. */
export function ExportList({ client, run, name, shown, replayPage, close }: ExportListProps) {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState<ExportFormat | undefined>(undefined);
  const save = async ({ format, ending, type }: Offer): Promise<void> => {
    setProblem(undefined);
    setBusy(format);
    try {
      saveText(`${name}.${ending}`, await client.export(run.run, format), type);
      close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(undefined);
    }
  };
  return (
    <>
      <ul class="shell-menu-list">
        {replayPage !== undefined && run.hasSteps && (
          <li class="shell-menu-apart">
            <ReplayLink
              client={client}
              run={run.run}
              title={name}
              shown={shown}
              page={replayPage}
              onOpened={close}
            />
          </li>
        )}
        {exportOffers
          .filter(({ format }) => run.hasSteps || format !== 'steps')
          .map((offer) => (
            <li key={offer.format}>
              <button
                type="button"
                data-item={offer.format}
                disabled={busy !== undefined}
                onClick={() => void save(offer)}
              >
                <b>{busy === offer.format ? `${offer.title} …` : offer.title}</b>
                <span>{offer.words}</span>
              </button>
            </li>
          ))}
      </ul>
      {problem !== undefined && (
        <p class="shell-problem" role="alert">
          This file could not be made: {problem}
        </p>
      )}
    </>
  );
}

interface ReplayLinkProps {
  readonly client: RunClient;
  readonly run: number;
  readonly title: string;
  readonly shown: ShownMoment;
  /** The address of the replay page. */
  readonly page: string;
  readonly onOpened: () => void;
}

/**
 * A link that opens the statecharts of the run in Stately Inspector, in a page of their own. It is a link so
 * that no browser blocks it as a pop-up.
 */
function ReplayLink({ client, run, title, shown, page, onOpened }: ReplayLinkProps) {
  const name = useMemo(handoverName, [run]);
  const isFollowed = useRef(false);
  // The shown part when the link was followed: this page may move on, and the other one may be reloaded.
  const latest = useRef(shown);
  if (!isFollowed.current) latest.current = shown;
  useEffect(() => {
    const stop = handOver(name, async () => ({
      title,
      shown: latest.current,
      run: JSON.parse(await client.export(run, 'replay')),
    }));
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
    <a
      href={`${page}#${name}`}
      target="_blank"
      rel="noopener"
      onClick={follow}
      onAuxClick={follow}
      onContextMenu={follow}
    >
      <b>Open in Stately Inspector</b>
      <span>the statecharts of this run, step by step, in a new tab</span>
    </a>
  );
}
