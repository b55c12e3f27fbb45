import { useEffect } from 'preact/hooks';
import type { ActorRefFrom } from 'xstate';
import type { playerMachine } from './player.ts';

/** Space plays and pauses, arrows step, Home and End go to the ends; not where somebody types, chooses or presses something. */
export function useKeys(player: ActorRefFrom<typeof playerMachine>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || isForAnother(event)) return;
      if (event.key === ' ') player.send({ type: player.getSnapshot().hasTag('moving') ? 'PAUSE.REQUESTED' : 'PLAY.REQUESTED' });
      else if (event.key === 'ArrowRight') player.send({ type: 'STEP.REQUESTED' });
      else if (event.key === 'ArrowLeft') player.send({ type: 'BACK.REQUESTED' });
      else if (event.key === 'Home') player.send({ type: 'SEEK.REQUESTED', position: 0 });
      else if (event.key === 'End') player.send({ type: 'SEEK.REQUESTED', position: Number.MAX_SAFE_INTEGER });
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [player]);
}

/** Buttons want the space bar only; whatever takes a value wants all keys. */
function isForAnother({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.closest('input, select, textarea') !== null || (key === ' ' && target.closest('button, a') !== null);
}
