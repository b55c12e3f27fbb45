import { useEffect, useState } from 'preact/hooks';
import type { SnapshotFrom } from 'xstate';
import type { askMachine } from '../machines/ask.ts';
import type { layoutMachine } from '../machines/layout.ts';
import type { pageMachine } from '../machines/page.ts';
import type { playbackMachine } from '../machines/playback.ts';
import type { selectionMachine } from '../machines/selection.ts';
import type { viewMachine } from '../machines/view.ts';
import type { PageSession } from '../page-session.ts';

export interface SessionState {
  readonly page: SnapshotFrom<typeof pageMachine>;
  readonly playback: SnapshotFrom<typeof playbackMachine>;
  readonly view: SnapshotFrom<typeof viewMachine>;
  readonly selection: SnapshotFrom<typeof selectionMachine>;
  readonly ask: SnapshotFrom<typeof askMachine>;
  readonly layout: SnapshotFrom<typeof layoutMachine>;
}

function stateOf({ page, playback, view, selection, ask, layout }: PageSession): SessionState {
  return {
    page: page.getSnapshot(),
    playback: playback.getSnapshot(),
    view: view.getSnapshot(),
    selection: selection.getSnapshot(),
    ask: ask.getSnapshot(),
    layout: layout.getSnapshot(),
  };
}

/**
 * Returns the current states of the session's machines. The component is drawn again at most once a frame.
 */
export function useSession(session: PageSession): SessionState {
  const [state, setState] = useState(() => stateOf(session));
  useEffect(() => {
    let frame = 0;
    const draw = (): void => {
      frame = 0;
      setState(stateOf(session));
    };
    const changed = (): void => {
      if (frame === 0) frame = requestAnimationFrame(draw);
    };
    const { page, playback, view, selection, ask, layout } = session;
    const subscriptions = [
      page.subscribe(changed),
      playback.subscribe(changed),
      view.subscribe(changed),
      selection.subscribe(changed),
      ask.subscribe(changed),
      layout.subscribe(changed),
    ];
    changed();
    return () => {
      cancelAnimationFrame(frame);
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [session]);
  return state;
}
