import { describe, expect, test } from 'vitest';
import { drawnCharts, layoutOf } from '../../../scripts/build/chart-layouts.mjs';
import { drawnTransitions } from '../../../src/charts/statechart/chart.ts';
import { chartGraph } from '../../../src/charts/statechart/chart-graph.ts';
import type { Box, ChartLayout, LabelLine, Point } from '../../../src/charts/statechart/chart-layout.ts';
import { chartMetrics, labelWidth, nameWidth } from '../../../src/charts/statechart/chart-metrics.ts';
import { charts } from '../../../src/charts/statechart/charts.ts';

const drawn = await drawnCharts();

describe.each(drawn.map(({ layout, chart }) => [layout.machine, layout, chart] as const))(
  'the drawing of %s',
  (_, layout, chart) => {
    const inside = new Map(
      layout.states.map((box) => [box.id, layout.states.filter(({ id }) => id.startsWith(`${box.id}.`))]),
    );
    const leaves = layout.states.filter(({ id }) => inside.get(id)?.length === 0);

    test('shows every state and every transition once, or lists it beside, or counts it as left out', () => {
      expect(layout.states.map(({ id }) => id)).toEqual(chart.states.map(({ id }) => id));
      const lines = [...layout.arrows, ...layout.states].flatMap((part) =>
        part.lines.map(({ transition }) => transition),
      );
      const drawnOnes = drawnTransitions(chart);
      expect([...new Set([...lines, ...layout.beside])].sort()).toEqual(drawnOnes.map(({ id }) => id).sort());
      const entering = drawnOnes.flatMap(({ id, source, targets }) =>
        source === chart.machine ? [] : targets.map(() => id),
      );
      expect(layout.arrows.flatMap(({ transitions }) => transitions).sort()).toEqual(entering.sort());
      expect(layout.leftOut).toBe(chart.transitions.length - drawnTransitions(chart).length);
      expect(layout.starts.map(({ state }) => state)).toEqual(
        chart.states.filter(({ isInitial }) => isInitial).map(({ id }) => id),
      );
    });

    test('has no boxes or labels that overlap, and none outside', () => {
      const labels = labelsOf(layout);
      const apart: Box[] = [...leaves, ...labels];
      expect(overlaps(apart)).toEqual([]);
      for (const box of [...layout.states, ...labels]) {
        expect(
          box.x >= 0 &&
            box.y >= 0 &&
            box.x + box.width <= layout.width &&
            box.y + box.height <= layout.height,
        ).toBe(true);
      }
      for (const [outer, within] of layout.states.map((box) => [box, inside.get(box.id) ?? []] as const)) {
        for (const box of within) expect(contains(outer, box)).toBe(true);
        // Names and lines of an outer state are not covered by what is in it, nor by a label.
        const head = { ...outer, height: headHeight(outer.lines) };
        expect(within.length === 0 ? [] : [...within, ...labels].filter((box) => overlap(head, box))).toEqual(
          [],
        );
      }
    });

    test('cuts no text', () => {
      for (const { lines, label } of layout.arrows) if (label !== undefined) expectRoom(lines, label);
      for (const box of layout.states) {
        expect(
          nameWidth(box.id.slice(box.id.lastIndexOf('.') + 1)) + 2 * chartMetrics.inset,
        ).toBeLessThanOrEqual(box.width);
        expectRoom(box.lines, box);
      }
    });

    test('can be read in all its breadth in a panel that is 640 px wide: its labels are 9 px high', () => {
      const scale = 9 / chartMetrics.labelSize;
      expect(layout.width * scale).toBeLessThanOrEqual(640 - 24);
    });

    test('has the states in the order of the file where they are below each other', () => {
      if (layout.arrows.some(({ label }) => label !== undefined)) return;
      for (const [place, { id, y }] of layout.states.entries())
        expect([id, y >= (layout.states[place - 1]?.y ?? 0)]).toEqual([id, true]);
    });

    test('leads no arrow through a state that it has nothing to do with, nor through the label of another', () => {
      const ends = (points: readonly Point[]) => [points[0], points.at(-1)];
      for (const arrow of layout.arrows) {
        const touched = leaves.filter((box) =>
          segments(arrow.points).some((segment) => overlap(shrunk(box), segment)),
        );
        expect(
          touched
            .filter((box) => !ends(arrow.points).some((point) => point !== undefined && isAt(box, point)))
            .map(({ id }) => id),
        ).toEqual([]);
        const crossed = layout.arrows.filter(
          ({ label, ...other }) =>
            label !== undefined &&
            other.points !== arrow.points &&
            segments(arrow.points).some((segment) => overlap(shrunk(label), segment)),
        );
        expect(crossed.map(({ lines }) => lines[0]?.transition)).toEqual([]);
      }
    });
  },
);

