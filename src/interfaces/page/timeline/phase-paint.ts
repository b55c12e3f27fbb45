import type { PhaseName } from '../../../reports/phases/container-phases.ts';
import { phaseNames } from '../../../reports/phases/phase-looks.ts';
import { type BandLook, bandLooks } from '../resources/band-looks.ts';

type Pattern = 'plain' | 'risingStripes' | 'boldStripes' | 'dots' | 'ticks' | 'grid';

interface PhaseShape {
  /** The height of the bar as a share of the row's. */
  readonly share: number;
  readonly pattern: Pattern;
}

/** How a phase is drawn besides its colour: waiting is hatched, working is full, running is thin. */
export const phaseShapes: Readonly<Record<PhaseName, PhaseShape>> = {
  waitingForNode: { share: 0.4, pattern: 'ticks' },
  waitingForNetwork: { share: 0.4, pattern: 'risingStripes' },
  waitingToStart: { share: 0.4, pattern: 'plain' },
  waitingForSandboxImage: { share: 0.4, pattern: 'dots' },
  inspecting: { share: 0.7, pattern: 'plain' },
  waitingForCredentials: { share: 0.7, pattern: 'ticks' },
  waitingForSamePull: { share: 0.7, pattern: 'ticks' },
  waitingForSlot: { share: 1, pattern: 'risingStripes' },
  waitingForCredentialsInSlot: { share: 0.7, pattern: 'ticks' },
  resolving: { share: 1, pattern: 'ticks' },
  runtimeWork: { share: 0.55, pattern: 'ticks' },
  resting: { share: 0.55, pattern: 'boldStripes' },
  waitingForDownload: { share: 1, pattern: 'dots' },
  waitingForOtherPull: { share: 0.7, pattern: 'dots' },
  downloading: { share: 1, pattern: 'plain' },
  stalled: { share: 0.4, pattern: 'boldStripes' },
  waitingForUnpack: { share: 0.7, pattern: 'risingStripes' },
  unpacking: { share: 1, pattern: 'grid' },
  waitingForDisk: { share: 0.7, pattern: 'grid' },
  backingOff: { share: 1, pattern: 'boldStripes' },
  waitingForSync: { share: 0.55, pattern: 'dots' },
  starting: { share: 0.7, pattern: 'ticks' },
  readingImage: { share: 0.7, pattern: 'dots' },
  startingUp: { share: 0.55, pattern: 'risingStripes' },
  running: { share: 0.25, pattern: 'plain' },
  ended: { share: 0, pattern: 'plain' },
};

/** How spans of the rows above the pods are drawn besides their colour. */
const bandPatterns: Readonly<Record<BandLook, Pattern>> = {
  faults: 'boldStripes',
  conditions: 'risingStripes',
  gc: 'dots',
  slots: 'plain',
  tokens: 'plain',
  link: 'plain',
  registry: 'plain',
  disk: 'plain',
  images: 'ticks',
  backOffs: 'boldStripes',
};

/** The current colours of the page, for the canvas. */
export interface Paints {
  readonly colours: Readonly<Record<PhaseName, string>>;
  readonly fills: Readonly<Record<PhaseName, string | CanvasPattern>>;
  /** Of the rows above the pods. */
  readonly band: Readonly<Record<BandLook, BandPaint>>;
  readonly failure: string;
  readonly ink: string;
  readonly dim: string;
  readonly panel: string;
  readonly line: string;
  readonly lit: string;
  readonly text: string;
}

/** How a row above the pods is drawn: its curve or its edges, and its spans. */
export interface BandPaint {
  readonly colour: string;
  readonly fill: string | CanvasPattern;
}

const tilePx = 8;

/**
 * Reads the style sheet's variables and makes the patterns of the phases. `ratio` is the number of device
 * pixels per CSS pixel.
 */
