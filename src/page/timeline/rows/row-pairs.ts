import type { RowView, RunView } from '../../../report/run-view/run-view.ts';

function keyOf({ node, actor, kind, container, image }: RowView): string {
  return [node, actor, kind, container, image].join('\u0000');
}

/** Returns, for each row of `view`, the number of the same container's row in another run; undefined if it has none. */
export function rowPairs(view: RunView, other: RunView): readonly (number | undefined)[] {
  const places = new Map<string, number[]>();
  for (const [place, row] of other.rows.entries()) {
    const same = places.get(keyOf(row));
    if (same === undefined) places.set(keyOf(row), [place]);
    else same.push(place);
  }
  for (const same of places.values()) same.reverse();
  return view.rows.map((row) => places.get(keyOf(row))?.pop());
}
