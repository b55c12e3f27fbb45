// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: a canvas takes no focus; the rows say in words what it shows
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { paintBars, type Scene } from './painter.ts';
import { type Paints, paintsOf } from './phase-paint.ts';

export type BarsCanvasProps = Omit<Scene, 'paints' | 'ratio'> & { readonly theme: number };

/** The visible bars, painted again when anything in the scene changes. The rows' labels have the words for them. */
export function BarsCanvas({ theme, ...scene }: BarsCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const ratio = devicePixelRatio;
  const paints = useRef<{ readonly theme: number; readonly paints: Paints } | undefined>(undefined);
  const { widthPx, heightPx } = scene;
  useLayoutEffect(() => {
    if (canvas.current === null) return;
    // Setting a canvas' size clears it, so it is set only if it changes.
    const [width, height] = [Math.round(widthPx * ratio), Math.round(heightPx * ratio)];
    if (canvas.current.width !== width) canvas.current.width = width;
    if (canvas.current.height !== height) canvas.current.height = height;
    const context = canvas.current.getContext('2d');
    if (context === null || widthPx <= 0 || scene.window.toMs <= scene.window.fromMs) return;
    if (paints.current?.theme !== theme) paints.current = { theme, paints: paintsOf(canvas.current, ratio) };
    canvas.current.dataset.bars = String(paintBars(context, { ...scene, ratio, paints: paints.current.paints }));
  }, [theme, ratio, ...Object.values(scene)]);
  const style = useMemo(
    () => ({ top: `${scene.topPx}px`, width: `${widthPx}px`, height: `${heightPx}px` }),
    [scene.topPx, widthPx, heightPx],
  );
  return <canvas ref={canvas} class="timeline-canvas" style={style} aria-hidden="true" />;
}
