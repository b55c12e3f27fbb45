import type { ContainerPhases, PhaseName } from '../phases/container-phases.ts';
import { failureMark, phaseLooks, phaseNames } from '../phases/phase-looks.ts';
import { wrapWords } from '../text/fitted-text.ts';
import type { Colours } from '../text/text-options.ts';

type Cell = PhaseName | 'failed' | undefined;

/**
 * Returns the phases drawn to scale, `columns` wide. Each column shows the phase that fills most of its time,
 * and a failed pull is marked where it happened. `spanMs` is the time of all columns; any time after the
 * phases is drawn like the last one.
 */
export function timelineBar(
  container: ContainerPhases,
  columns: number,
  spanMs: number,
  colours: Colours,
): string {
  const cells: Cell[] = Array.from({ length: columns }, () => undefined);
  const filled = new Float64Array(columns);
  const perMs = spanMs > 0 ? columns / spanMs : 0;
  const endMs = container.phases.at(-1)?.toMs ?? spanMs;
  for (const { phase, fromMs, toMs } of [
    ...container.phases,
    { phase: container.lastPhase, fromMs: endMs, toMs: spanMs },
  ]) {
    const from = fromMs * perMs;
    const to = Math.min(toMs * perMs, columns);
    for (let column = Math.max(0, Math.floor(from)); column < to; column++) {
      const share = Math.min(to, column + 1) - Math.max(from, column);
      if (share <= (filled[column] ?? 0)) continue;
      filled[column] = share;
      cells[column] = phase;
    }
  }
  for (const { atMs } of container.failures) {
    const column = Math.floor(atMs * perMs);
    if (column < columns) cells[column] = 'failed';
  }
  return painted(cells, colours);
}

/** Returns the signs that occur in the bars of these containers, on as many lines as they need. */
export function timelineLegend(
  containers: readonly ContainerPhases[],
  width: number,
  colours: Colours,
): string[] {
  const used = new Set(containers.flatMap(({ phases }) => phases.map(({ phase }) => phase)));
  const entries = phaseNames
    .filter((phase) => phase !== 'ended' && used.has(phase))
    .map((phase) => phaseLooks[phase]);
  const texts = entries.map(({ character, words }) => `${character} ${words}`);
  if (containers.some(({ failures }) => failures.length > 0)) texts.push(`${failureMark} failed pull`);
  // Each entry must stay on one line, so its spaces are hidden from the wrapping.
  return wrapWords(texts.map((text) => text.replaceAll(' ', '\u00a0')).join(' \u00a0'), width).map((line) =>
    colours.dim(line.trimStart()),
  );
}

/** Writes one colour code for each run of equal cells. */
function painted(cells: readonly Cell[], colours: Colours): string {
  let bar = '';
  for (let from = 0; from < cells.length; ) {
    const cell = cells[from];
    let to = from + 1;
    while (to < cells.length && cells[to] === cell) to += 1;
    if (cell === undefined) bar += ' '.repeat(to - from);
    else if (cell === 'failed') bar += colours.red(failureMark.repeat(to - from));
    else bar += colours[phaseLooks[cell].colour](phaseLooks[cell].character.repeat(to - from));
    from = to;
  }
  return bar;
}