test('what is too large for one look is drawn below each other, the rest with labels at its arrows', () => {
  const outlines = drawn.filter(
    ({ layout }) => layout.arrows.length > 0 && layout.arrows.every(({ label }) => label === undefined),
  );
  const names = outlines.map(({ layout }) => layout.machine);
  expect(names).toEqual(expect.arrayContaining(['imagePull', 'podWorker', 'fetch', 'node']));
  expect(names).not.toEqual(expect.arrayContaining(['pullSlots']));
  // Several lead to one state on one line.
  const { layout } = outlines[0] ?? { layout: undefined };
  const ends = new Set(layout?.arrows.map(({ points }) => JSON.stringify(points.at(-1))));
  expect(ends.size).toBeLessThan(layout?.arrows.length ?? 0);
});

test('layouts are the same each time', async () => {
  for (const chart of charts.filter(({ machine }) => ['pullSlots', 'podKill'].includes(machine))) {
    const kept = drawn.find(({ layout }) => layout.machine === chart.machine)?.layout;
    expect(await layoutOf(chartGraph(chart), chartMetrics)).toEqual(kept satisfies ChartLayout | undefined);
  }
});

function labelsOf({ arrows }: ChartLayout): readonly Box[] {
  return arrows.flatMap(({ label }) => (label === undefined ? [] : [label]));
}

function expectRoom(lines: readonly LabelLine[], box: Box): void {
  for (const { rows, x, y } of lines) {
    const width = labelWidth(Math.max(...rows.map((row) => row.length)));
    expect(x >= box.x && x + width <= box.x + box.width + 0.2).toBe(true);
    expect(
      y - 0.93 * chartMetrics.labelSize >= box.y &&
        y + (rows.length - 1) * chartMetrics.labelLine <= box.y + box.height,
    ).toBe(true);
  }
}

function headHeight(lines: readonly LabelLine[]): number {
  return (
    chartMetrics.nameHeight -
    6 +
    lines.reduce((sum, { rows }) => sum + rows.length, 0) * chartMetrics.labelLine
  );
}

function overlaps(boxes: readonly Box[]): readonly (readonly [Box, Box])[] {
  return boxes.flatMap((box, place) =>
    boxes.slice(place + 1).flatMap((other) => (overlap(box, other) ? [[box, other] as const] : [])),
  );
}

function overlap(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

function contains(outer: Box, { x, y, width, height }: Box): boolean {
  return (
    outer.x <= x && outer.y <= y && x + width <= outer.x + outer.width && y + height <= outer.y + outer.height
  );
}

/** Without its border, at which arrows end. */
function shrunk({ x, y, width, height }: Box): Box {
  return { x: x + 1, y: y + 1, width: width - 2, height: height - 2 };
}

function isAt({ x, y, width, height }: Box, point: Point): boolean {
  return point.x >= x - 1 && point.x <= x + width + 1 && point.y >= y - 1 && point.y <= y + height + 1;
}

/** The straight parts of a line, as boxes without breadth. */
function segments(points: readonly Point[]): readonly Box[] {
  return points.slice(1).map((to, place) => {
    const from = points[place] ?? to;
    return {
      x: Math.min(from.x, to.x),
      y: Math.min(from.y, to.y),
      width: Math.abs(to.x - from.x) || 0.1,
      height: Math.abs(to.y - from.y) || 0.1,
    };
  });
}
