import { html, type Markup } from './markup.ts';

/** Patterns say without colour what a bar is: waits are hatched, each in its own way; work is plain. */
export function phasePatterns(): Markup {
  return html`<defs>${hatch('waitingForSandboxImage', 'M0 3H6', 6)}${hatch('waitingForSlot', 'M0 8L8 0', 8)}${hatch('backingOff', 'M0 0L6 6', 6)}${hatch('waitingForDownload', 'M0 2H6', 6)}${hatch('waitingForOtherPull', 'M0 4H6', 8)}${hatch('stalled', 'M0 6L6 0', 6)}${hatch('waitingForUnpack', 'M2 0V6', 8)}${hatch('waitingForSync', 'M2 0V6', 6)}${hatch('resolving', 'M3 2.5h1', 6)}</defs>`;
}

function hatch(phase: string, path: string, size: number): Markup {
  return html`<pattern id="pattern-${phase}" patternUnits="userSpaceOnUse" width="${size}" height="${size}"><rect class="plain-${phase}" width="${size}" height="${size}"/><path class="hatch" d="${path}"/></pattern>`;
}
