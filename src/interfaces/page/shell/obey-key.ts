import type { RefObject } from 'preact';
import { zoomed } from '../timeline/timeline-toolbar.tsx';
import type { DrawerTab, MainView, UiEvent } from '../ui-protocol.ts';
import type { PageKey } from './page-keys.ts';
import type { SessionState } from './use-session.ts';

interface KeyScope {
  readonly state: SessionState;
  readonly send: (event: UiEvent) => void;
  readonly searchField: RefObject<HTMLInputElement | null>;
  /** Moves to the moment before (-1) or after (1) at which something changes. */
  readonly onStep: (direction: -1 | 1) => void;
  readonly onHelp: () => void;
}

/** Does what a key of the whole page means. */
export function obeyKey(key: PageKey, scope: KeyScope): void {
  const { state, send, searchField, onStep, onHelp } = scope;
  const { page, playback, view, layout } = state;
  const { window, endMs } = view.context;
  const { playheadMs } = playback.context;
  const span = window.toMs - window.fromMs;
  const around =
    playheadMs > window.fromMs && playheadMs < window.toMs ? playheadMs : (window.fromMs + window.toMs) / 2;
  const shift = (by: number): void =>
    send({ type: 'WINDOW.CHANGED', window: { fromMs: window.fromMs + by, toMs: window.toMs + by } });
  const toggle = (wanted: MainView): void =>
    send({ type: 'VIEW.CHOSEN', view: layout.matches({ middle: wanted }) ? 'timeline' : wanted });
  const pick = (direction: -1 | 1): void => send({ type: 'RANGE.STEPPED', direction, playheadMs });
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
    rangeLeft: () => pick(-1),
    rangeRight: () => pick(1),
    fit: () => send({ type: 'WINDOW.CHANGED', window: { fromMs: 0, toMs: endMs } }),
    search: () => searchField.current?.focus(),
    view: () => toggle('table'),
    details: () =>
      send(
        layout.matches({ drawer: 'open' })
          ? { type: 'DRAWER.CLOSED' }
          : { type: 'DRAWER.OPENED', tab: layout.context.tab },
      ),
    large: () => {
      const isLarge = layout.matches({ drawer: { open: 'large' } });
      if (!layout.matches({ drawer: 'open' })) send({ type: 'DRAWER.OPENED', tab: layout.context.tab });
      send({ type: 'DRAWER.SIZED', size: isLarge ? 'beside' : 'large' });
    },
    ask: () =>
      send(isInSight(state, 'ask') ? { type: 'DRAWER.CLOSED' } : { type: 'DRAWER.OPENED', tab: 'ask' }),
    side: () => send({ type: 'SIDE.CHOSEN', side: page.context.side === 'before' ? 'after' : 'before' }),
    escape: () => leave(scope),
    help: onHelp,
  };
  deeds[key]();
}

/** Whether the drawer is open with this tab. */
export function isInSight({ layout }: Pick<SessionState, 'layout'>, tab: DrawerTab): boolean {
  return layout.matches({ drawer: 'open' }) && layout.context.tab === tab;
}

/** Leaves what is in the foreground. */
function leave({ state, send, searchField }: KeyScope): void {
  const { page, ask, view } = state;
  if (page.matches('refused')) send({ type: 'REFUSAL.DISMISSED' });
  else if (page.hasTag('busy')) send({ type: 'RUN.CANCELLED' });
  else if (isInSight(state, 'ask') && ask.hasTag('busy')) send({ type: 'QUESTION.CANCELLED' });
  else if (document.activeElement === searchField.current) {
    send({ type: 'SEARCH.CHANGED', text: '' });
    searchField.current?.blur();
  } else if (view.context.range !== undefined) send({ type: 'RANGE.SELECTED', range: undefined });
  else send({ type: 'ROW.SELECTED', row: undefined });
}
