import { useFrames } from '../use-frames.ts';
import '../style/replay.css';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { type Actor, type ActorRefFrom, type AnyStateMachine, createActor, type SnapshotFrom } from 'xstate';
import { actorChoices, imagePulls, patternsWith, pickedActor } from './actor-choices.ts';
import { ActorSelect } from './actor-select.tsx';
import { playerMachine } from './player.ts';
import { Reel } from './reel.ts';
import type { ReplayBoot, ShownMoment } from './replay-boot.ts';
import { ReplayControls } from './replay-controls.tsx';
import { RunViewer } from './run-viewer.tsx';
import { stageMachine } from './stage.ts';
import { ViewerFrame } from './viewer-frame.tsx';

interface ReplayAppProps {
  readonly boot: ReplayBoot;
  /** The moment of the run at which to begin; absent for the very beginning. */
  readonly shown?: ShownMoment;
}

/** A recorded run, played to the viewer of this page or to an inspector in a frame. */
export function ReplayApp({ boot, shown: begun }: ReplayAppProps) {
  const picked = useMemo(
    () => (begun === undefined ? undefined : pickedActor(boot.steps, begun)),
    [boot, begun],
  );
  const [actors, setActors] = useState(() =>
    patternsWith(boot.actors === '' ? imagePulls : boot.actors, picked),
  );
  const choices = useMemo(() => actorChoices(boot.steps), [boot]);
  const reel = useMemo(() => new Reel({ ...boot, actors }), [boot, actors]);
  const [player] = useState(() => {
    const { times, beginning } = reel;
    return createActor(playerMachine, { input: { times, beginning, atMs: begun?.atMs } }).start();
  });
  const [stage] = useState(() =>
    createActor(stageMachine, {
      input: { viewer: boot.inspectorUrl === undefined ? 'own' : boot.viewer },
    }).start(),
  );
  const playing = useSnapshot(player);
  const shown = useSnapshot(stage);
  useEffect(() => {
    const { times, beginning } = reel;
    if (player.getSnapshot().context.times !== times) player.send({ type: 'REEL.CHANGED', times, beginning });
  }, [player, reel]);
  const isConnected = shown.hasTag('connected');
  useFrames(playing.hasTag('moving') && isConnected, (elapsedMs) =>
    player.send({ type: 'TIME.PASSED', elapsedMs }),
  );
  useKeys(player);
  const position = playing.context.times === reel.times ? playing.context.position : 0;
  return (
    <main class="replay">
      <header class="replay-head">
        <h1 class="replay-title">
          Replay of <span class="replay-name">{boot.title}</span>
        </h1>
        <ActorSelect choices={choices} patterns={actors} steps={reel.length} onPatterns={setActors} />
        <ViewerSwitch
          hosted={boot.inspectorUrl}
          isHosted={shown.hasTag('hosted')}
          onChosen={(viewer) => stage.send({ type: 'VIEWER.CHOSEN', viewer })}
        />
      </header>
      <ReplayControls player={player} state={playing} reel={reel} />
      <p class="replay-note" role="status">
        {noteOf({
          isConnected,
          isUnanswered: shown.hasTag('unanswered'),
          hosted: boot.inspectorUrl,
          isEmpty: reel.length === 0,
        })}
      </p>
      {shown.hasTag('hosted') && boot.inspectorUrl !== undefined ? (
        <ViewerFrame
          key={boot.inspectorUrl}
          stage={stage}
          hostedUrl={boot.inspectorUrl}
          reel={reel}
          position={position}
        />
      ) : (
        <RunViewer
          reel={reel}
          position={position}
          first={picked?.actor}
          onSeek={(to) => player.send({ type: 'SEEK.REQUESTED', position: to })}
        />
      )}
    </main>
  );
}

interface ViewerSwitchProps {
  readonly hosted: string | undefined;
  readonly isHosted: boolean;
  readonly onChosen: (viewer: 'hosted' | 'own') => void;
}

function ViewerSwitch({ hosted, isHosted, onChosen }: ViewerSwitchProps) {
  if (hosted === undefined) return null;
  const where = new URL(hosted).host;
  return isHosted ? (
    <button type="button" class="replay-button" title="It needs no network" onClick={() => onChosen('own')}>
      Use Windlass’s own viewer
    </button>
  ) : (
    <button
      type="button"
      class="replay-button"
      title={`Loads ${hosted} into the frame, and gives it the messages`}
      onClick={() => onChosen('hosted')}
    >
      Use the inspector at {where}
    </button>
  );
}

interface NoteInput {
  readonly isConnected: boolean;
  readonly isUnanswered: boolean;
  readonly hosted: string | undefined;
  readonly isEmpty: boolean;
}

function noteOf({ isConnected, isUnanswered, hosted, isEmpty }: NoteInput): string {
  if (isEmpty) return 'No actor of this run fits the filter.';
  if (isUnanswered)
    return `The inspector at ${hosted} did not answer: is there a network? This is Windlass’s own viewer.`;
  return isConnected ? '' : 'The viewer is being loaded…';
}

/**
 * Handles the keys: Space plays and pauses, arrows step, Home and End go to the ends. Keys in fields, lists
 * and buttons are not for the player.
 */
function useKeys(player: ActorRefFrom<typeof playerMachine>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || isForAnother(event)) return;
      if (event.key === ' ')
        player.send({ type: player.getSnapshot().hasTag('moving') ? 'PAUSE.REQUESTED' : 'PLAY.REQUESTED' });
      else if (event.key === 'ArrowRight') player.send({ type: 'STEP.REQUESTED' });
      else if (event.key === 'ArrowLeft') player.send({ type: 'BACK.REQUESTED' });
      else if (event.key === 'Home') player.send({ type: 'SEEK.REQUESTED', position: 0 });
      else if (event.key === 'End')
        player.send({ type: 'SEEK.REQUESTED', position: Number.MAX_SAFE_INTEGER });
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [player]);
}

/** Buttons need only the space bar; fields need all keys. */
function isForAnother({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.closest('input, select, textarea') !== null ||
    (key === ' ' && target.closest('button, a') !== null)
  );
}

/** Returns the actor's state. The component is drawn again whenever it changes. */
function useSnapshot<Machine extends AnyStateMachine>(actor: Actor<Machine>): SnapshotFrom<Machine> {
  const [snapshot, setSnapshot] = useState(() => actor.getSnapshot());
  useEffect(() => {
    setSnapshot(actor.getSnapshot());
    const subscription = actor.subscribe(setSnapshot);
    return () => subscription.unsubscribe();
  }, [actor]);
  return snapshot as SnapshotFrom<Machine>;
}
