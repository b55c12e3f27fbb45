import '../style/viewer.css';
import '../style/statechart.css';
import { useMemo, useState } from 'preact/hooks';
import { ActorTimeline } from '../statechart/actor-timeline.ts';
import { ActorView } from '../statechart/actor-view.tsx';
import { ActorTree } from './actor-tree.tsx';
import type { Reel } from './reel.ts';
import { doneAt, isOverAt, ReplayActors } from './replay-actors.ts';
import { StepLog } from './step-log.tsx';

interface RunViewerProps {
  readonly reel: Reel;
  /** How many of the reel's steps should be visible. */
  readonly position: number;
  /** The path of the actor that is shown first; undefined for the one with the latest step. */
  readonly first: string | undefined;
  readonly onSeek: (position: number) => void;
}

/** The viewer that needs no network: the actors, the state of the chosen one, and what happened. */
export function RunViewer({ reel, position, first, onSeek }: RunViewerProps) {
  const actors = useMemo(() => new ReplayActors(reel.steps), [reel]);
  const [chosen, setChosen] = useState(first);
  const [isFollowing, setFollowing] = useState(first === undefined);
  const latest = position > reel.beginning ? reel.at(position - 1)?.actor : undefined;
  const selected = isFollowing ? (latest ?? chosen) : chosen;
  const choose = (actor: string): void => {
    setChosen(actor);
    setFollowing(false);
  };
  const actor = actors.get(selected);
  const timeline = useMemo(
    () => (actor === undefined ? undefined : new ActorTimeline(actor.history)),
    [actor],
  );
  const nameOf = (path: string): string => actors.get(path)?.name ?? path;
  return (
    <div class="viewer">
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
        </div>
        <ActorTree actors={actors} position={position} selected={selected} onSelect={choose} />
      </section>
      <section class="viewer-actor statechart-panel" aria-label="Selected actor">
        {actor === undefined || timeline === undefined ? (
          <p class="viewer-dim">No actor is selected: choose one, or play to follow the events.</p>
        ) : (
          <>
            <div class="viewer-head">
              <h2 class="viewer-title viewer-break">{actor.name}</h2>
              <span class="viewer-dim viewer-break">{actor.id}</span>
            </div>
            <ActorView
              timeline={timeline}
              done={doneAt(actor, position)}
              endedMs={isOverAt(actor, position) ? reel.at((actor.to ?? 0) - 1)?.at : undefined}
              nameOf={nameOf}
              onSeek={(done) => onSeek(actor.positions[done - 1] ?? actor.from)}
            />
          </>
        )}
      </section>
      <section class="viewer-log" aria-label="Events">
        <h2 class="viewer-title">Events</h2>
        <StepLog reel={reel} position={position} selected={selected} nameOf={nameOf} onSelect={choose} />
      </section>
    </div>
  );
}
