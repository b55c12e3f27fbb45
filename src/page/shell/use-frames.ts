import { useEffect } from 'preact/hooks';
import type { PageSession } from '../page-session.ts';

/** A tab that slept for long does not leap: a frame counts for at most this. */
const frameMsMax = 250;

/** Tells the playback how much time has passed, frame by frame, while it plays. */
export function useFrames(session: PageSession, isPlaying: boolean): void {
  useEffect(() => {
    if (!isPlaying) return;
    let before: number | undefined;
    let frame = requestAnimationFrame(function pass(now) {
      if (before !== undefined) session.send({ type: 'FRAME.PASSED', elapsedMs: Math.min(now - before, frameMsMax) });
      before = now;
      frame = requestAnimationFrame(pass);
    });
    return () => cancelAnimationFrame(frame);
  }, [session, isPlaying]);
}
