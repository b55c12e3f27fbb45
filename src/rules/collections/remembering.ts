/**
 * Returns the function with a memory of its last answer, for one that is asked the same several times in a
 * row: by a guard, by an action, by a record. The arguments are compared by identity, and the answers must
 * not be changed.
 */
export function rememberingLast<Arguments extends readonly unknown[], Answer>(
  answerTo: (...asked: Arguments) => Answer,
): (...asked: Arguments) => Answer {
  let last: { readonly asked: Arguments; readonly answer: Answer } | undefined;
  return (...asked) => {
    if (last === undefined || !isSame(asked, last.asked)) last = { asked, answer: answerTo(...asked) };
    return last.answer;
  };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

/** A run asks for far fewer; random tests for more. */
const textsMax = 20_000;

/**
 * Returns the function with a memory: it computes the answer to a text once. The answers must not be changed.
 */
export function rememberingTexts<Answer>(answerTo: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= textsMax) known.clear();
    const answer = answerTo(text);
    known.set(text, answer);
    return answer;
  };
}

/**
 * Returns a function that makes a value when it is first called, and the same one from then on: for what many
 * programs never need.
 */
export function madeOnce<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
