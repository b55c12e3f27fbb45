import { useEffect, useRef } from 'preact/hooks';

/**
 * The longest time that one frame counts for: after a pause of the browser itself (another tab, a closed
 * lid), time continues where it was.
 */
const frameMsMax = 250;

/** Tells the real time that has passed, once for each frame that the browser draws, while `isMoving`. */
export function useFrames(isMoving: boolean, onPassed: (elapsedMs: number) => void): void {
  const latest = useRef(onPassed);
  latest.current = onPassed;
  useEffect(() => {
    if (!isMoving) return;
    let before: number | undefined;
    let frame = requestAnimationFrame(function pass(now) {
      if (before !== undefined) latest.current(Math.min(now - before, frameMsMax));
      before = now;
      frame = requestAnimationFrame(pass);
    });
    return () => cancelAnimationFrame(frame);
  }, [isMoving]);
}