export function paintsOf(element: Element, ratio: number): Paints {
  // A variable may hold a colour for each scheme; what an element makes of it is one colour.
  const probe = element.appendChild(document.createElement('span'));
  const colour = (name: string): string => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours: Partial<Record<PhaseName, string>> = {};
  const fills: Partial<Record<PhaseName, string | CanvasPattern>> = {};
  for (const phase of phaseNames) {
    colours[phase] = colour(`--phase-${phase}`);
    fills[phase] = fillOf(phaseShapes[phase].pattern, colour(`--phase-${phase}`), colour('--panel'), ratio);
  }
  const band = Object.fromEntries(
    bandLooks.map((look) => {
      const own = colour(`--band-${look}`);
      return [look, { colour: own, fill: fillOf(bandPatterns[look], own, colour('--panel'), ratio) }];
    }),
  );
  const paints: Paints = {
    colours: colours as Record<PhaseName, string>,
    fills: fills as Record<PhaseName, string | CanvasPattern>,
    band: band as Record<BandLook, BandPaint>,
    failure: colour('--failure'),
    ink: colour('--ink'),
    dim: colour('--dim'),
    panel: colour('--panel'),
    line: colour('--line'),
    lit: colour('--timeline-band'),
    text: colour('--timeline-on-bar'),
  };
  probe.remove();
  return paints;
}

/** Returns a pattern as wide as `tilePx`; plain colours need none. */
function fillOf(pattern: Pattern, colour: string, panel: string, ratio: number): string | CanvasPattern {
  if (pattern === 'plain') return colour;
  const tile = document.createElement('canvas');
  const side = Math.round(tilePx * ratio);
  tile.width = side;
  tile.height = side;
  const context = tile.getContext('2d');
  if (context === null) return colour;
  context.scale(side / tilePx, side / tilePx);
  drawTile(context, pattern, colour, panel);
  const made = context.createPattern(tile, 'repeat');
  // Tiles are made of device pixels and drawn in CSS pixels.
  made?.setTransform(new DOMMatrix().scale(tilePx / side));
  return made ?? colour;
}

function drawTile(
  context: CanvasRenderingContext2D,
  pattern: Exclude<Pattern, 'plain'>,
  colour: string,
  panel: string,
): void {
  const share = { risingStripes: 0.45, boldStripes: 0.3, dots: 0.4, ticks: 0.75, grid: 1 }[pattern];
  context.globalAlpha = share;
  context.fillStyle = colour;
  context.fillRect(0, 0, tilePx, tilePx);
  context.globalAlpha = 1;
  if (pattern === 'risingStripes' || pattern === 'boldStripes') {
    context.strokeStyle = colour;
    context.lineWidth = pattern === 'boldStripes' ? 3.4 : 1.8;
    context.beginPath();
    const turn = pattern === 'boldStripes' ? 1 : -1;
    for (const shift of [-tilePx, 0, tilePx]) {
      context.moveTo(shift - 2, turn > 0 ? -2 : tilePx + 2);
      context.lineTo(shift + tilePx + 2, turn > 0 ? tilePx + 2 : -2);
    }
    context.stroke();
  }
  if (pattern === 'dots') {
    context.fillStyle = colour;
    for (const [x, y] of [
      [1, 1],
      [5, 5],
    ] as const)
      context.fillRect(x, y, 2, 2);
  }
  if (pattern === 'ticks') {
    context.fillStyle = colour;
    context.fillRect(0, 0, 3, tilePx);
  }
  if (pattern === 'grid') {
    context.globalAlpha = 0.28;
    context.fillStyle = panel;
    context.fillRect(0, 3, tilePx, 1.4);
    context.fillRect(3, 0, 1.4, tilePx);
    context.globalAlpha = 1;
  }
}

/** Moves the patterns along with what is drawn, so that they do not stand still behind moving bars. */
export function shiftPatterns(paints: Paints, shiftPx: number, ratio: number): void {
  const side = Math.round(tilePx * ratio);
  const matrix = new DOMMatrix().translate(shiftPx % tilePx, 0).scale(tilePx / side);
  const fills = [...Object.values(paints.fills), ...Object.values(paints.band).map(({ fill }) => fill)];
  for (const fill of fills) if (typeof fill !== 'string') fill.setTransform(matrix);
}
