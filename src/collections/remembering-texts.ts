/** A run asks for far fewer; random tests for more. */
const textsMax = 20_000;

/** Returns the function with a memory: it computes the answer to a text once. The answers must not be changed. */
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
