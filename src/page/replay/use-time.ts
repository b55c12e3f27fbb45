import { useEffect } from 'preact/hooks';

/** After a pause of the browser itself (another tab, a closed lid) time goes on where it was. */
const elapsedMsMax = 250;

/** Says how much real time has passed, once for each frame that the browser draws, while `isMoving`. */
export function useTime(isMoving: boolean, onPassed: (elapsedMs: number) => void): void {
  useEffect(() => {
    if (!isMoving) return;
    let before = performance.now();
    let request = 0;
    const tick = () => {
      const now = performance.now();
      onPassed(Math.min(now - before, elapsedMsMax));
      before = now;
      request = requestAnimationFrame(tick);
    };
    request = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(request);
  }, [isMoving, onPassed]);
}
