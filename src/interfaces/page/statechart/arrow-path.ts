import type { Point } from '../../../charts/statechart/chart-layout.ts';

const bend = 7;
const headLength = 8;
const headWidth = 4;

/** Returns the path of an arrow's line through these points, with rounded bends, as SVG's `d`. */
export function arrowPath(points: readonly Point[]): string {
  return points
    .map((point, place) => {
      const [before, after] = [points[place - 1], points[place + 1]];
      if (before === undefined) return `M${point.x} ${point.y}`;
      if (after === undefined) return `L${point.x} ${point.y}`;
      const from = towards(point, before, bend);
      const to = towards(point, after, bend);
      return `L${from.x} ${from.y}Q${point.x} ${point.y} ${to.x} ${to.y}`;
    })
    .join('');
}

/** Returns the triangle at the end of an arrow, as SVG's `points`. */
export function arrowHead(points: readonly Point[]): string {
  const tip = points.at(-1);
  const before = points.at(-2);
  if (tip === undefined || before === undefined) return '';
  const { x, y } = towards(tip, before, headLength);
  const length = Math.hypot(tip.x - x, tip.y - y) || 1;
  const [acrossX, acrossY] = [((tip.y - y) / length) * headWidth, ((x - tip.x) / length) * headWidth];
  return [tip, { x: x + acrossX, y: y + acrossY }, { x: x - acrossX, y: y - acrossY }]
    .map((corner) => `${tenth(corner.x)},${tenth(corner.y)}`)
    .join(' ');
}

/** Returns the point at this distance from `point` towards `other`, at most half of the way. */
function towards(point: Point, other: Point, distance: number): Point {
  const length = Math.hypot(other.x - point.x, other.y - point.y);
  const part = length === 0 ? 0 : Math.min(distance / length, 0.5);
  return { x: tenth(point.x + (other.x - point.x) * part), y: tenth(point.y + (other.y - point.y) * part) };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
