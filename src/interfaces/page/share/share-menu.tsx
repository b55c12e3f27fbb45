import type { RunInput, Variant } from '../machines/page-protocol.ts';
import type { ShownMoment } from '../replay/replay-boot.ts';
import { Menu } from '../shell/menu.tsx';
import type { RunClient } from '../worker/run-client.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import { ExportList } from './export-list.tsx';
import { ShareWays } from './share-ways.tsx';

interface ShareMenuProps {
  readonly client: RunClient;
  /** The run that is shown, and what it was made of. */
  readonly run: RunContents;
  readonly input: RunInput;
  /** The run as loaded and its variants, which a link has with their names. */
  readonly loaded: RunInput & { readonly run: number };
  readonly variants: readonly Variant[];
  /** The base name of saved files, without an ending. */
  readonly name: string;
  /** The shown part of the run, for the replay page. */
  readonly shown: ShownMoment;
  /** The page that replays runs; undefined if there is none beside this one. */
  readonly replayPage: string | undefined;
}

/** All that a run can be given away as: a link, its input, and its results as files. */
export function ShareMenu({ client, run, input, loaded, variants, name, shown, replayPage }: ShareMenuProps) {
  const place = variants.findIndex((each) => each.run === run);
  return (
    <Menu label="Share" title="A link to this run, or files of it" name="share">
      {(close) => (
        <>
          {/* A stored trace has no inputs. */}
          {input.sources.length > 0 && run.canChange && (
            <section class="share-link" aria-label="A link" data-item="link" tabIndex={-1}>
              <ShareWays
                client={client}
                run={run.run}
                settings={input.settings}
                loaded={loaded}
                variants={variants}
                shown={place < 0 ? undefined : place + 1}
              />
            </section>
          )}
          <section aria-label="Files">
            <h2 class="share-title">Save this run as</h2>
            <ExportList
              client={client}
              run={run}
              name={name}
              shown={shown}
              replayPage={replayPage}
              close={close}
            />
          </section>
        </>
      )}
    </Menu>
  );
}
