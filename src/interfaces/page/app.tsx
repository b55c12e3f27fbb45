import { useFrames } from './use-frames.ts';
import './style/shell.css';
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SourceText } from '../../inputs/documents/source-document.ts';
import type { RunRequest } from '../../inputs/run-request.ts';
import { askQuestion } from './ask/ask-question.ts';
import type { Boot, ExampleSource } from './boot.ts';
import { YamlDialog } from './editor/yaml-dialog.tsx';
import { shownInput, shownRun } from './machines/variants.ts';
import type { PageSession } from './page-session.ts';
import { focusQuestion, focusSetting, openMenu } from './palette/focus-setting.ts';
import type { PaletteTarget } from './palette/palette-entries.ts';
import { doneShare } from './run-progress.ts';
import { DropFiles } from './share/drop-files.tsx';
import { OpenFiles } from './share/open-files.tsx';
import { ReadingState, RefusedState } from './shell/first-states.tsx';
import { Header } from './shell/header.tsx';
import { HelpDialog } from './shell/help-dialog.tsx';
import { keepFocus } from './shell/keep-focus.ts';
import { momentBeside } from './shell/moments.ts';
import { askNewsOf, newsOf } from './shell/news.ts';
import { isInSight, obeyKey } from './shell/obey-key.ts';
import { ShownRun } from './shell/shown-run.tsx';
import { StartPage, startQuestions } from './shell/start-page.tsx';
import { usePageKeys } from './shell/use-page-keys.ts';
import { useSession } from './shell/use-session.ts';
import type { RunClient } from './worker/run-client.ts';

interface AppProps {
  readonly session: PageSession;
  readonly client: RunClient;
  readonly boot: Boot;
}

/** The page: header, timeline, statechart, resources and what-if panel. */
export function App({ session, client, boot }: AppProps) {
  const state = useSession(session);
  const { page, playback, ask } = state;
  const { send } = session;
  const { before, errors, progress } = page.context;
  const run = shownRun(page.context);
  const searchField = useRef<HTMLInputElement>(null);
  const [isHelp, setHelp] = useState(false);
  const [isEditing, setEditing] = useState(false);
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
    else if (target.kind === 'yaml') setEditing(true);
    else if (target.kind === 'menu') openMenu(target.menu, target.item);
    else if (target.kind === 'setting') {
      send({ type: 'DRAWER.OPENED', tab: 'change' });
      focusSetting(target.name);
    } else if (target.kind === 'question' && run !== undefined) {
      const place = { run, input: shownInput(page.context), draft: ask.context.draft, send };
      askQuestion(place, target.question, target.isReady);
      focusQuestion();
    }
  };

  usePageKeys(run !== undefined, (key) =>
    obeyKey(key, { state, send, searchField, onStep, onHelp: () => setHelp(true) }),
  );
  useEffect(() => keepFocus(document), []);
  const news = useMemo(() => newsOf(page), [page.value, run, errors]);
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
                {page.hasTag('stopping') ? 'Forget it' : 'Cancel this run'}
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
          ) : run !== undefined ? (
            <ShownRun
              client={client}
              state={state}
              run={run}
              send={send}
              onStep={onStep}
              onEdit={() => setEditing(true)}
            />
          ) : page.matches('reading') ? (
            <ReadingState progress={progress} isStopping={page.hasTag('stopping')} onCancel={onCancel} />
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
          {run !== undefined && isInSight(state, 'ask') ? askNewsOf(ask) : news}
        </div>
        {isEditing && run?.canChange === true && (
          <YamlDialog
            client={client}
            run={run}
            input={shownInput(page.context)}
            onApply={(sources) => {
              const { settings } = shownInput(page.context);
              send({ type: 'VARIANT.BEGUN' });
              send({ type: 'SETTINGS.CHANGED', settings, sources });
            }}
            onClose={() => setEditing(false)}
          />
        )}
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
