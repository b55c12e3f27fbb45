import { useFrames } from './use-frames.ts';
import './style/shell.css';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SourceText } from '../../inputs/documents/source-document.ts';
import type { RunRequest } from '../../inputs/run-request.ts';
import { type AskDraft, firstDraft } from './ask/ask-draft.ts';
import { AskPanel } from './ask/ask-panel.tsx';
import type { Boot, ExampleSource } from './boot.ts';
import { shownInput, shownRun } from './machines/variants.ts';
import { type PageSession, requestOf } from './page-session.ts';
import { focusSetting } from './palette/focus-setting.ts';
import type { PaletteTarget } from './palette/palette-entries.ts';
import { doneShare } from './run-progress.ts';
import { DropFiles } from './share/drop-files.tsx';
import { ReadingState, RefusedState } from './shell/first-states.tsx';
import { Header } from './shell/header.tsx';
import { HelpDialog } from './shell/help-dialog.tsx';
import { keepFocus } from './shell/keep-focus.ts';
import { momentBeside } from './shell/moments.ts';
import { askNewsOf, newsOf } from './shell/news.ts';
import { OpenFiles } from './shell/open-files.tsx';
import { type PageKey, pageKey } from './shell/page-keys.ts';
import { ShownRun } from './shell/shown-run.tsx';
import { StartPage, startQuestions } from './shell/start-page.tsx';
import { useSession } from './shell/use-session.ts';
import { zoomed } from './timeline/timeline-toolbar.tsx';
import type { RunClient } from './worker/run-client.ts';

interface AppProps {
  readonly session: PageSession;
  readonly client: RunClient;
  readonly boot: Boot;
}

