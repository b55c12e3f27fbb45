import type { RefObject } from 'preact';
import type { SourceText } from '../../../inputs/documents/source-document.ts';
import type { RunRequest } from '../../../inputs/run-request.ts';
import { visibleText } from '../../../reports/text/visible-text.ts';
import type { Boot, ExampleSource } from '../boot.ts';
import { pickedIn } from '../machines/selection.ts';
import { shownInput } from '../machines/variants.ts';
import type { PaletteTarget } from '../palette/palette-entries.ts';
import { PaletteSearch } from '../palette/palette-search.tsx';
import { OpenMenu } from '../share/open-menu.tsx';
import { ShareMenu } from '../share/share-menu.tsx';
import type { UiEvent } from '../ui-protocol.ts';
import type { RunClient } from '../worker/run-client.ts';
import type { RunContents } from '../worker/worker-protocol.ts';
import { Menu } from './menu.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import type { SessionState } from './use-session.ts';

interface HeaderProps {
  readonly client: RunClient;
  readonly boot: Boot;
  readonly state: SessionState;
  /** The shown run; undefined if there is none. */
  readonly run: RunContents | undefined;
  readonly searchField: RefObject<HTMLInputElement | null>;
  readonly send: (event: UiEvent) => void;
  readonly onInput: (sources: readonly SourceText[], settings?: RunRequest) => void;
  readonly onExample: (example: ExampleSource) => void;
  readonly onTarget: (target: PaletteTarget) => void;
  readonly onHelp: () => void;
}

/** What is open, and what can be done with it. */
export function Header(props: HeaderProps) {
  const { client, boot, state, run, searchField, send, onInput, onExample, onTarget, onHelp } = props;
  const { page, playback, view, selection } = state;
  const { input, before, variants } = page.context;
  const example = boot.examples.find(({ sources }) => areSame(sources, input.sources));
  return (
    <header class="shell-header">
      <h1>Windlass</h1>
      {run !== undefined && example !== undefined && <StoryMenu example={example} />}
      {run !== undefined && <Chips run={run} sources={example === undefined ? input.sources : []} />}
      <span class="shell-space" />
      {run !== undefined && (
        <PaletteSearch
          run={run}
          row={selection.context.row}
          examples={boot.examples}
          field={searchField}
          search={view.context.search}
          onSearch={(text) => send({ type: 'SEARCH.CHANGED', text })}
          onTarget={onTarget}
        />
      )}
      <div class="shell-actions">
        <OpenMenu
          examples={boot.examples}
          onExample={onExample}
          onInput={onInput}
          onRefused={(errors) => send({ type: 'INPUT.REFUSED', errors })}
        />
        {run !== undefined && (
          <ShareMenu
            client={client}
            run={run}
            input={shownInput(page.context)}
            loaded={{ ...input, run: before?.run ?? run.run }}
            variants={variants}
            name={fileName(input.sources)}
            shown={{ atMs: playback.context.playheadMs, actor: pickedIn(run, selection.context) }}
            replayPage={boot.replayPage}
          />
        )}
        <ThemeSwitch />
        <button
          type="button"
          class="shell-help-button"
          onClick={onHelp}
          aria-label="Keys and gestures"
          title="Keys and gestures (?)"
        >
          ?
        </button>
      </div>
    </header>
  );
}

/** Whether these are the same files, by their texts: an example keeps its story under another name. */
function areSame(some: readonly SourceText[], others: readonly SourceText[]): boolean {
  return some.length === others.length && some.every(({ text }, place) => text === others[place]?.text);
}

/** The question that an example answers; opened, its story. */
function StoryMenu({ example: { title, question, story } }: { readonly example: ExampleSource }) {
  return (
    <div class="shell-story">
      <Menu label={question ?? title}>
        {() => (
          <>
            <h2>{title}</h2>
            {story.map((paragraph, place) => (
              <p key={place}>{paragraph}</p>
            ))}
          </>
        )}
      </Menu>
    </div>
  );
}

/** Labels for the inputs, the kubelet and the seed. */
function Chips({ run, sources }: { readonly run: RunContents; readonly sources: readonly SourceText[] }) {
  const [first] = sources;
  const names = sources.map(({ name }) => visibleText(name)).join('\n');
  const kubelets = new Set(run.view.nodes.map(({ title }) => /kubelet [^·]*/.exec(title)?.[0]?.trim() ?? ''));
  const [kubelet] = kubelets;
  const nodes = run.view.nodes.length;
  return (
    <ul class="shell-chips" aria-label="What runs">
      {first !== undefined && (
        <li title={names}>
          {sources.length === 1
            ? visibleText(first.name.slice(first.name.lastIndexOf('/') + 1))
            : `${sources.length} files`}
        </li>
      )}
      {nodes > 1 && <li>{nodes} nodes</li>}
      {kubelet !== undefined && kubelet !== '' && (
        <li>{kubelets.size === 1 ? visibleText(kubelet) : `${kubelets.size} kubelets`}</li>
      )}
      {run.view.seed !== null && <li>seed {run.view.seed}</li>}
    </ul>
  );
}

/** Returns the name of an exported file without its ending. */
function fileName(sources: readonly SourceText[]): string {
  const [first] = sources;
  const name =
    first === undefined ? '' : first.name.slice(first.name.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
  const plain = name.replace(/[^\w.-]+/g, '-').slice(0, 60);
  return plain === '' || sources.length > 1 ? 'windlass-run' : plain;
}
