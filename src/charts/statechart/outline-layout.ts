import { largest } from '../../rules/collections/extremes.ts';
import { type Chart, type ChartState, type ChartTransition, drawnTransitions } from './chart.ts';
import type { Arrow, ChartLayout, LabelLine, Point, Start, StateBox } from './chart-layout.ts';
import { chartMetrics, nameWidth } from './chart-metrics.ts';
import { transitionLabel } from './transition-label.ts';

const { inset, labelLetter, labelLine, countLetters, nameHeight, startDot } = chartMetrics;

/** Sizes in px. */
const margin = 12;
/** The room at the left of a state for the dot of a first state. */
const startRoom = 20;
/** The room at the right of the states within a state, for arrows that end at them. */
const endRoom = 10;
const gap = 8;
/** The right end of the outermost states; arrows are beyond it. */
const statesRight = 452;
const laneWidth = 7;
/** The height of a state without transitions; several of them share a row. */
const leafHeight = 30;
/** The room above a row of such states for each arrow that ends at one of them. */
const aboveArrow = 5;

/**
 * Returns the drawing of a large chart: its states below each other in the order of the machine's file, states
 * in their states, each with its transitions as lines of text. Arrows run beside them, those to one state on
 * one line. It is as narrow as a panel, and as long as it must be.
 */
export function outlineLayout(chart: Chart): ChartLayout {
  return new OutlineLayout(chart).layout();
}

/** An arrow whose place at the right is not known yet. */
interface PlannedArrow {
  readonly transition: string;
  readonly target: string;
  readonly from: Point;
}

/** Where arrows end at a state. */
interface Entry {
  readonly box: StateBox;
  /** The height at which they come from the right; those of a row of states turn down to it. */
  readonly y: number;
}

class OutlineLayout {
  readonly #chart: Chart;
  readonly #drawn: readonly ChartTransition[];
  readonly #states: StateBox[] = [];
  readonly #starts: Start[] = [];
  readonly #planned: PlannedArrow[] = [];
  readonly #entries = new Map<string, Entry>();
  #y = margin;

  constructor(chart: Chart) {
    this.#chart = chart;
    this.#drawn = drawnTransitions(chart);
  }

  layout(): ChartLayout {
    const { machine, transitions } = this.#chart;
    this.#place(undefined, margin, statesRight);
    const lanes = this.#lanes();
    const lanesWidth = (1 + largest([...lanes.values(), 0])) * laneWidth;
    return {
      machine,
      width: statesRight + margin + lanesWidth + margin,
      height: this.#y + margin - gap,
      states: this.#states,
      arrows: this.#planned.map((planned) => this.#arrow(planned, lanes)),
      starts: this.#starts,
      beside: this.#drawn.filter(({ source }) => source === machine).map(({ id }) => id),
      leftOut: transitions.length - this.#drawn.length,
    };
  }

