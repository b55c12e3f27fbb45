import { getOrInsert } from '../../../rules/collections/get-or-insert.ts';
import type { Party, SequenceMessage } from './sequence-messages.ts';

/** A lifeline: of one actor, or of several. */
export interface SequenceColumn {
  readonly machine: string;
  readonly title: string;
  /** The paths of its actors. */
  readonly actors: readonly string[];
}

interface SequenceColumnsInput {
  readonly messages: readonly SequenceMessage[];
  readonly partyOf: (path: string) => Party;
  /** The actor that always has a lifeline of its own, by its path. */
  readonly centre: string | undefined;
  /** The most lifelines beside each other, two at least. */
  readonly columnsMax: number;
}

/**
 * The lifelines of a diagram, in the order in which their actors first send or get something. If there are
 * too many actors, those of one machine share a lifeline, the most numerous first; if there are still too
 * many, those with the fewest messages share one.
 */
export class SequenceColumns {
  readonly columns: readonly SequenceColumn[];
  readonly #places = new Map<string, number>();

  constructor(input: SequenceColumnsInput) {
    const { messages, partyOf, centre, columnsMax } = input;
    const counts = new Map<string, number>();
    for (const { from, to } of messages)
      for (const path of [from, to]) counts.set(path, (counts.get(path) ?? 0) + 1);
    const groups = groupsOf([...counts.keys()], input);
    const weightOf = (paths: readonly string[]): number =>
      paths.includes(centre ?? '')
        ? Number.MAX_SAFE_INTEGER
        : paths.reduce((sum, path) => sum + (counts.get(path) ?? 0), 0);
    const heaviest = [...groups].sort((one, other) => weightOf(other) - weightOf(one));
    const kept = new Set(groups.length <= columnsMax ? groups : heaviest.slice(0, columnsMax - 1));
    const others = groups.filter((group) => !kept.has(group)).flat();
    const shown = groups.filter((group) => kept.has(group)).map((group) => columnOf(group, partyOf));
    this.columns =
      others.length === 0
        ? shown
        : [...shown, { machine: 'others', title: `× ${others.length}`, actors: others }];
    for (const [place, { actors }] of this.columns.entries())
      for (const actor of actors) this.#places.set(actor, place);
  }

  /** Returns the place of an actor's lifeline. */
  placeOf(path: string): number {
    return this.#places.get(path) ?? 0;
  }

  /** Whether the actor shares its lifeline with others. */
  isShared(path: string): boolean {
    return (this.columns[this.placeOf(path)]?.actors.length ?? 0) > 1;
  }
}

/** Returns the actors that share a lifeline, or have one, in order. */
function groupsOf(
  paths: readonly string[],
  { partyOf, centre, columnsMax }: SequenceColumnsInput,
): readonly (readonly string[])[] {
  const machines = new Map<string, string[]>();
  for (const path of paths)
    if (path !== centre) getOrInsert(machines, partyOf(path).machine, () => []).push(path);
  const shared = new Set<string>();
  let count = paths.length;
  for (const [machine, members] of [...machines].sort(([, one], [, other]) => other.length - one.length)) {
    if (count <= columnsMax || members.length < 2) break;
    shared.add(machine);
    count -= members.length - 1;
  }
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const { machine } = partyOf(path);
    const isShared = path !== centre && shared.has(machine);
    // No path begins with a blank.
    getOrInsert(groups, isShared ? ` ${machine}` : path, () => []).push(path);
  }
  return [...groups.values()];
}

function columnOf(actors: readonly string[], partyOf: (path: string) => Party): SequenceColumn {
  const { machine, title } = partyOf(actors[0] ?? '');
  return { machine, title: actors.length === 1 ? title : `× ${actors.length}`, actors };
}
