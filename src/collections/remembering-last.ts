/**
 * Returns the function with a memory of its last answer, for one that is asked the same several times in a row: by a guard, by an
 * action, by a record. The arguments are compared by identity, and the answers must not be changed.
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
