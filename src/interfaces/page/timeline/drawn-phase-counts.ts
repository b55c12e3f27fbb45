import type { PhaseName } from '../../../reports/phases/container-phases.ts';
import type { RunView } from '../../../reports/run-view/run-view.ts';
import { phaseCounts } from './phase-counts.ts';
import { paintsOf } from './phase-paint.ts';

/** The order from bottom to top: what runs, what works, what waits. */
const stacked: readonly PhaseName[] = [
  'running',
  'startingUp',
  'readingImage',
  'starting',
  'unpacking',
  'waitingForDisk',
  'downloading',
  'runtimeWork',
  'resolving',
  'inspecting',
  'waitingForUnpack',
  'stalled',
  'resting',
  'waitingForOtherPull',
  'waitingForDownload',
  'waitingForCredentialsInSlot',
  'waitingForSlot',
  'waitingForCredentials',
  'waitingForSamePull',
  'backingOff',
  'waitingForSync',
  'waitingForSandboxImage',
  'waitingToStart',
  'waitingForNetwork',
  'waitingForNode',
];

/** Draws how many containers are in which phase from 0 to `endMs`, stacked, over the size of the canvas in CSS pixels. */
export function drawPhaseCounts(
  canvas: HTMLCanvasElement,
  { width, height }: { readonly width: number; readonly height: number },
  view: RunView,
  endMs: number,
): void {
  const context = canvas.getContext('2d');
  if (context === null || width === 0) return;
  const ratio = devicePixelRatio;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.scale(ratio, ratio);
  const { colours } = paintsOf(canvas, ratio);
  const columns = Math.max(1, Math.floor(width));
  const settledMs = view.endReason === 'settled' ? view.endMs : undefined;
  const counts = phaseCounts(view.rows, endMs, columns, settledMs);
  const pxPerRow = (height - 2) / Math.max(1, view.rows.length);
  const filled = new Float64Array(columns);
  for (const phase of stacked) {
    context.fillStyle = colours[phase];
    const count = counts.get(phase);
    for (let column = 0; column < columns; column++) {
      const share = (count?.[column] ?? 0) * pxPerRow;
      const base = filled[column] ?? 0;
      if (share > 0) context.fillRect(column, height - base - share, 1, share);
      filled[column] = base + share;
    }
  }
}
