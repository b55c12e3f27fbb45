import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { outputRows, type SavedOutput } from '../../../reports/outputs.ts';
import type { ShownMoment } from '../replay/replay-boot.ts';
import { handOver, handoverName } from '../replay/replay-handover.ts';
import { Menu } from '../shell/menu.tsx';
import type { RunClient } from '../worker/run-client.ts';
import type { ExportFormat, RunContents } from '../worker/worker-protocol.ts';
import { saveText } from './save-text.ts';

interface Offer {
  readonly format: ExportFormat;
  readonly title: string;
  readonly words: string;
  readonly ending: string;
  readonly type: string;
}

const offers: readonly Offer[] = [
  {
    format: 'report',
    title: 'Report',
    words: 'one HTML file with pictures, tables and inputs',
    ending: 'html',
    type: 'text/html',
  },
  ...outputRows.flatMap(([format, { words, file }]) =>
    file === undefined ? [] : [{ format: format as SavedOutput, words, ...file }],
  ),
  {
    format: 'steps',
    title: 'Trace with steps',
    words: 'for Stately Inspector: windlass inspect FILE',
    ending: 'steps.ndjson',
    type: 'application/x-ndjson',
  },
];

interface ExportMenuProps {
  readonly client: RunClient;
  readonly run: RunContents;
  /** The base name of saved files, without an ending. */
  readonly name: string;
  /** The shown part of the run, for the replay page. */
  readonly shown: ShownMoment;
  /** The page that replays runs; undefined if there is none beside this one. */
  readonly replayPage: string | undefined;
}

/** Saves the shown run as a file, or opens it in Stately Inspector. */
export function ExportMenu({ client, run, name, shown, replayPage }: ExportMenuProps) {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState<ExportFormat | undefined>(undefined);
  const save = async ({ format, ending, type }: Offer, close: () => void): Promise<void> => {
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
    <Menu label="Export" title="Save this run as a file">
      {(close) => (
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
            {offers
              .filter(({ format }) => run.hasSteps || format !== 'steps')
              .map((offer) => (
                <li key={offer.format}>
                  <button type="button" disabled={busy !== undefined} onClick={() => void save(offer, close)}>
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
      )}
    </Menu>
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