/** The page: header, timeline, statechart, resources and what-if panel. */
export function App({ session, client, boot }: AppProps) {
  const state = useSession(session);
  const { page, playback, view, ask, layout } = state;
  const { send } = session;
  const { before, side, errors, progress, input } = page.context;
  const run = shownRun(page.context);
  const searchField = useRef<HTMLInputElement>(null);
  const [isHelp, setHelp] = useState(false);
  const isAsk = layout.matches({ middle: 'questions' });
  const isTable = layout.matches({ middle: 'table' });
  const setAsk = (isAsked: boolean): void =>
    send({ type: 'VIEW.CHOSEN', view: isAsked ? 'questions' : 'timeline' });
  const [draft, setDraft] = useState<AskDraft | undefined>(undefined);
  const [question, setQuestion] = useState(startQuestions[0]);
  useFrames(playback.matches('playing'), (elapsedMs) => send({ type: 'FRAME.PASSED', elapsedMs }));

  const onInput = useCallback(
    (sources: readonly SourceText[], settings?: RunRequest) =>
      send({ type: 'INPUT.CHOSEN', sources, ...(settings === undefined ? {} : { settings }) }),
    [send],
  );
  const isStart = run === undefined;
  // Files have the question of the start page, as long as that is shown.
  const onFiles = useCallback(
    (sources: readonly SourceText[], settings?: RunRequest) =>
      onInput(sources, settings ?? (isStart ? question.settings : undefined)),
    [onInput, isStart, question],
  );
  const onRefused = useCallback(
    (refused: readonly string[]) => send({ type: 'INPUT.REFUSED', errors: refused }),
    [send],
  );
  const onExample = useCallback(({ sources }: ExampleSource) => onInput(sources), [onInput]);
  const onCancel = useCallback(() => send({ type: 'RUN.CANCELLED' }), [send]);
  const onStep = (direction: -1 | 1): void => {
    if (run === undefined) return;
    send({ type: 'PAUSE.REQUESTED' });
    send({ type: 'SEEK.REQUESTED', atMs: momentBeside(run.view, playback.context.playheadMs, direction) });
  };

  const onTarget = (target: PaletteTarget): void => {
    // The text that was typed was a way to it, and hides what is beside it.
    send({ type: 'SEARCH.CHANGED', text: target.kind === 'rows' ? target.search : '' });
    if (target.kind === 'row') send({ type: 'ROW.SELECTED', row: target.row });
    else if (target.kind === 'example') onExample(target.example);
    else if (target.kind === 'setting') {
      send({ type: 'DRAWER.OPENED', tab: 'change' });
      focusSetting(target.name);
    } else if (target.kind === 'question' && run !== undefined) {
      setDraft({ ...(draft ?? firstDraft(run)), kind: target.question });
      setAsk(true);
    }
  };

  const obey = (key: PageKey): void => {
    const { window, endMs } = view.context;
    const { playheadMs } = playback.context;
    const span = window.toMs - window.fromMs;
    const around =
      playheadMs > window.fromMs && playheadMs < window.toMs ? playheadMs : (window.fromMs + window.toMs) / 2;
    const shift = (by: number): void =>
      send({ type: 'WINDOW.CHANGED', window: { fromMs: window.fromMs + by, toMs: window.toMs + by } });
    const deeds: Readonly<Record<PageKey, () => void>> = {
      play: () => send({ type: playback.matches('playing') ? 'PAUSE.REQUESTED' : 'PLAY.REQUESTED' }),
      stepBack: () => onStep(-1),
      stepOn: () => onStep(1),
      begin: () => send({ type: 'SEEK.REQUESTED', atMs: 0 }),
      end: () => send({ type: 'SEEK.REQUESTED', atMs: endMs }),
      zoomIn: () => send({ type: 'WINDOW.CHANGED', window: zoomed(window, 0.5, around) }),
      zoomOut: () => send({ type: 'WINDOW.CHANGED', window: zoomed(window, 2, around) }),
      left: () => shift(-span / 8),
      right: () => shift(span / 8),
      fit: () => send({ type: 'WINDOW.CHANGED', window: { fromMs: 0, toMs: endMs } }),
      search: () => searchField.current?.focus(),
      view: () => send({ type: 'VIEW.CHOSEN', view: isTable ? 'timeline' : 'table' }),
      details: () =>
        send(
          layout.matches({ drawer: 'open' })
            ? { type: 'DRAWER.CLOSED' }
            : { type: 'DRAWER.OPENED', tab: layout.context.tab },
        ),
      ask: () => setAsk(!isAsk),
      side: () => send({ type: 'SIDE.CHOSEN', side: side === 'before' ? 'after' : 'before' }),
      escape: () => {
        if (page.matches('refused')) send({ type: 'REFUSAL.DISMISSED' });
        else if (page.hasTag('busy')) onCancel();
        else if (isAsk && ask.hasTag('busy')) send({ type: 'QUESTION.CANCELLED' });
        else if (document.activeElement === searchField.current) {
          send({ type: 'SEARCH.CHANGED', text: '' });
          searchField.current?.blur();
        } else send({ type: 'ROW.SELECTED', row: undefined });
      },
      help: () => setHelp(true),
    };
    deeds[key]();
  };
  useEffect(() => keepFocus(document), []);
  const latest = useRef(obey);
  latest.current = obey;
  const hasRun = useRef(run !== undefined);
  hasRun.current = run !== undefined;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const key = pageKey(event);
      if (key === undefined || (!hasRun.current && key !== 'help' && key !== 'escape')) return;
      event.preventDefault();
      latest.current(key);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  const news = useMemo(() => newsOf(page), [page.value, run, errors]);
  // What was asked about other files says nothing about these.
  useEffect(() => setDraft(undefined), [input.sources]);
  useEffect(() => {
    const [first] = page.context.input.sources;
    document.title =
      first === undefined ? 'Windlass' : `${first.name.slice(first.name.lastIndexOf('/') + 1)} – Windlass`;
  }, [page.context.input]);

  const openFiles = <OpenFiles label="Open files" onInput={onFiles} onRefused={onRefused} />;
  return (
    <DropFiles onInput={onFiles} onRefused={onRefused}>
      <div class="shell" data-state={stateName(page.value)}>
        {/* biome-ignore lint/a11y/useValidAnchor: a link to a place on the page, without a change of the address, which shares runs */}
        <a
          class="shell-skip"
          href="#shell-main"
          onClick={(event) => {
            event.preventDefault();
            document.getElementById('shell-main')?.focus();
          }}
        >
          Skip to the run
        </a>
        <Header
          client={client}
          boot={boot}
          state={state}
          run={run}
          searchField={searchField}
          send={send}
          onInput={onInput}
          onExample={onExample}
          isAsk={isAsk}
          onAsk={setAsk}
          onTarget={onTarget}
          onHelp={() => setHelp(true)}
        />
        <main class="shell-main" id="shell-main" tabIndex={-1}>
          {page.hasTag('busy') && run !== undefined && (
            <div class="shell-busy">
              <progress
                aria-label="Progress of the next run"
                {...(progress === undefined ? {} : { max: 1, value: doneShare(progress) })}
              />
              <button type="button" onClick={onCancel}>
                Cancel this run
              </button>
            </div>
          )}
          {page.matches('refused') ? (
            <RefusedState
              errors={errors}
              hasRun={before !== undefined}
              open={openFiles}
              onDismiss={() => send({ type: 'REFUSAL.DISMISSED' })}
            />
          ) : run !== undefined && isAsk ? (
            <AskPanel
              run={run}
              request={requestOf(shownInput(page.context))}
              ask={ask}
              draft={draft}
              onDraft={setDraft}
              send={send}
            />
          ) : run !== undefined ? (
            <ShownRun client={client} state={state} run={run} send={send} onStep={onStep} />
          ) : page.matches('reading') ? (
            <ReadingState progress={progress} onCancel={onCancel} />
          ) : (
            <StartPage
              examples={boot.examples}
              open={
                <>
                  {openFiles}
                  <OpenFiles label="Open a folder" isFolder onInput={onFiles} onRefused={onRefused} />
                </>
              }
              question={question}
              onQuestion={setQuestion}
              onExample={onExample}
            />
          )}
        </main>
        <div class="visually-hidden" role="status" aria-live="polite">
          {isAsk ? askNewsOf(ask) : news}
        </div>
        <HelpDialog isOpen={isHelp} onClose={() => setHelp(false)} />
      </div>
    </DropFiles>
  );
}

/** Returns the state's name in one line, `shown.compared`. */
function stateName(value: string | object): string {
  return typeof value === 'string'
    ? value
    : (Object.entries(value).map(([key, inner]) => `${key}.${inner}`)[0] ?? '');
}
