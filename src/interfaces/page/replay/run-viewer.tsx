import '../style/viewer.css';
import '../style/statechart.css';
import { useMemo, useState } from 'preact/hooks';
import { ActorTimeline } from '../statechart/actor-timeline.ts';
import { ActorView } from '../statechart/actor-view.tsx';
import { Choice } from '../statechart/choice.tsx';
import { chartIn, type LoadedCharts, useDrawnCharts } from '../statechart/drawn-chart.ts';
import { MiddleCut } from '../statechart/middle-cut.tsx';
import { ActorTree } from './actor-tree.tsx';
import type { Reel } from './reel.ts';
import { ReelSequence } from './reel-sequence.tsx';
import { doneAt, isOverAt, type ReplayActor, ReplayActors } from './replay-actors.ts';
import { StepLog } from './step-log.tsx';

interface RunViewerProps {
  readonly reel: Reel;
  /** How many of the reel's steps should be visible. */
  readonly position: number;
  /** The path of the actor that is shown first; undefined for the one with the latest step. */
  readonly first: string | undefined;
  readonly onSeek: (position: number) => void;
}

/** What is beside the list of actors: one of them and the latest events, or the messages of all. */
type View = 'chart' | 'sequence';

const views: readonly (readonly [View, string])[] = [
  ['chart', 'Chart and events'],
  ['sequence', 'Sequence'],
];

/** The viewer that needs no network: the actors, the state of the chosen one, and what happened. */
export function RunViewer({ reel, position, first, onSeek }: RunViewerProps) {
  const actors = useMemo(() => new ReplayActors(reel.steps), [reel]);
  const charts = useDrawnCharts();
  const [view, setView] = useState<View>('chart');
  const [chosen, setChosen] = useState(first);
  const [isFollowing, setFollowing] = useState(first === undefined);
  const selected = isFollowing ? (latestActor(reel, actors, position, charts) ?? chosen) : chosen;
  const choose = (actor: string): void => {
    setChosen(actor);
    setFollowing(false);
  };
  const actor = actors.get(selected);
  const isShown = (path: string): boolean => actors.get(path) !== undefined;
  const nameOf = (path: string): string => reel.names.get(path) ?? path;
  return (
    <div class={`viewer viewer-shows-${view}`}>
      <section class="viewer-actors" aria-label="Actors">
        <div class="viewer-head">
          <h2 class="viewer-title">Actors</h2>
          <span class="viewer-dim">{actors.countAt(position)}</span>
          <label class="viewer-follow">
            <input
              type="checkbox"
              checked={isFollowing}
              onChange={({ currentTarget }) => {
                if (!currentTarget.checked) setChosen(selected);
                setFollowing(currentTarget.checked);
              }}
            />
            follow the events
          </label>
          <Choice label="View" options={views} chosen={view} onChoice={setView} />
        </div>
        <ActorTree actors={actors} position={position} selected={selected} onSelect={choose} />
      </section>
      {view === 'sequence' ? (
        <section class="viewer-sequence" aria-label="Sequence of the shown actors">
          <ReelSequence
            reel={reel}
            position={position}
            // Lifelines that come and go with what is followed could not be read.
            centre={isFollowing ? undefined : actor?.id}
            isShown={isShown}
            onSeek={onSeek}
            onActor={choose}
          />
        </section>
      ) : (
        <>
          <section class="viewer-actor statechart-panel" aria-label="Selected actor">
            {actor === undefined ? (
              <p class="viewer-dim">No actor is selected: choose one, or play to follow the events.</p>
            ) : (
              <SelectedActor actor={actor} reel={reel} position={position} nameOf={nameOf} onSeek={onSeek} />
            )}
          </section>
          <section class="viewer-log" aria-label="Events">
            <h2 class="viewer-title">Events</h2>
            <StepLog
              reel={reel}
              position={position}
              selected={selected}
              nameOf={nameOf}
              isShown={isShown}
              onSelect={choose}
            />
          </section>
        </>
      )}
    </div>
  );
}

interface SelectedActorProps extends Pick<RunViewerProps, 'reel' | 'position' | 'onSeek'> {
  readonly actor: ReplayActor;
  readonly nameOf: (path: string) => string;
}

function SelectedActor({ actor, reel, position, nameOf, onSeek }: SelectedActorProps) {
  const timeline = useMemo(() => new ActorTimeline(actor.history), [actor]);
  return (
    <>
      <div class="viewer-head">
        <h2 class="viewer-title viewer-break">{actor.name}</h2>
        <MiddleCut class="viewer-dim" text={actor.id} />
      </div>
      <ActorView
        timeline={timeline}
        done={doneAt(actor, position)}
        endedMs={isOverAt(actor, position) ? reel.at((actor.to ?? 0) - 1)?.at : undefined}
        nameOf={nameOf}
        onSeek={(done) => onSeek(actor.positions[done - 1] ?? actor.from)}
      />
    </>
  );
}

/**
 * Returns the actor with the latest step, of those that have a chart: a table of answers has none. Without
 * such an actor it is the latest; undefined before the first event.
 */
function latestActor(
  reel: Reel,
  actors: ReplayActors,
  position: number,
  charts: LoadedCharts,
): string | undefined {
  let latest: ReplayActor | undefined;
  for (let place = position; place > reel.beginning; place -= 1) {
    const actor = actors.get(reel.at(place - 1)?.actor);
    const chart = actor && chartIn(charts, actor.history.started.machine);
    if (chart !== undefined && chart.layout.states.length > 0) return actor?.id;
    latest ??= actor;
  }
  return latest?.id;
}
