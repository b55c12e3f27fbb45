import { type Actor, createActor } from 'xstate';
import type { InputError } from '../../inputs/documents/input-error.ts';
import { askMachine } from './machines/ask.ts';
import { layoutMachine } from './machines/layout.ts';
import { pageMachine } from './machines/page.ts';
import type { AskEvent, RunInput } from './machines/page-protocol.ts';
import { playbackMachine } from './machines/playback.ts';
import { selectionMachine } from './machines/selection.ts';
import { viewMachine } from './machines/view.ts';
import type { RunProgress } from './run-progress.ts';
import type { RunSide, UiEvent } from './ui-protocol.ts';
import { RefusedInput, type RunClient } from './worker/run-client.ts';
import type { QuestionProgress, RunOrigin } from './worker/worker-protocol.ts';

/** The beginning of a stored trace: its header comes first. */
const traceBegins = /^\s*\{[^\n]*"type":\s*"header"[^\n]*"format":\s*"windlass-trace\//;

/**
 * Returns the request for the worker: a single file that is a stored trace is shown, everything else is
 * simulated.
 */
export function requestOf({ sources, settings }: RunInput): RunOrigin {
  const [only] = sources;
  if (only !== undefined && sources.length === 1 && traceBegins.test(only.text.slice(0, 2_000)))
    return { kind: 'show', name: only.name, trace: only.text };
  return { kind: 'simulate', sources, settings };
}

/** The page's machines, and the worker to which they are connected. */
export interface PageSession {
  readonly page: Actor<typeof pageMachine>;
  readonly playback: Actor<typeof playbackMachine>;
  readonly view: Actor<typeof viewMachine>;
  readonly selection: Actor<typeof selectionMachine>;
  readonly ask: Actor<typeof askMachine>;
  readonly layout: Actor<typeof layoutMachine>;
  /** Sends the event to the machine that takes it. */
  readonly send: (event: UiEvent) => void;
}

/**
 * Returns a session in which nothing is open yet. `client` carries out the requests of the page's machine.
 */
export function createPageSession(client: RunClient): PageSession {
  const page = createActor(pageMachine);
  const playback = createActor(playbackMachine);
  const view = createActor(viewMachine);
  const selection = createActor(selectionMachine);
  const ask = createActor(askMachine);
  const layout = createActor(layoutMachine);
  /** The pending run of each side: a newer request ends it, and what is known of it by then may be wanted. */
  const awaited: Record<RunSide, AwaitedRun> = { before: awaitedRun(), after: awaitedRun() };

  page.on('RUN.REQUESTED', ({ side, input }) => {
    awaited[side].unwanted.abort();
    awaited[side] = awaitedRun();
    void run(client, side, input, awaited[side], (event) => page.send(event));
  });
  page.on('RUN.ABANDONED', ({ side }) => awaited[side].unwanted.abort());
  page.on('RUN.STOPPED', ({ side }) => awaited[side].stop.abort());
  page.on('RUN.DROPPED', ({ runs }) => {
    for (const run of runs) client.drop(run);
  });
  page.on('RUN.SHOWN', (event) => {
    playback.send(event);
    view.send(event);
    selection.send(event);
    ask.send(event);
  });
  connectQuestions(ask, client);
  page.on('END.MOVED', (event) => {
    playback.send(event);
    view.send(event);
  });
  for (const actor of [page, playback, view, selection, ask, layout]) actor.start();

  const send = (event: UiEvent): void => {
    switch (event.type) {
      case 'PLAY.REQUESTED':
      case 'PAUSE.REQUESTED':
      case 'SPEED.CHOSEN':
      case 'SEEK.REQUESTED':
      case 'FRAME.PASSED':
        playback.send(event);
        return;
      case 'WINDOW.CHANGED':
      case 'SEARCH.CHANGED':
      case 'RANGE.SELECTED':
      case 'RANGE.STEPPED':
        view.send(event);
        return;
      case 'ROW.SELECTED':
      case 'ACTOR.SELECTED':
        selection.send(event);
        return;
      case 'QUESTION.DRAFTED':
      case 'QUESTION.ASKED':
      case 'QUESTION.CANCELLED':
      case 'QUESTION.PROGRESSED':
      case 'QUESTION.ANSWERED':
      case 'QUESTION.REFUSED':
        ask.send(event);
        return;
      case 'VIEW.CHOSEN':
      case 'DRAWER.OPENED':
      case 'DRAWER.CLOSED':
      case 'DRAWER.SIZED':
      case 'GROUPING.CHOSEN':
        layout.send(event);
        return;
      default:
        page.send(event);
        return;
    }
  };
  return { page, playback, view, selection, ask, layout, send };
}

interface AwaitedRun {
  readonly unwanted: AbortController;
  readonly stop: AbortController;
}

function awaitedRun(): AwaitedRun {
  return { unwanted: new AbortController(), stop: new AbortController() };
}

async function run(
  client: RunClient,
  side: RunSide,
  input: RunInput,
  { unwanted: { signal }, stop }: AwaitedRun,
  send: (event: UiEvent & { readonly type: 'RUN.FINISHED' | 'RUN.REFUSED' | 'RUN.PROGRESSED' }) => void,
): Promise<void> {
  const progressed = (progress: RunProgress): void => {
    if (!signal.aborted) send({ type: 'RUN.PROGRESSED', side, progress });
  };
  try {
    const made = await client.run(requestOf(input), { onProgress: progressed, signal, stop: stop.signal });
    if (signal.aborted) client.drop(made.run);
    else send({ type: 'RUN.FINISHED', side, run: made });
  } catch (error) {
    if (!signal.aborted)
      send({ type: 'RUN.REFUSED', side, errors: errorsOf(error), ...inputErrorsOf(error) });
  }
}

/** Carries out the requests of the machine of questions. Each question has its own worker. */
function connectQuestions(ask: Actor<typeof askMachine>, client: RunClient): void {
  let stop = new AbortController();
  let unwanted = new AbortController();
  ask.on('QUESTION.STOPPED', () => stop.abort());
  ask.on('QUESTION.ABANDONED', () => unwanted.abort());
  ask.on('QUESTION.REQUESTED', ({ asked }) => {
    stop = new AbortController();
    unwanted = new AbortController();
    const { signal } = unwanted;
    const tell = (event: AskEvent): void => {
      if (!signal.aborted) ask.send(event);
    };
    const onProgress = (progress: QuestionProgress) => tell({ type: 'QUESTION.PROGRESSED', progress });
    client.ask(asked, { onProgress, stop: stop.signal, signal }).then(
      (answer) => tell({ type: 'QUESTION.ANSWERED', answer }),
      (error: unknown) => tell({ type: 'QUESTION.REFUSED', errors: errorsOf(error) }),
    );
  });
}

function inputErrorsOf(error: unknown): { readonly inputErrors?: readonly InputError[] } {
  const isOfInput = error instanceof RefusedInput && error.inputErrors.length > 0;
  return isOfInput ? { inputErrors: error.inputErrors } : {};
}

function errorsOf(error: unknown): readonly string[] {
  if (error instanceof RefusedInput) return error.errors;
  return [error instanceof Error ? error.message : String(error)];
}
