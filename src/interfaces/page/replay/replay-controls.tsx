import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { instantText, stepText } from '../statechart/texts.ts';
import type { playerMachine } from './player.ts';
import type { Reel } from './reel.ts';

interface ReplayControlsProps {
  readonly player: ActorRefFrom<typeof playerMachine>;
  readonly state: SnapshotFrom<typeof playerMachine>;
  readonly reel: Reel;
}

const speeds = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100];
const pauses = [500, 2000, 10_000];

/** Play, pause, step, seek and speed, and the clock of the run. */
export function ReplayControls({ player, state, reel }: ReplayControlsProps) {
  const { position, speed, pauseMsMax } = state.context;
  const isMoving = state.hasTag('moving');
  const step = position === 0 ? undefined : reel.at(position - 1);
  const at = instantText(step?.at ?? 0);
  const text = stepText(step, (actor) => reel.names.get(actor) ?? actor);
  return (
    <section class="replay-controls" aria-label="Playback">
      <div class="replay-buttons">
        <button
          type="button"
          class="replay-button"
          disabled={position === 0}
          title="One step back (←)"
          onClick={() => player.send({ type: 'BACK.REQUESTED' })}
        >
          <Icon path="M4 3h2v10H4zM13 3v10L7 8z" /> Back
        </button>
        <button
          type="button"
          class="replay-button replay-play"
          title="Space"
          onClick={() => player.send({ type: isMoving ? 'PAUSE.REQUESTED' : 'PLAY.REQUESTED' })}
        >
          <Icon path={isMoving ? 'M4 3h3v10H4zM9 3h3v10H9z' : 'M4 3v10l9-5z'} /> {isMoving ? 'Pause' : 'Play'}
        </button>
        <button
          type="button"
          class="replay-button"
          disabled={position >= reel.length}
          title="One step (→)"
          onClick={() => player.send({ type: 'STEP.REQUESTED' })}
        >
          Step <Icon path="M3 3v10l6-5zM10 3h2v10h-2z" />
        </button>
      </div>
      <output class="replay-clock" aria-label="Virtual time">
        {at}
      </output>
      <input
        class="replay-slider"
        type="range"
        min={0}
        max={reel.length}
        step={1}
        value={position}
        aria-label="Place in the run"
        aria-valuetext={`step ${position} of ${reel.length}, at ${at}`}
        onInput={(event) =>
          player.send({ type: 'SEEK.REQUESTED', position: event.currentTarget.valueAsNumber })
        }
      />
      <label class="replay-label">
        Speed
        <select
          class="replay-select"
          value={String(speed)}
          onChange={(event) =>
            player.send({ type: 'SPEED.CHOSEN', speed: Number(event.currentTarget.value) })
          }
        >
          {speeds.map((value) => (
            <option key={value} value={String(value)}>{`${value}×`}</option>
          ))}
          <option value="Infinity">as fast as it goes</option>
        </select>
      </label>
      <label class="replay-label">
        Longest pause
        <select
          class="replay-select"
          value={String(pauseMsMax)}
          onChange={(event) =>
            player.send({ type: 'LONGEST_PAUSE.CHOSEN', pauseMsMax: Number(event.currentTarget.value) })
          }
        >
          {pauses.map((value) => (
            <option key={value} value={String(value)}>{`${value / 1000} s`}</option>
          ))}
          <option value="Infinity">as it was</option>
        </select>
      </label>
      <p class="replay-step" aria-live={isMoving ? 'off' : 'polite'}>
        <span class="replay-count">{`${position} / ${reel.length}`}</span> {text}
      </p>
    </section>
  );
}

function Icon({ path }: { readonly path: string }) {
  return (
    <svg class="replay-icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
