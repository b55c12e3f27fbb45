/** So many letters at the end of a name are kept: its last part, and a part of the one before. */
const endLetters = 13;

/** Returns a name of at most so many letters, cut in the middle. */
export function middleCut(text: string, lettersMax: number): string {
  if (text.length <= lettersMax) return text;
  const room = Math.max(2, lettersMax - 1);
  const end = Math.min(text.length - endOf(text), Math.ceil(room / 2));
  return `${text.slice(0, room - end)}…${text.slice(text.length - end)}`;
}

/**
 * Returns where the end of a name begins that is kept. Pods of one Deployment differ in their last letters,
 * so a short last part, `/app`, is not enough.
 */
export function endOf(text: string): number {
  return Math.max(Math.ceil(text.length / 2), text.length - endLetters);
}
