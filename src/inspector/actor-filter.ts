import type { ActorStarted } from '../trace/step-record.ts';

type Word = readonly string[];
type Named = Pick<ActorStarted, 'machine' | 'actor' | 'name'>;

/**
 * Which actors are shown: `imagePull, pullSlots` are two wishes of which one must fit; `web-0 imagePull` is one whose words
 * must all fit. A word fits a machine's id, or one or several whole parts of the actor's path or name, `default/web-*`; `*`
 * stands for any characters. No word: all.
 */
export class ActorFilter {
  readonly #wishes: readonly (readonly Word[])[];

  /** @param patterns as above; capital letters are as good as small ones */
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
    return this.#wishes.length === 0 || this.#wishes.some((words) => words.every((word) => fits(word, actor)));
  }
}

function fits(word: Word, { machine, actor, name }: Named): boolean {
  return holds(machine, word) || holds(actor, word) || (name !== undefined && name !== actor && holds(name, word));
}

/** The parts between the stars; a word begins and ends where a part of the name does. */
function wordOf(text: string): Word {
  return `/${text.toLowerCase()}/`.split(/\*+/);
}

/** The first place that fits is as good as any: whatever is before and after does not matter. */
function holds(text: string, word: Word): boolean {
  const name = `/${text.toLowerCase()}/`;
  let at = 0;
  return word.every((part) => {
    const found = name.indexOf(part, at);
    at = found + part.length;
    return found >= 0;
  });
}
