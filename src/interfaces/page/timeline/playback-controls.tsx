// biome-ignore-all lint/a11y/useSemanticElements: a fieldset is for forms
import { durationText } from '../../../reports/text/quantity-text.ts';
import { speeds } from '../machines/playback.ts';
import { Icon } from '../shell/icon.tsx';
import type { UiEvent } from '../ui-protocol.ts';
import { momentText } from './time-axis.ts';

interface PlaybackControlsProps {
  readonly isPlaying: boolean;
  readonly playheadMs: number;
  readonly endMs: number;
  readonly speed: number;
  readonly send: (event: UiEvent) => void;
  /** Moves to the moment before (-1) or after (1) at which something changes. */
  readonly onStep: (direction: -1 | 1) => void;
}

/** Play, pause, step and speed, and the clock of virtual time. */
export function PlaybackControls({
  isPlaying,
  playheadMs,
  endMs,
  speed,
  send,
  onStep,
}: PlaybackControlsProps) {
  const offered = speeds.includes(speed as (typeof speeds)[number])
    ? speeds
    : [...speeds, speed].sort((a, b) => a - b);
  return (
    <div class="shell-playback" role="group" aria-label="Playback">
      <button
        type="button"
        onClick={() => send({ type: 'SEEK.REQUESTED', atMs: 0 })}
        aria-label="To the beginning"
        title="To the beginning (Home)"
      >
        <Icon name="begin" />
      </button>
      <button
        type="button"
        onClick={() => onStep(-1)}
        aria-label="Step back"
        title="To the change before (,)"
      >
        <Icon name="stepBack" />
      </button>
      <button
        type="button"
        class="shell-play"
        onClick={() => send({ type: isPlaying ? 'PAUSE.REQUESTED' : 'PLAY.REQUESTED' })}
        aria-label={isPlaying ? 'Pause' : 'Play'}
        title={isPlaying ? 'Pause (space)' : 'Play (space)'}
      >
        <Icon name={isPlaying ? 'pause' : 'play'} />
      </button>
      <button type="button" onClick={() => onStep(1)} aria-label="Step on" title="To the next change (.)">
        <Icon name="stepOn" />
      </button>
      <select
        aria-label="Speed"
        title="Virtual seconds in a second"
        value={String(speed)}
        onChange={(event) => send({ type: 'SPEED.CHOSEN', speed: Number(event.currentTarget.value) })}
      >
        {offered.map((value) => (
          <option key={value} value={String(value)}>
            ×{value}
          </option>
        ))}
      </select>
      <output class="shell-clock" aria-label="Virtual time" aria-live="off">
        {momentText(playheadMs)}
        <span> of {durationText(endMs)}</span>
      </output>
    </div>
  );
}
