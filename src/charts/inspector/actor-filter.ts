import type { ActorStarted } from '../../trace/step-record.ts';

type Word = readonly string[];
type Named = Pick<ActorStarted, 'machine' | 'actor' | 'name'>;

/**
 * Selects the actors to show. `imagePull, pullSlots` has two alternatives; in `web-0 imagePull` both words
 * must match. A word matches a machine's id, or one or several whole parts of the actor's path or name,
 * `default/web-*`; `*` stands for any characters. Without words, all actors match.
 */
export class ActorFilter {
  readonly #wishes: readonly (readonly Word[])[];

  /** @param patterns the patterns as above, in capital or small letters */
  constructor(patterns: string) {
    this.#wishes = patterns
      .split(',')
      .map((wish) =>
        wish
          .split(/\s+/)
          .filter((word) => word !== '')
          .map(wordOf),
      )
      .filter((words) => words.length > 0);
  }

  matches(actor: Named): boolean {
    return (
      this.#wishes.length === 0 || this.#wishes.some((words) => words.every((word) => fits(word, actor)))
    );
  }
}

function fits(word: Word, { machine, actor, name }: Named): boolean {
  return (
    holds(machine, word) || holds(actor, word) || (name !== undefined && name !== actor && holds(name, word))
  );
}

/** The parts of a word between its stars. A word begins and ends where a part of the name does. */
function wordOf(text: string): Word {
  return `/${text.toLowerCase()}/`.split(/\*+/);
}

/** The first match is as good as any other, because anything may stand before and after it. */
function holds(text: string, word: Word): boolean {
  const name = `/${text.toLowerCase()}/`;
  let at = 0;
  return word.every((part) => {
    const found = name.indexOf(part, at);
    at = found + part.length;
    return found >= 0;
  });
}
