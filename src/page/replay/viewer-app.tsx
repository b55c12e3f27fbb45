import { useState } from 'preact/hooks';
import '../style/viewer.css';
import { ActorTree } from './actor-tree.tsx';
import { ActorView } from './actor-view.tsx';
import { EventLog } from './event-log.tsx';
import { virtualTimeText } from './virtual-time-text.ts';
import type { WatchedActors } from './watched-actors.ts';

export interface ViewerProps {
  readonly watched: WatchedActors;
  /** Changes with every message heard. */
  readonly turn: number;
  /** The actor that is shown first; undefined: the latest that something happens to. */
  readonly first: string | undefined;
}

/** The viewer that needs no network: who there is, where the chosen one stands, what happened. */
export function Viewer({ watched, turn, first }: ViewerProps) {
  const [chosen, setChosen] = useState(first);
  const [isFollowing, setFollowing] = useState(first === undefined);
  const latest = watched.log.at(-1)?.actor;
  const selected = isFollowing ? (latest ?? chosen) : chosen;
  const choose = (actor: string) => {
    setChosen(actor);
    setFollowing(false);
  };
  const actor = selected === undefined ? undefined : watched.actors.get(selected);
  return (
    <main class="viewer">
      <section class="viewer-actors" aria-label="Actors">
        <div class="viewer-head">
          <h2 class="viewer-title">Actors</h2>
          <span class="viewer-dim">{watched.actors.size}</span>
          <label class="viewer-follow">
            <input
              type="checkbox"
              checked={isFollowing}
              onChange={(event) => {
                if (!event.currentTarget.checked) setChosen(selected);
                setFollowing(event.currentTarget.checked);
              }}
            />
            follow the events
          </label>
        </div>
        <ActorTree watched={watched} turn={turn} selected={selected} onSelect={choose} />
      </section>
      <section class="viewer-actor" aria-label="Selected actor">
        {actor === undefined ? (
          <p class="viewer-dim viewer-empty">
            {watched.actors.size === 0 ? 'Waiting for actors.' : 'No actor is selected: choose one, or play to follow the events.'}
          </p>
        ) : (
          <ActorView key={actor.id} actor={actor} value={actor.value} context={actor.context} status={actor.status} />
        )}
      </section>
      <section class="viewer-log" aria-label="Events">
        <div class="viewer-head">
          <h2 class="viewer-title">Events</h2>
          <output class="viewer-dim" aria-label="Virtual time">
            {virtualTimeText(watched.atMs)}
          </output>
        </div>
        <EventLog watched={watched} selected={selected} onSelect={choose} />
      </section>
    </main>
  );
}
