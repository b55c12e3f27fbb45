import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { createActor } from 'xstate';
import '../style/replay.css';
import { actorChoices, imagePulls, patternsWith, pickedActor } from './actor-choices.ts';
import { ActorSelect } from './actor-select.tsx';
import { playerMachine } from './player.ts';
import { Reel } from './reel.ts';
import type { ReplayBoot, ShownMoment } from './replay-boot.ts';
import { ReplayControls } from './replay-controls.tsx';
import { stageMachine } from './stage.ts';
import { useKeys } from './use-keys.ts';
import { useSnapshot } from './use-snapshot.ts';
import { useTime } from './use-time.ts';
import { ViewerFrame } from './viewer-frame.tsx';

export interface ReplayAppProps {
  readonly boot: ReplayBoot;
  /** Where in the run to begin; absent: before anything happens. */
  readonly shown?: ShownMoment;
  /** The own viewer as a page, where this page is a single file. */
  readonly viewerHtml: string | undefined;
}

/** A recorded run, played to an inspector in a frame. */
export function ReplayApp({ boot, shown: begun, viewerHtml }: ReplayAppProps) {
  const picked = useMemo(() => (begun === undefined ? undefined : pickedActor(boot.steps, begun)), [boot, begun]);
  const [actors, setActors] = useState(() => patternsWith(boot.actors === '' ? imagePulls : boot.actors, picked));
  const choices = useMemo(() => actorChoices(boot.steps), [boot]);
  const reel = useMemo(() => new Reel({ ...boot, actors }), [boot, actors]);
  const [player] = useState(() => {
    const { times, beginning } = reel;
    return createActor(playerMachine, { input: { times, beginning, atMs: begun?.atMs } }).start();
  });
  const [stage] = useState(() =>
    createActor(stageMachine, { input: { viewer: boot.inspectorUrl === undefined ? 'own' : boot.viewer } }).start(),
  );
  const playing = useSnapshot(player);
  const shown = useSnapshot(stage);
  useEffect(() => {
    const { times, beginning } = reel;
    if (player.getSnapshot().context.times !== times) player.send({ type: 'REEL.CHANGED', times, beginning });
  }, [player, reel]);
  const isConnected = shown.hasTag('connected');
  useTime(
    playing.hasTag('moving') && isConnected,
    useCallback((elapsedMs: number) => player.send({ type: 'TIME.PASSED', elapsedMs }), [player]),
  );
  useKeys(player);
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
        {noteOf({ isConnected, isUnanswered: shown.hasTag('unanswered'), hosted: boot.inspectorUrl, isEmpty: reel.length === 0 })}
      </p>
      <ViewerFrame
        stage={stage}
        hostedUrl={shown.hasTag('hosted') ? boot.inspectorUrl : undefined}
        viewerHtml={viewerHtml}
        reel={reel}
        epochMs={Date.parse(boot.epoch)}
        actor={picked?.actor}
        position={playing.context.times === reel.times ? playing.context.position : 0}
      />
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
  if (isUnanswered) return `The inspector at ${hosted} did not answer: is there a network? This is Windlass’s own viewer.`;
  return isConnected ? '' : 'The viewer is being loaded…';
}
