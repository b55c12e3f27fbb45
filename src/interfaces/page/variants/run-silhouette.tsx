// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: a canvas takes no focus; the figures beside it say what it shows
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { RunView } from '../../../reports/run-view/run-view.ts';
import { drawPhaseCounts } from '../timeline/drawn-phase-counts.ts';
import { useTheme } from '../timeline/use-look.ts';
import { useSize } from '../timeline/use-size.ts';

interface RunSilhouetteProps {
  readonly view: RunView;
  readonly endMs: number;
}

/** How many containers are in which phase, over the whole run, as small as a line. */
export function RunSilhouette({ view, endMs }: RunSilhouetteProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = useSize(canvas);
  const theme = useTheme();
  useLayoutEffect(() => {
    if (canvas.current !== null) drawPhaseCounts(canvas.current, { width, height }, view, endMs);
  }, [view, endMs, width, height, theme]);
  return <canvas ref={canvas} class="variants-silhouette" aria-hidden="true" />;
}