  /** Places the states within one, from `left` to `right`. */
  #place(parent: string | undefined, left: number, right: number): void {
    const states = this.#chart.states.filter((state) => state.parent === parent);
    const from = left + startRoom;
    let row: ChartState[] = [];
    for (const state of states) {
      if (!this.#isLeaf(state)) {
        this.#placeRow(row, from);
        row = [];
        this.#placeState(state, from, right);
      } else if (widthOfRow([...row, state]) > right - from) {
        this.#placeRow(row, from);
        row = [state];
      } else row.push(state);
    }
    this.#placeRow(row, from);
  }

  #isLeaf({ id }: ChartState): boolean {
    return (
      !this.#drawn.some(({ source }) => source === id) &&
      !this.#chart.states.some(({ parent }) => parent === id)
    );
  }

  #placeState(state: ChartState, x: number, right: number): void {
    const lettersMax = Math.floor((right - x - 2 * inset) / labelLetter) - countLetters;
    const y = this.#y;
    const own = this.#drawn.filter(({ source }) => source === state.id);
    let row = 0;
    const lines = own.map((transition, place): LabelLine => {
      const rows = this.#rowsOf(transition, own[place - 1], lettersMax);
      const at = y + nameHeight + row * labelLine + labelLine - 4;
      row += rows.length;
      return { transition: transition.id, rows, x: x + inset, y: at };
    });
    const place = this.#states.length;
    this.#y = y + (row === 0 ? leafHeight : nameHeight + row * labelLine + inset / 2);
    const box = { id: state.id, x, y, width: right - x, height: this.#y - y, lines };
    this.#states.push(box);
    if (state.isInitial) this.#start(box);
    const hasStates = this.#chart.states.some(({ parent }) => parent === state.id);
    if (hasStates) {
      this.#y += 4;
      this.#place(state.id, x, right - endRoom);
    }
    this.#states[place] = { ...box, height: this.#y - y };
    this.#entries.set(state.id, { box, y: y + 16 });
    this.#y += gap;
    for (const [index, { id, targets }] of own.entries()) {
      const line = lines[index];
      if (line === undefined) continue;
      const from = { x: right, y: line.y - 4 + (line.rows.length - 1) * labelLine };
      for (const target of targets) this.#planned.push({ transition: id, target, from });
    }
  }

  /** Places states without transitions beside each other. */
  #placeRow(row: readonly ChartState[], left: number): void {
    if (row.length === 0) return;
    const y = this.#y + (row.length - 1) * aboveArrow;
    let x = left;
    for (const [place, state] of row.entries()) {
      const isLast = place === row.length - 1;
      const width = leafWidth(state);
      const box = { id: state.id, x, y, width, height: leafHeight, lines: [] };
      this.#states.push(box);
      // Arrows to the last of them come from the right, to the others from above, to the first from farthest.
      const above = y - gap / 2 - (row.length - 2 - place) * aboveArrow;
      this.#entries.set(state.id, { box, y: isLast ? y + 16 : above });
      if (state.isInitial) this.#start(box);
      x += width + gap + startRoom;
    }
    this.#y = y + leafHeight + gap;
  }

  #start({ id, x, y }: StateBox): void {
    const at = y + 16;
    this.#starts.push({
      state: id,
      points: [
        { x: x - startRoom + startDot + 4, y: at },
        { x, y: at },
      ],
    });
  }

  /** Returns the text of a transition. Where the line above has the same event, it is not said again. */
  #rowsOf(
    transition: ChartTransition,
    above: ChartTransition | undefined,
    lettersMax: number,
  ): readonly string[] {
    const { event, guard } = transitionLabel(transition, this.#chart.transitions);
    const isSame = above?.event === transition.event && transition.event !== '*' && guard !== undefined;
    const targets = transition.targets.map((target) => this.#targetText(transition.source, target));
    const parts = [
      ...(isSame ? [] : [event]),
      ...(guard === undefined ? [] : [`${isSame ? '  ' : ''}[${guard}]`]),
      ...(targets.length === 0 ? [] : [`→ ${targets.join(', ')}`]),
    ];
    const rows: string[] = [];
    for (const part of parts) {
      const last = rows.at(-1);
      if (last !== undefined && last.length + 1 + part.length <= lettersMax)
        rows[rows.length - 1] = `${last} ${part}`;
      else rows.push(last === undefined ? part : `    ${part}`);
    }
    return rows;
  }

  /** Returns a target as short as a reader at the source understands it. */
  #targetText(source: string, target: string): string {
    const parent = source.slice(0, source.lastIndexOf('.') + 1);
    const inner = `${source}.`;
    if (target.startsWith(inner)) return target.slice(inner.length);
    return target.startsWith(parent)
      ? target.slice(parent.length)
      : target.slice(this.#chart.machine.length + 1);
  }

  /** Returns for each state that arrows lead to the place of their line at the right, the shortest innermost. */
  #lanes(): ReadonlyMap<string, number> {
    const spans = new Map<string, { from: number; to: number }>();
    for (const { target, from } of this.#planned) {
      const entry = this.#entries.get(target);
      if (entry === undefined) continue;
      const span = spans.get(target) ?? { from: entry.y, to: entry.y };
      spans.set(target, { from: Math.min(span.from, from.y), to: Math.max(span.to, from.y) });
    }
    const lanes: { readonly from: number; readonly to: number }[][] = [];
    const places = new Map<string, number>();
    const byLength = [...spans].sort(([, one], [, other]) => one.to - one.from - (other.to - other.from));
    for (const [target, span] of byLength) {
      const isFree = (taken: readonly { readonly from: number; readonly to: number }[]): boolean =>
        taken.every(({ from, to }) => span.to + 4 < from || to + 4 < span.from);
      const free = lanes.findIndex(isFree);
      const place = free < 0 ? lanes.length : free;
      lanes[place] = [...(lanes[place] ?? []), span];
      places.set(target, place);
    }
    return places;
  }

  #arrow({ transition, target, from }: PlannedArrow, lanes: ReadonlyMap<string, number>): Arrow {
    const entry = this.#entries.get(target);
    if (entry === undefined) throw new Error(`${transition} leads to ${target}, which is no state`);
    const x = statesRight + margin + (lanes.get(target) ?? 0) * laneWidth;
    const { box, y } = entry;
    const right = box.x + box.width;
    const isFromAbove = y < box.y;
    const end = isFromAbove
      ? [
          { x: box.x + box.width / 2, y },
          { x: box.x + box.width / 2, y: box.y },
        ]
      : [{ x: right, y }];
    return {
      transitions: [transition],
      points: [from, { x, y: from.y }, { x, y }, ...end],
      lines: [],
    };
  }
}

function leafWidth({ key }: ChartState): number {
  return Math.max(chartMetrics.stateWidthMin, nameWidth(key) + 2 * inset);
}

function widthOfRow(row: readonly ChartState[]): number {
  return row.reduce((sum, state) => sum + leafWidth(state) + gap + startRoom, -gap - startRoom);
}
