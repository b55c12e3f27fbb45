// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: a canvas takes no focus; the rows say in words what it shows
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PhaseName } from '../../../reports/phases/container-phases.ts';
import { phaseLooks, phaseNames } from '../../../reports/phases/phase-looks.ts';
import { type Paints, paintsOf, phaseShapes, shiftPatterns } from './phase-paint.ts';

const widthPx = 22;
const heightPx = 12;

/** A small sample of how the timeline draws a phase: colour, pattern and height. */
export function Swatch({ phase, theme }: { readonly phase: PhaseName; readonly theme: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d') ?? null;
    if (canvas.current === null || context === null) return;
    const ratio = devicePixelRatio;
    canvas.current.width = Math.round(widthPx * ratio);
    canvas.current.height = Math.round(heightPx * ratio);
    const paints: Paints = paintsOf(canvas.current, ratio);
    shiftPatterns(paints, 0, ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.fillStyle = paints.fills[phase];
    const height = Math.max(2, heightPx * phaseShapes[phase].share);
    context.fillRect(0, (heightPx - height) / 2, widthPx, height);
  }, [phase, theme]);
  return <canvas ref={canvas} class="timeline-swatch" aria-hidden="true" />;
}

/** The phases that are in sight, as they are drawn, in one line. */
export function Legend({
  phases,
  hasFailures,
  theme,
}: {
  readonly phases: ReadonlySet<PhaseName>;
  readonly hasFailures: boolean;
  readonly theme: number;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ul class="timeline-legend" aria-label="Phases" tabIndex={0}>
      {phaseNames
        .filter((phase) => phases.has(phase) && phaseShapes[phase].share > 0)
        .map((phase) => (
          <li key={phase}>
            <Swatch phase={phase} theme={theme} />
            {phaseLooks[phase].words}
          </li>
        ))}
      {hasFailures && (
        <li>
          <span class="timeline-failure-mark" aria-hidden="true">
            ✕
          </span>
          failed pull
        </li>
      )}
    </ul>
  );
}
