/**
 * Returns the function with a memory of its last answer, for one that is called with the same arguments several
 * times in a row: by a guard, by an action, by a record. The arguments are compared by identity, and the
 * answers must not be changed.
 */
export function memoizeLast<Arguments extends readonly unknown[], Answer>(
  compute: (...args: Arguments) => Answer,
): (...args: Arguments) => Answer {
  let last: { readonly args: Arguments; readonly answer: Answer } | undefined;
  return (...args) => {
    if (last === undefined || !isSame(args, last.args)) last = { args: args, answer: compute(...args) };
    return last.answer;
  };
}

function isSame(one: readonly unknown[], other: readonly unknown[]): boolean {
  if (one.length !== other.length) return false;
  for (let index = 0; index < one.length; index++) if (one[index] !== other[index]) return false;
  return true;
}

/** A run needs far fewer; random tests need more. */
const textsMax = 20_000;

/**
 * Returns the function with a memory: it computes the answer to a text once. The answers must not be changed.
 */
export function memoizeByText<Answer>(compute: (text: string) => Answer): (text: string) => Answer {
  const answers = new Map<string, Answer>();
  return (text) => {
    const storedAnswer = answers.get(text);
    if (storedAnswer !== undefined) return storedAnswer;
    if (answers.size >= textsMax) answers.clear();
    const answer = compute(text);
    answers.set(text, answer);
    return answer;
  };
}

/**
 * Returns a function that makes a value when it is first called and returns the same value afterwards: for
 * values that many programs never need.
 */
export function lazy<Value>(make: () => Value): () => Value {
  let holder: { readonly value: Value } | undefined;
  return () => {
    holder ??= { value: make() };
    return holder.value;
  };
}
